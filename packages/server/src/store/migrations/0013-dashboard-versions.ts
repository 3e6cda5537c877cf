import type { Statements } from './statements.ts';

/** Counts the saves of a dashboard, so that nobody saves over what somebody else has saved meanwhile. */
export const dashboardVersions: Statements = () => [
  `alter table dashboards add column version integer not null default 1`,
];
