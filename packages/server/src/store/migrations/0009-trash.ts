import type { Statements } from './statements.ts';

/** Workflows that a user has thrown away and may want back, with their versions and schedules: no list or run sees them. */
export const trash: Statements = ({ text }) => [
  `create table trashed_workflows (
    id bigint primary key,
    uuid ${text} not null,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    version integer not null,
    name ${text} not null,
    category ${text} not null,
    description ${text} not null,
    engine ${text} not null,
    content ${text} not null,
    date_created bigint not null,
    date_last_updated bigint not null,
    trashed_at bigint not null,
    trashed_by_user_id bigint not null
  )`,
  `create index trashed_workflows_by_time on trashed_workflows (trashed_at, id, project_id)`,
  `create index trashed_workflows_of_project on trashed_workflows (project_id, trashed_at, id)`,
  `create table trashed_workflow_versions (
    id bigint primary key,
    workflow_id bigint not null references trashed_workflows on delete cascade,
    version integer not null,
    content ${text} not null,
    user_id bigint not null,
    user_name ${text} not null,
    user_comment ${text},
    date_last_updated bigint not null
  )`,
  `create index trashed_versions_of_workflow on trashed_workflow_versions (workflow_id)`,
  `create table trashed_schedules (
    id bigint primary key,
    workflow_id bigint not null references trashed_workflows on delete cascade,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    name ${text} not null,
    description ${text} not null,
    record ${text} not null,
    fired_at bigint,
    date_created bigint not null,
    date_last_updated bigint not null
  )`,
  `create index trashed_schedules_of_workflow on trashed_schedules (workflow_id)`,
];
