import type { Statements } from './statements.ts';

/** What a list of a user's runs, or of runs by their names, is filtered by, in the order of ids. */
export const runsOfUser: Statements = () => [
  `create index executions_of_user on executions (user_id, id, project_id, status, queued_at)`,
  `drop index executions_by_id`,
  `create index executions_by_id on executions (id, project_id, status, queued_at, name)`,
];
