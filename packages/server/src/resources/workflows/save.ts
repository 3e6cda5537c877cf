import { randomUUID } from 'node:crypto';
import { parseWorkflow, serialiseWorkflow, type Workflow } from '@millrace/workflow';
import { sql, type Selectable } from 'kysely';
import { projectFor, requireRight, visible } from '../../access/projects.ts';
import type { Principal } from '../../access/principal.ts';
import { detailsOf, Problem } from '../../http/problems.ts';
import { inTransaction, type Db } from '../../store/database.ts';
import type { WorkflowTable } from '../../store/tables.ts';

export interface Saving {
  readonly id: number | null;
  readonly projectId: number | null;
  readonly comment: string | null;
  readonly workflow: unknown;
}

/** A graph that came in a request, unknown keys with it. Fails with all that is wrong with its form. */
export function graphOf(given: unknown): Workflow {
  if (typeof given !== 'object' || given === null)
    throw new Problem('MALFORMED', 'body/workflow must be a workflow graph');
  const parsed = parseWorkflow(JSON.stringify(given));
  if (parsed.ok) return parsed.workflow;
  const errors = detailsOf(parsed.problems);
  throw new Problem('UNPROCESSABLE', errors[0]?.message ?? 'the graph cannot be read', { errors });
}

/** A graph that is the whole of a body, or stands in it as `workflow`. Fails as `graphOf` does. */
export const graphIn = (body: unknown): Workflow =>
  graphOf(typeof body === 'object' && body !== null && 'workflow' in body ? body.workflow : body);

/** Saves a graph as a new workflow or as a new version of one, and gives its id. */
export async function saveWorkflow(
  db: Db,
  who: Principal,
  { id, projectId, comment, workflow }: Saving,
  now: number,
): Promise<number> {
  const graph = graphOf(workflow);
  return inTransaction(db, (tx) =>
    id === null ? create(tx, who, { projectId, comment, graph }, now) : update(tx, who, { id, comment, graph }, now),
  );
}

async function create(
  tx: Db,
  who: Principal,
  { projectId, comment, graph }: { projectId: number | null; comment: string | null; graph: Workflow },
  now: number,
): Promise<number> {
  const project = await projectFor(tx, who, projectId, 'EDIT');
  const uuid = graph.uuid === '' ? randomUUID() : graph.uuid;
  const row = {
    ...columnsOf({ ...graph, uuid }),
    version: 1,
    projectId: project,
    userId: who.id,
    lockedByUserId: null,
    dateCreated: now,
    dateLastUpdated: now,
  };
  const made = await tx
    .insertInto('workflows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'uuid']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined)
    throw new Problem('CONFLICT', `project ${project} already has a workflow with the uuid ${uuid}`);
  await keepVersion(tx, who, made.id, row, comment, now);
  return made.id;
}

async function update(
  tx: Db,
  who: Principal,
  { id, comment, graph }: { id: number; comment: string | null; graph: Workflow },
  now: number,
): Promise<number> {
  const known = await workflowFor(tx, who, id, 'EDIT');
  const uuid = graph.uuid === '' ? known.uuid : graph.uuid;
  const row = columnsOf({ ...graph, uuid });
  const saved = await tx
    .updateTable('workflows')
    .set({ ...row, version: sql<number>`version + 1`, dateLastUpdated: now })
    .where('id', '=', id)
    .$if(graph.version !== null, (query) => query.where('version', '=', graph.version ?? 0))
    .returning('version')
    .executeTakeFirst();
  if (saved === undefined)
    throw new Problem(
      'STALE_VERSION',
      `workflow ${id} is at version ${known.version} and the graph at version ${graph.version}: read it again`,
    );
  await keepVersion(tx, who, id, { ...row, version: saved.version }, comment, now);
  return id;
}

const keepVersion = (
  tx: Db,
  who: Principal,
  workflowId: number,
  { version, content }: { version: number; content: string },
  userComment: string | null,
  now: number,
) =>
  tx
    .insertInto('workflowVersions')
    .values({ workflowId, version, content, userId: who.id, userName: who.username, userComment, dateLastUpdated: now })
    .execute();

function columnsOf(graph: Workflow) {
  const { uuid, name, category, description, engine } = graph;
  return { uuid, name, category, description, engine, content: JSON.stringify(serialiseWorkflow(graph)) };
}

/** A workflow that someone may see, and may do that with. */
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
  if (row === undefined) throw new Problem('NOT_FOUND', `there is no workflow ${id}`);
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}
