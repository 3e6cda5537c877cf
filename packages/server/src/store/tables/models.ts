import type { Millis, JsonText, Identified, Dated, InProject } from './columns.ts';

/** A model of a project, known by its name. */
export interface ModelTable extends Identified, Dated, InProject {
  uuid: string;
  name: string;
  description: string;
  /** Number of the last version, deleted ones too. */
  lastVersion: number;
  /** The version that is marked as the best one. */
  champion: number | null;
}

export interface ModelVersionTable extends Identified {
  uuid: string;
  modelId: number;
  version: number;
  /** Folder of the file space that holds it. */
  path: string;
  /** What is known of it: a `ModelRecord`. */
  record: JsonText;
  /** The run that saved it, which may be gone, and its node. */
  executionId: number | null;
  nodeId: string | null;
  userId: number;
  userName: string;
  dateCreated: Millis;
  /** When another save took its folder. */
  replacedAt: Millis | null;
}
