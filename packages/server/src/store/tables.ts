import type {
  UserTable,
  FormerNameTable,
  RoleTable,
  UserRoleTable,
  GroupTable,
  UserGroupTable,
  SessionTable,
  TokenTable,
  IdentityTable,
  ProjectTable,
  ProjectMemberTable,
} from './tables/access.ts';
import type { Millis, Identified } from './tables/columns.ts';
import type {
  ExecutionTable,
  ExecutionNodeTable,
  ExecutionEventTable,
  ExecutionOutputTable,
  MailTable,
} from './tables/executions.ts';
import type { ModelTable, ModelVersionTable } from './tables/models.ts';
import type {
  DatasetTable,
  DatasetVersionTable,
  WorkflowTable,
  WorkflowVersionTable,
  TrashedWorkflowTable,
  TrashedWorkflowVersionTable,
  DashboardTable,
  ConnectionTable,
  VariableTable,
} from './tables/project-records.ts';
import type { ScheduleTable, TrashedScheduleTable, ScheduleFireTable } from './tables/schedules.ts';

/** What an administrator has changed of the settings that change while the service runs. */
export interface SwitchTable {
  name: string;
  value: string;
}

export interface AuditTable extends Identified {
  at: Millis;
  userId: number | null;
  userName: string;
  action: string;
  target: string;
  status: number;
  requestId: string;
}

/** The store's tables; names are in snake case there. */
export interface Tables {
  users: UserTable;
  roles: RoleTable;
  userRoles: UserRoleTable;
  groups: GroupTable;
  userGroups: UserGroupTable;
  sessions: SessionTable;
  tokens: TokenTable;
  identities: IdentityTable;
  projects: ProjectTable;
  projectMembers: ProjectMemberTable;
  datasets: DatasetTable;
  workflows: WorkflowTable;
  datasetVersions: DatasetVersionTable;
  workflowVersions: WorkflowVersionTable;
  trashedWorkflows: TrashedWorkflowTable;
  trashedWorkflowVersions: TrashedWorkflowVersionTable;
  trashedSchedules: TrashedScheduleTable;
  executions: ExecutionTable;
  executionNodes: ExecutionNodeTable;
  executionEvents: ExecutionEventTable;
  executionOutputs: ExecutionOutputTable;
  schedules: ScheduleTable;
  scheduleFires: ScheduleFireTable;
  dashboards: DashboardTable;
  models: ModelTable;
  modelVersions: ModelVersionTable;
  connections: ConnectionTable;
  variables: VariableTable;
  audit: AuditTable;
  mails: MailTable;
  switches: SwitchTable;
  formerNames: FormerNameTable;
}
