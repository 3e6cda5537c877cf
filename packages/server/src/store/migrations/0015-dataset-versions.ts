import type { Statements } from './statements.ts';

/** What a dataset was at each of its versions. Of those saved before, only the last is known. */
export const datasetVersions: Statements = ({ id, text }) => [
  `create table dataset_versions (
    id ${id},
    dataset_id bigint not null references datasets on delete cascade,
    version integer not null,
    record ${text} not null,
    user_id bigint not null,
    user_name ${text} not null,
    date_last_updated bigint not null,
    unique (dataset_id, version)
  )`,
  `insert into dataset_versions (dataset_id, version, record, user_id, user_name, date_last_updated)
    select datasets.id, datasets.version, datasets.record, users.id, users.username, datasets.date_last_updated
    from datasets join users on users.id = datasets.user_id`,
];
