import type { Statements } from './statements.ts';

/** Counts the saves of a schedule, so that nobody saves over what somebody else has saved meanwhile. */
export const scheduleVersions: Statements = () => [
  `alter table schedules add column version integer not null default 1`,
  `alter table trashed_schedules add column version integer not null default 1`,
];
