import type { Statements } from './statements.ts';

/** Users with their roles, groups, sessions and tokens. */
const users: Statements = ({ id, text }) => [
  `create table users (
    id ${id},
    username ${text} not null unique,
    password_hash ${text} not null,
    first_name ${text} not null,
    last_name ${text} not null,
    email ${text} not null,
    is_active integer not null,
    is_superuser integer not null,
    current_project_id bigint,
    date_created bigint not null,
    date_last_updated bigint not null
  )`,
  `create table roles (id ${id}, name ${text} not null unique, permissions ${text} not null)`,
  `create table user_roles (
    user_id bigint not null references users on delete cascade,
    role_id bigint not null references roles on delete cascade,
    primary key (user_id, role_id)
  )`,
  `create table groups (id ${id}, name ${text} not null unique, properties ${text} not null)`,
  `create table user_groups (
    user_id bigint not null references users on delete cascade,
    group_id bigint not null references groups on delete cascade,
    primary key (user_id, group_id)
  )`,
  `create table sessions (
    hash ${text} primary key,
    user_id bigint not null references users on delete cascade,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create table tokens (
    id ${id},
    hash ${text} not null unique,
    user_id bigint not null references users on delete cascade,
    description ${text} not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
];

/** Projects and their members. */
const projects: Statements = ({ id, text }) => [
  `create table projects (
    id ${id},
    uuid ${text} not null unique,
    name ${text} not null,
    description ${text} not null,
    tag ${text} not null,
    owner_id bigint not null references users,
    date_created bigint not null,
    date_last_updated bigint not null
  )`,
  `create table project_members (
    id ${id},
    project_id bigint not null references projects on delete cascade,
    user_id bigint references users on delete cascade,
    group_id bigint references groups on delete cascade,
    rights integer not null,
    unique (project_id, user_id),
    unique (project_id, group_id)
  )`,
];

/** Datasets and workflows with their versions. */
const records: Statements = ({ id, text }) => [
  `create table datasets (
    id ${id},
    uuid ${text} not null,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    version integer not null,
    name ${text} not null,
    category ${text},
    description ${text} not null,
    path ${text} not null,
    dataset_type ${text} not null,
    record ${text} not null,
    date_created bigint not null,
    date_last_updated bigint not null,
    unique (project_id, uuid)
  )`,
  `create index datasets_by_date on datasets (date_last_updated, id)`,
  `create index datasets_of_project on datasets (project_id, date_last_updated, id)`,
  `create index datasets_by_uuid on datasets (uuid)`,
  `create table workflows (
    id ${id},
    uuid ${text} not null,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    version integer not null,
    name ${text} not null,
    category ${text} not null,
    description ${text} not null,
    engine ${text} not null,
    content ${text} not null,
    locked_by_user_id bigint references users on delete set null,
    date_created bigint not null,
    date_last_updated bigint not null,
    unique (project_id, uuid)
  )`,
  `create index workflows_by_date on workflows (date_last_updated, id)`,
  `create index workflows_of_project on workflows (project_id, date_last_updated, id)`,
  `create table workflow_versions (
    id ${id},
    workflow_id bigint not null references workflows on delete cascade,
    version integer not null,
    content ${text} not null,
    user_id bigint not null,
    user_name ${text} not null,
    user_comment ${text},
    date_last_updated bigint not null,
    unique (workflow_id, version)
  )`,
];

/** Executions, each queued and claimed in its row. */
const executions: Statements = ({ id, text }) => [
  `create table executions (
    id ${id},
    workflow_id bigint not null,
    workflow_version integer not null,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    schedule_id bigint,
    status integer not null,
    name ${text} not null,
    category ${text} not null,
    description ${text} not null,
    job_id ${text} not null unique,
    graph ${text} not null,
    parameters ${text} not null,
    wish ${text} not null,
    lib_jars ${text} not null,
    spark_config ${text} not null,
    email_on_success ${text},
    email_on_failure ${text},
    queued_at bigint not null,
    started_at bigint,
    ended_at bigint,
    heartbeat_at bigint not null,
    owner ${text},
    lease_until bigint not null,
    fence integer not null,
    crashes integer not null,
    engine ${text},
    why ${text},
    message ${text},
    lane ${text}
  )`,
  // of the runs of a lane one is at work
  `create unique index executions_of_lane on executions (lane) where status in (0, 4, 7)`,
  `create index executions_by_status on executions (status, id)`,
  `create index executions_of_project on executions (project_id, id)`,
  `create index executions_of_workflow on executions (workflow_id, id)`,
  `create index executions_by_end on executions (ended_at)`,
];

/** What belongs to an execution: its nodes, events and outputs. */
const executionDetails: Statements = ({ id, text }) => [
  `create table execution_nodes (
    execution_id bigint not null references executions on delete cascade,
    node_id ${text} not null,
    name ${text} not null,
    node_class ${text} not null,
    status ${text} not null,
    row_count bigint,
    ms bigint not null,
    report ${text} not null,
    ended_at bigint not null,
    primary key (execution_id, node_id)
  )`,
  `create table execution_events (
    execution_id bigint not null references executions on delete cascade,
    seq integer not null,
    at bigint not null,
    event ${text} not null,
    primary key (execution_id, seq)
  )`,
  `create table execution_outputs (
    id ${id},
    execution_id bigint not null references executions on delete cascade,
    node_id ${text} not null,
    seq integer not null,
    type ${text} not null,
    title ${text} not null,
    body ${text} not null,
    unique (execution_id, seq)
  )`,
];

/** Schedules and their fires. */
const schedules: Statements = ({ id, text }) => [
  `create table schedules (
    id ${id},
    workflow_id bigint not null references workflows on delete cascade,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    name ${text} not null,
    description ${text} not null,
    record ${text} not null,
    next_fire_at bigint,
    fired_at bigint,
    is_active integer not null,
    date_created bigint not null,
    date_last_updated bigint not null
  )`,
  `create index schedules_due on schedules (is_active, next_fire_at)`,
  `create index schedules_of_workflow on schedules (workflow_id, id)`,
  `create table schedule_fires (
    id ${id},
    schedule_id bigint not null references schedules on delete cascade,
    fire_at bigint not null,
    outcome ${text} not null,
    execution_id bigint,
    at bigint not null,
    message ${text},
    unique (schedule_id, fire_at)
  )`,
];

/** Dashboards, connections and variables. */
const shared: Statements = ({ id, text }) => [
  `create table dashboards (
    id ${id},
    uuid ${text} not null,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null references users,
    name ${text} not null,
    category ${text} not null,
    description ${text} not null,
    content ${text} not null,
    date_created bigint not null,
    date_last_updated bigint not null
  )`,
  `create table connections (
    id ${id},
    project_id bigint references projects on delete cascade,
    user_id bigint not null references users,
    name ${text} not null,
    category ${text} not null,
    record ${text} not null,
    secrets ${text},
    date_created bigint not null,
    date_last_updated bigint not null,
    unique (project_id, name)
  )`,
  // nulls differ from each other in a unique key
  `create unique index connections_of_all on connections (name) where project_id is null`,
  `create table variables (
    id ${id},
    project_id bigint references projects on delete cascade,
    name ${text} not null,
    value ${text} not null,
    description ${text} not null,
    date_created bigint not null,
    date_last_updated bigint not null,
    unique (project_id, name)
  )`,
  `create unique index variables_of_all on variables (name) where project_id is null`,
];

/** The audit log and mails. */
const logs: Statements = ({ id, text }) => [
  `create table audit (
    id ${id},
    at bigint not null,
    user_id bigint,
    user_name ${text} not null,
    action ${text} not null,
    target ${text} not null,
    status integer not null,
    request_id ${text} not null
  )`,
  `create index audit_by_time on audit (at, id)`,
  `create index audit_of_user on audit (user_id, at, id)`,
  `create table mails (
    id ${id},
    execution_id bigint not null references executions on delete cascade,
    recipients ${text} not null,
    status ${text} not null,
    attempts integer not null,
    next_attempt_at bigint not null,
    message ${text},
    unique (execution_id)
  )`,
];

/** The tables of the first version. */
export const first: Statements = (words) =>
  [users, projects, records, executions, executionDetails, schedules, shared, logs].flatMap((part) => part(words));
