import type { Statements } from './statements.ts';

/** Counts the saves of a schedule, so that no user saves over what another user has saved in the meantime. */
export const scheduleVersions: Statements = () => [
  `alter table schedules add column version integer not null default 1`,
  `alter table trashed_schedules add column version integer not null default 1`,
];
