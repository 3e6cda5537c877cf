import type { Statements } from './statements.ts';

/** Counts the saves of a dashboard, so that no user saves over what another user has saved in the meantime. */
export const dashboardVersions: Statements = () => [
  `alter table dashboards add column version integer not null default 1`,
];
