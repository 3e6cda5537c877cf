import type { Statements } from './statements.ts';

/** The models that runs have saved: each save under a name is a version of the model of that name. */
export const models: Statements = ({ id, text }) => [
  `create table models (
    id ${id},
    uuid ${text} not null unique,
    project_id bigint not null references projects on delete cascade,
    user_id bigint not null,
    name ${text} not null,
    description ${text} not null,
    last_version integer not null,
    champion integer,
    date_created bigint not null,
    date_last_updated bigint not null,
    unique (project_id, name)
  )`,
  `create index models_by_time on models (date_last_updated, id, project_id)`,
  `create index models_of_project on models (project_id, date_last_updated, id)`,
  `create table model_versions (
    id ${id},
    uuid ${text} not null unique,
    model_id bigint not null references models on delete cascade,
    version integer not null,
    path ${text} not null,
    record ${text} not null,
    execution_id bigint,
    node_id ${text},
    user_id bigint not null,
    user_name ${text} not null,
    date_created bigint not null,
    replaced_at bigint,
    unique (model_id, version)
  )`,
  `create index model_versions_by_path on model_versions (path)`,
  `create index model_versions_of_run on model_versions (execution_id)`,
];
