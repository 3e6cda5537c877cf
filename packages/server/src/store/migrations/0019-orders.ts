import type { Statements } from './statements.ts';

/**
 * The orders of lists as their records show them: runs by times that they have not all set, dashboards by name as datasets are.
 * With the columns themselves PostgreSQL reads nothing but the index.
 */
export const orders: Statements = () => [
  `drop index executions_by_start`,
  `create index executions_by_shown_start on executions (coalesce(started_at, queued_at), id, project_id, status, queued_at, started_at)`,
  `create index executions_by_shown_end on executions (coalesce(ended_at, heartbeat_at), id, project_id, status, queued_at, ended_at, heartbeat_at)`,
  `drop index dashboards_by_name`,
  `create index dashboards_by_name on dashboards (lower(name), id, project_id, name)`,
];
