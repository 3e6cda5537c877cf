import type { Generated } from 'kysely';

/** True and false as both stores hold them. */
export type Flag = 0 | 1;

/** Milliseconds since the epoch. */
export type Millis = number;

/** Text that holds JSON. */
export type JsonText = string;

/** A row that the store numbers. */
export interface Identified {
  id: Generated<number>;
}

/** A row that says when it was made and saved last. */
export interface Dated {
  dateCreated: Millis;
  dateLastUpdated: Millis;
}

/** A row of a project, and the user who made it. */
export interface InProject {
  projectId: number;
  userId: number;
}
