import type { Generated } from 'kysely';
import type { Millis, JsonText, Identified, Dated, InProject } from './columns.ts';

export interface DatasetTable extends Identified, Dated, InProject {
  uuid: string;
  version: number;
  name: string;
  category: string | null;
  description: string;
  path: string;
  datasetType: string;
  /** The record as it was saved, unknown keys with it. */
  record: JsonText;
}

export interface DatasetVersionTable extends Identified {
  datasetId: number;
  version: number;
  /** The record as it was saved. */
  record: JsonText;
  userId: number;
  userName: string;
  dateLastUpdated: Millis;
}

export interface WorkflowTable extends Identified, Dated, InProject {
  uuid: string;
  version: number;
  name: string;
  category: string;
  description: string;
  engine: string;
  /** The graph as it was saved, unknown keys with it. */
  content: JsonText;
  lockedByUserId: number | null;
}

export interface WorkflowVersionTable extends Identified {
  workflowId: number;
  version: number;
  content: JsonText;
  userId: number;
  userName: string;
  userComment: string | null;
  dateLastUpdated: Millis;
}

/** A workflow that was thrown away; it has the id that it had. */
export interface TrashedWorkflowTable extends Omit<WorkflowTable, 'id' | 'lockedByUserId'> {
  id: number;
  trashedAt: Millis;
  trashedByUserId: number;
}

export interface TrashedWorkflowVersionTable extends Omit<WorkflowVersionTable, 'id'> {
  id: number;
}

export interface DashboardTable extends Identified, Dated, InProject {
  uuid: string;
  name: string;
  category: string;
  description: string;
  /** Counts the saves; 1 for what is new. */
  version: Generated<number>;
  content: JsonText;
}

export interface ConnectionTable extends Identified, Dated {
  projectId: number | null;
  userId: number;
  name: string;
  category: string;
  /** The record without its secrets. */
  record: JsonText;
  /** Encrypted. */
  secrets: string | null;
}

export interface VariableTable extends Identified, Dated {
  /** Null for a variable of all projects. */
  projectId: number | null;
  name: string;
  value: string;
  description: string;
  /** Who set it last; null if that was before it was noted. */
  editedBy: number | null;
}
