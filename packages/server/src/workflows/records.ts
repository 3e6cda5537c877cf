import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { component, GraphJson, Id, Millis, Nullable } from '../http/types.ts';
import type { WorkflowTable } from '../store/tables/project-records.ts';

/** What is wrong with a graph, or worth knowing of it. */
export const ProblemRecord = component(
  'GraphProblem',
  Type.Object({
    severity: Type.String({ description: 'error: the workflow cannot run; warning: it can' }),
    code: Type.String(),
    message: Type.String(),
    remedy: Type.String(),
    nodeId: Type.Optional(Type.String()),
    field: Type.Optional(Type.String()),
    nodeIds: Type.Optional(
      Type.Unsafe<readonly string[]>({ ...Type.Array(Type.String()), description: 'All nodes of the cycle' }),
    ),
    edgeId: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  }),
);

/** A workflow as the interface returns it. */
export const WorkflowRecord = component(
  'Workflow',
  Type.Object({
    id: Id,
    userId: Id,
    uuid: Type.String(),
    name: Type.String(),
    category: Type.String(),
    content: Type.String(),
    description: Type.String(),
    version: Type.Integer(),
    dateCreated: Millis,
    dateLastUpdated: Millis,
    lockedByUserId: Nullable(Id),
    permission: Type.Null(),
    projectId: Id,
    engine: Type.String(),
    workflow: GraphJson,
  }),
);

export function workflowRecord(row: Selectable<WorkflowTable>) {
  const workflow = { ...(JSON.parse(row.content) as Record<string, unknown>), version: row.version };
  return { ...row, content: JSON.stringify(workflow), permission: null, workflow };
}

/** A version without its graph. */
export const VersionHead = component(
  'WorkflowVersion',
  Type.Object({
    id: Id,
    analysisflowId: Id,
    version: Type.Integer(),
    dateLastUpdated: Millis,
    userName: Nullable(Type.String()),
    userId: Nullable(Id),
    userComment: Nullable(Type.String()),
  }),
);

export const VersionRecord = Type.Object({ ...VersionHead.properties, content: Type.String() });
