import type { Generated } from 'kysely';
import type { Flag, Millis, JsonText, Identified, Dated, InProject } from './columns.ts';

export interface ScheduleTable extends Identified, Dated, InProject {
  workflowId: number;
  name: string;
  description: string;
  /** The record as it was saved, unknown keys with it. */
  record: JsonText;
  nextFireAt: Millis | null;
  firedAt: Millis | null;
  isActive: Flag;
  /** Counts the saves. */
  version: Generated<number>;
}

/** A schedule of a workflow that was thrown away. */
export interface TrashedScheduleTable extends Omit<ScheduleTable, 'id' | 'nextFireAt' | 'isActive'> {
  id: number;
}

/** Each time that a schedule fired, or should have. */
export interface ScheduleFireTable extends Identified {
  scheduleId: number;
  fireAt: Millis;
  outcome: 'FIRED' | 'SKIPPED' | 'MISSED' | 'FAILED';
  executionId: number | null;
  at: Millis;
  /** Why it did not fire, for people. */
  message: string | null;
}
