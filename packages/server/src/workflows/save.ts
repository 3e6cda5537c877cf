import { randomUUID } from 'node:crypto';
import { parsingWorkflow, type Steps, type Workflow } from '@millrace/workflow';
import { sql, type Selectable } from 'kysely';
import { projectFor, requireRight, visible } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import { detailsOf, Problem } from '../problems.ts';
import { inTurns, pace } from '../timing/pace.ts';
import { batches } from '../store/batches.ts';
import { inTransaction, type Db } from '../store/database.ts';
import type { WorkflowTable } from '../store/tables/project-records.ts';
import { requireCodeRight } from './code-right.ts';
import { draftOf, redraft, type WorkflowColumns, type WorkflowDraft } from './draft.ts';
import { notFound, uuidTaken, staleVersion, unreadableGraph } from '../refusals.ts';

export interface Saving {
  readonly id: number | null;
  readonly projectId: number | null;
  readonly comment: string | null;
  readonly workflow: unknown;
}

function* readingGraph(body: unknown): Steps<Workflow> {
  if (typeof body !== 'object' || body === null)
    throw new Problem('MALFORMED', 'body/workflow must be a workflow graph');
  const parsed = yield* parsingWorkflow(body);
  if (parsed.ok) return parsed.workflow;
  const errors = detailsOf(parsed.problems);
  throw new Problem('UNPROCESSABLE', errors[0]?.message ?? unreadableGraph, { errors });
}

const graphAt = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'workflow' in body ? body.workflow : body;

/**
 * A graph that is the whole of a body, or stands in it as `workflow`, unknown keys with it. Fails with all that is wrong with its
 * form. Others are served while a large one is read.
 */
export const readGraph = (body: unknown, breathe = pace()): Promise<Workflow> =>
  inTurns(readingGraph(graphAt(body)), breathe);

/** Saves a graph as a new workflow or as a new version of one, and returns its id. */
export async function saveWorkflow(
  db: Db,
  who: Principal,
  { workflow, ...where }: Saving,
  now: number,
): Promise<number> {
  const breathe = pace();
  return saveGraph(db, who, { ...where, graph: await inTurns(readingGraph(workflow), breathe) }, now, breathe);
}

/** The same for a graph that is read already. */
export async function saveGraph(
  db: Db,
  who: Principal,
  { id, projectId, comment, graph }: Omit<Saving, 'workflow'> & { readonly graph: Workflow },
  now: number,
  breathe = pace(),
): Promise<number> {
  // the store has one writer, who keeps all others waiting
  const isNew = id === null && graph.uuid === '';
  const draft = await draftOf(isNew ? { ...graph, uuid: randomUUID() } : graph, breathe);
  return inTransaction(db, (tx) =>
    id === null
      ? create(tx, who, { projectId, comment, draft }, now)
      : update(tx, who, { id, comment, draft, over: graph.version }, now),
  );
}

async function create(
  tx: Db,
  who: Principal,
  { projectId, comment, draft }: { projectId: number | null; comment: string | null; draft: WorkflowDraft },
  now: number,
): Promise<number> {
  const project = await projectFor(tx, who, projectId, 'EDIT');
  // a graph that is sent again, or was read, makes a copy
  const { uuid } = draft.columns;
  const isFree = uuid !== '' && !(await hasUuid(tx, project, uuid));
  const { columns } = isFree ? draft : await redraft(draft, draft.graph, randomUUID());
  const ids = await insertWorkflows(tx, who, project, [{ columns, comment }], now);
  return ids.get(columns.uuid)!;
}

const hasUuid = async (tx: Db, projectId: number, uuid: string): Promise<boolean> =>
  (await tx
    .selectFrom('workflows')
    .select('id')
    .where('projectId', '=', projectId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()) !== undefined;

/** A new workflow of a project: what goes into the columns of its table, and what is said of its first version. */
export interface NewWorkflow {
  readonly columns: WorkflowColumns;
  readonly comment: string | null;
}

/**
 * Stores new workflows of a project, each with its first version, and returns their ids by uuid. The caller has checked
 * the permission. A uuid that the project has already is a CONFLICT.
 */
export async function insertWorkflows(
  tx: Db,
  who: Principal,
  projectId: number,
  drafts: readonly NewWorkflow[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  for (const { columns } of drafts) await requireCodeRight(who, () => columns.content);
  const ids = new Map<string, number>();
  const rest = { version: 1, projectId, userId: who.id, lockedByUserId: null, dateCreated: now, dateLastUpdated: now };
  for (const batch of batches(drafts, ({ columns }) => columns.content.length)) {
    const row = await tx
      .insertInto('workflows')
      .values(batch.map(({ columns }) => ({ ...columns, ...rest })))
      .onConflict((conflict) => conflict.columns(['projectId', 'uuid']).doNothing())
      .returning(['id', 'uuid'])
      .execute();
    for (const { id, uuid } of row) ids.set(uuid, id);
    const idOf = ({ uuid }: WorkflowColumns): number => {
      const id = ids.get(uuid);
      if (id !== undefined) return id;
      throw uuidTaken('workflow', uuid, projectId);
    };
    await tx
      .insertInto('workflowVersions')
      .values(
        batch.map(({ columns, comment }) =>
          versionOf(who, idOf(columns), { version: 1, content: columns.content }, comment, now),
        ),
      )
      .execute();
  }
  return ids;
}

async function update(
  tx: Db,
  who: Principal,
  { id, comment, draft, over }: { id: number; comment: string | null; draft: WorkflowDraft; over: number | null },
  now: number,
): Promise<number> {
  const workflow = await workflowFor(tx, who, id, 'EDIT');
  const { columns } = draft.columns.uuid === '' ? await redraft(draft, draft.graph, workflow.uuid) : draft;
  const saved = await saveOver(tx, who, id, { columns, comment, over }, now);
  if (!saved) throw staleVersion('workflow', id, over, workflow.version);
  return id;
}

/**
 * Stores the next version of a workflow; false if it is not at the version `over` (null: any). The caller has checked
 * the permission.
 */
export async function saveOver(
  tx: Db,
  who: Principal,
  id: number,
  { columns, comment, over }: NewWorkflow & { readonly over: number | null },
  now: number,
): Promise<boolean> {
  const before = tx.selectFrom('workflows').select('content').where('id', '=', id);
  await requireCodeRight(
    who,
    () => columns.content,
    () => before.executeTakeFirst(),
  );
  const saved = await tx
    .updateTable('workflows')
    .set({ ...columns, version: sql<number>`version + 1`, dateLastUpdated: now })
    .where('id', '=', id)
    .$if(over !== null, (query) => query.where('version', '=', over ?? 0))
    .returning('version')
    .executeTakeFirst();
  if (saved === undefined) return false;
  const version = { version: saved.version, content: columns.content };
  await tx
    .insertInto('workflowVersions')
    .values(versionOf(who, id, version, comment, now))
    .execute();
  return true;
}

const versionOf = (
  { id: userId, username: userName }: Principal,
  workflowId: number,
  { version, content }: { version: number; content: string },
  userComment: string | null,
  now: number,
) => ({ workflowId, version, content, userId, userName, userComment, dateLastUpdated: now });

/** A workflow that a user may see, and may do that with. */
export async function workflowFor(
  db: Db,
  who: Principal,
  id: number,
  right: 'VIEW' | 'EDIT' | 'EXECUTE',
): Promise<Selectable<WorkflowTable>> {
  const row = await db
    .selectFrom('workflows')
    .selectAll('workflows')
    .where('workflows.id', '=', id)
    .where(visible(who, 'workflows.projectId'))
    .executeTakeFirst();
  if (row === undefined) throw notFound('workflow', id);
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}
