import type { Statements } from './statements.ts';

/** Indexes that hold what a list is sorted and filtered by: a page of it reads no other rows than its own. */
export const lists: Statements = () => [
  `drop index executions_by_status`,
  `drop index executions_of_project`,
  `drop index executions_by_end`,
  ...Object.entries({
    executions_by_id: 'id',
    executions_by_start: 'started_at, id',
    executions_by_end: 'ended_at, id',
    executions_by_name: 'name, id',
  }).map(([name, order]) => `create index ${name} on executions (${order}, project_id, status, queued_at)`),
  `create index executions_by_status on executions (status, id, project_id, queued_at)`,
  `create index executions_of_project on executions (project_id, id, status, queued_at)`,
  `drop index workflows_by_date`,
  `create index workflows_by_date on workflows (date_last_updated, id, project_id)`,
  `drop index datasets_by_date`,
  `create index datasets_by_date on datasets (date_last_updated, id, project_id)`,
  // with the name itself PostgreSQL reads nothing but the index
  `create index datasets_by_name on datasets (lower(name), id, project_id, name)`,
  `create index datasets_of_user on datasets (user_id, date_last_updated, id, project_id)`,
  `create index datasets_by_category on datasets (category, project_id)`,
  `create index dashboards_by_date on dashboards (date_last_updated, id, project_id)`,
  `create index dashboards_by_name on dashboards (name, id, project_id)`,
  `create index dashboards_of_project on dashboards (project_id, date_last_updated, id)`,
  `create index dashboards_by_category on dashboards (category, project_id)`,
  `create index schedules_by_id on schedules (id, project_id)`,
  `create index schedules_of_project on schedules (project_id, id)`,
  `drop index audit_by_time`,
  `drop index audit_of_user`,
  `create index audit_by_time on audit (at, id, action)`,
  `create index audit_of_user on audit (user_id, at, id, action)`,
  `create index audit_by_action on audit (action)`,
  `create index projects_of_owner on projects (owner_id)`,
  `create index members_of_user on project_members (user_id, project_id)`,
  `create index members_of_group on project_members (group_id, project_id)`,
];
