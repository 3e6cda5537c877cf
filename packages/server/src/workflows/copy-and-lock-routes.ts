import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { requireRight } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Id, IdParams } from '../http/types.ts';
import { pace } from '../timing/pace.ts';
import { readStoredGraph } from '../stored-graph.ts';
import type { Resource } from '../http/resource.ts';
import { withoutVersion } from './draft.ts';
import { saveGraph, workflowFor } from './save.ts';
import { unreadableGraph } from '../refusals.ts';

const Message = Type.Object({ message: Type.String() });
const NewName = Type.String({ minLength: 1, maxLength: 500 });

/** Copies of workflows, and locks that keep other users off. */
export const copiesAndLocks: Resource = (context) => async (app) => {
  const tags = ['Workflows'];
  const config = { access: 'workflows.modify' as const };
  // some clients do these by GET; a HEAD must not change anything: there is none
  const ways = [
    { method: 'POST', config },
    { method: 'GET', config: { ...config, changes: true }, exposeHeadRoute: false },
  ] as const;

  const CopyRequest = Type.Object({ name: Type.Optional(NewName), projectId: Type.Optional(Id) });
  const copied = { querystring: CopyRequest, response: { 200: Id } };
  app.post('/api/v1/workflows/:id/clone', { config, schema: { tags, params: IdParams, ...copied } }, (request) =>
    copy(context, whoIs(request), request.params.id, request.query),
  );
  app.post(
    '/api/v1/workflows/:id/:name/clone',
    { config, schema: { tags, params: Type.Object({ id: Id, name: NewName }), ...copied } },
    (request) => {
      const { id, name } = request.params;
      return copy(context, whoIs(request), id, { ...request.query, name });
    },
  );

  for (const way of ways) {
    app.route({
      ...way,
      url: '/api/v1/workflows/:id/copy',
      schema: { tags, params: IdParams, ...copied },
      handler: (request) => copy(context, whoIs(request), request.params.id, request.query),
    });
    for (const [word, act] of Object.entries({ lock, unlock }))
      app.route({
        ...way,
        url: `/api/v1/workflows/:id/${word}`,
        schema: { tags, params: IdParams, response: { 200: Message } },
        handler: async (request) => ({ message: await act(context.db, whoIs(request), request.params.id) }),
      });
  }
};

/** Copies a workflow, into its own project if none is named, and returns the id of the copy. */
async function copy(
  { db, now }: Pick<Context, 'db' | 'now'>,
  who: Principal,
  id: number,
  request: { name?: string; projectId?: number },
): Promise<number> {
  const row = await workflowFor(db, who, id, 'VIEW');
  const { name = `${row.name} (copy)`, projectId = row.projectId } = request;
  const breathe = pace();
  const parsed = await readStoredGraph(row.content, breathe);
  if (!parsed.ok) throw new Problem('UNPROCESSABLE', parsed.problems[0]?.message ?? unreadableGraph);
  const graph = { ...withoutVersion(parsed.workflow), name, uuid: randomUUID() };
  return saveGraph(db, who, { id: null, projectId, comment: `copied from ${row.name}`, graph }, now(), breathe);
}

/** Locks a workflow for a user; fails with CONFLICT if another one has locked it. */
async function lock(db: Context['db'], who: Principal, workflowId: number): Promise<string> {
  const { id } = await workflowFor(db, who, workflowId, 'EDIT');
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({ lockedByUserId: who.id })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('lockedByUserId', 'is', null), eb('lockedByUserId', '=', who.id)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('CONFLICT', `workflow ${id} is locked by another user`);
  return 'Workflow locked.';
}

async function unlock(db: Context['db'], who: Principal, workflowId: number): Promise<string> {
  const { id, projectId, lockedByUserId } = await workflowFor(db, who, workflowId, 'EDIT');
  // who owns the project may break the lock of another
  if (lockedByUserId !== null && lockedByUserId !== who.id) await requireRight(db, who, projectId, 'OWN');
  await db.updateTable('workflows').set({ lockedByUserId: null }).where('id', '=', id).execute();
  return 'Workflow unlocked.';
}
