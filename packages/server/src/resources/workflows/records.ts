import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { AnyJson, Id, Millis, Nullable } from '../../http/types.ts';
import type { WorkflowTable } from '../../store/tables.ts';

/** A workflow as the interface gives it. */
export const WorkflowRecord = Type.Object({
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
  workflow: AnyJson,
});

export function workflowRecord(row: Selectable<WorkflowTable>) {
  const workflow = { ...(JSON.parse(row.content) as Record<string, unknown>), version: row.version };
  return { ...row, content: JSON.stringify(workflow), permission: null, workflow };
}

export const VersionRecord = Type.Object({
  id: Id,
  analysisflowId: Id,
  version: Type.Integer(),
  content: Type.String(),
  dateLastUpdated: Millis,
  userName: Nullable(Type.String()),
  userId: Nullable(Id),
  userComment: Nullable(Type.String()),
});
