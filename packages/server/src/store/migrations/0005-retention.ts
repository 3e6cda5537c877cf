import type { Statements } from './statements.ts';

/** Indexes by age, for what is cleared away; the newest completed run of a workflow is found without its rows. */
export const retention: Statements = () => [
  `create index schedule_fires_by_time on schedule_fires (at, id)`,
  `create index sessions_by_end on sessions (expires_at)`,
  `create index tokens_by_end on tokens (expires_at)`,
  `drop index executions_of_workflow`,
  `create index executions_of_workflow on executions (workflow_id, id, status)`,
];
