import type { Generated } from 'kysely';

/** True and false as both stores hold them. */
export type Flag = 0 | 1;

/** Milliseconds since the epoch. */
export type Millis = number;

/** Text that holds JSON. */
export type JsonText = string;

interface Identified {
  id: Generated<number>;
}

interface Dated {
  dateCreated: Millis;
  dateLastUpdated: Millis;
}

export interface UserTable extends Identified, Dated {
  username: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  email: string;
  isActive: Flag;
  isSuperuser: Flag;
  currentProjectId: number | null;
  currentConnectionId: number | null;
  lastSignInAt: Millis | null;
}

/** A role is a set of permissions, by name. */
export interface RoleTable extends Identified {
  name: string;
  permissions: JsonText;
}

export interface UserRoleTable {
  userId: number;
  roleId: number;
}

export interface GroupTable extends Identified {
  name: string;
  properties: JsonText;
}

export interface UserGroupTable {
  userId: number;
  groupId: number;
}

export interface SessionTable {
  /** SHA-256 of what the cookie holds. */
  hash: string;
  userId: number;
  createdAt: Millis;
  expiresAt: Millis;
}

export interface TokenTable extends Identified {
  hash: string;
  userId: number;
  description: string;
  /** Scopes with blanks between; all where none are named. */
  scopes: Generated<string>;
  createdAt: Millis;
  expiresAt: Millis;
}

/** Who a user is at a provider of sign-in (OpenID Connect): its name and the name that it never gives to another. */
export interface IdentityTable extends Identified {
  userId: number;
  issuer: string;
  subject: string;
  linkedAt: Millis;
}

export interface ProjectTable extends Identified, Dated {
  uuid: string;
  name: string;
  description: string;
  tag: string;
  /** Which Spark its workflows were made for, where they do not say so themselves. */
  compatibility: Generated<string>;
  ownerId: number;
}

/** What a user, or the users of a group, may do in a project (`Right`s added up). One of the two ids is set. */
export interface ProjectMemberTable extends Identified {
  projectId: number;
  userId: number | null;
  groupId: number | null;
  rights: number;
}

interface InProject {
  projectId: number;
  userId: number;
}

export interface DatasetTable extends Identified, Dated, InProject {
  uuid: string;
  version: number;
  name: string;
  category: string | null;
  description: string;
  path: string;
  datasetType: string;
  /** The record as it was saved, unknown keys with it. */
  record: JsonText;
}

export interface DatasetVersionTable extends Identified {
  datasetId: number;
  version: number;
  /** The record as it was saved. */
  record: JsonText;
  userId: number;
  userName: string;
  dateLastUpdated: Millis;
}

export interface WorkflowTable extends Identified, Dated, InProject {
  uuid: string;
  version: number;
  name: string;
  category: string;
  description: string;
  engine: string;
  /** The graph as it was saved, unknown keys with it. */
  content: JsonText;
  lockedByUserId: number | null;
}

export interface WorkflowVersionTable extends Identified {
  workflowId: number;
  version: number;
  content: JsonText;
  userId: number;
  userName: string;
  userComment: string | null;
  dateLastUpdated: Millis;
}

/** A workflow that was thrown away; it has the id that it had. */
export interface TrashedWorkflowTable extends Omit<WorkflowTable, 'id' | 'lockedByUserId'> {
  id: number;
  trashedAt: Millis;
  trashedByUserId: number;
}

export interface TrashedWorkflowVersionTable extends Omit<WorkflowVersionTable, 'id'> {
  id: number;
}

export interface ExecutionTable extends Identified, InProject {
  workflowId: number;
  workflowVersion: number;
  scheduleId: number | null;
  /** One of `statuses`. */
  status: number;
  name: string;
  category: string;
  description: string;
  jobId: string;
  /** The graph as it was when the run was asked for. */
  graph: JsonText;
  /** Ids of the nodes that were asked for; null: all. */
  nodes: JsonText | null;
  /** Values of parameters, by name. */
  parameters: JsonText;
  /** The engine that was asked for. */
  wish: string;
  libJars: string;
  sparkConfig: string;
  emailOnSuccess: string | null;
  emailOnFailure: string | null;
  queuedAt: Millis;
  startedAt: Millis | null;
  endedAt: Millis | null;
  heartbeatAt: Millis;
  /** The process that works on it. */
  owner: string | null;
  leaseUntil: Millis;
  /** Goes up with every claim: what an earlier claim writes does not count any more. */
  fence: number;
  /** How often the process that worked on it was gone. */
  crashes: number;
  engine: string | null;
  why: string | null;
  /** Why it ended as it did, for people. */
  message: string | null;
  /** Runs of one lane work one after the other. */
  lane: string | null;
  /** Every "now" of the run. */
  clock: Millis;
  /** Seed of nodes that name none: a whole number. */
  seed: string;
  /** Names the run and those that go on with it: what one has saved the others do not save again. */
  runKey: string;
  /** The run that this one goes on with. */
  resumes: number | null;
  /** The state folder that its log lies in (`RunLogs.identity`); null where it has no file. */
  logHome: string | null;
}

export interface ExecutionNodeTable {
  executionId: number;
  nodeId: string;
  name: string;
  nodeClass: string;
  status: string;
  /** Number of rows, where counted. */
  rowCount: number | null;
  ms: number;
  /** The whole report. */
  report: JsonText;
  endedAt: Millis;
}

export interface ExecutionEventTable {
  executionId: number;
  seq: number;
  at: Millis;
  event: JsonText;
}

export interface ExecutionOutputTable extends Identified {
  executionId: number;
  nodeId: string;
  seq: number;
  type: string;
  title: string;
  body: JsonText;
  /** Where the rows of a large table lie (`KeptIn`); null where all are in the body. */
  kept: JsonText | null;
}

export interface ScheduleTable extends Identified, Dated, InProject {
  workflowId: number;
  name: string;
  description: string;
  /** The record as it was saved, unknown keys with it. */
  record: JsonText;
  nextFireAt: Millis | null;
  firedAt: Millis | null;
  isActive: Flag;
  /** Counts the saves. */
  version: Generated<number>;
}

/** A schedule of a workflow that was thrown away. */
export interface TrashedScheduleTable extends Omit<ScheduleTable, 'id' | 'nextFireAt' | 'isActive'> {
  id: number;
}

/** Each time that a schedule fired, or should have. */
export interface ScheduleFireTable extends Identified {
  scheduleId: number;
  fireAt: Millis;
  outcome: 'FIRED' | 'SKIPPED' | 'MISSED' | 'FAILED';
  executionId: number | null;
  at: Millis;
  /** Why it did not fire, for people. */
  message: string | null;
}

/** What an administrator has changed of the settings that change while the service runs. */
/** A user name that nobody has any more. */
export interface FormerNameTable {
  name: string;
  /** Who had it; mostly gone. */
  userId: number;
  leftAt: Millis;
}

export interface SwitchTable {
  name: string;
  value: string;
}

export interface DashboardTable extends Identified, Dated, InProject {
  uuid: string;
  name: string;
  category: string;
  description: string;
  /** Counts the saves; 1 for what is new. */
  version: Generated<number>;
  content: JsonText;
}

/** A model of a project, known by its name. */
export interface ModelTable extends Identified, Dated, InProject {
  uuid: string;
  name: string;
  description: string;
  /** Number of the last version, deleted ones too. */
  lastVersion: number;
  /** The version that is marked as the best one. */
  champion: number | null;
}

export interface ModelVersionTable extends Identified {
  uuid: string;
  modelId: number;
  version: number;
  /** Folder of the file space that holds it. */
  path: string;
  /** What is known of it: a `ModelRecord`. */
  record: JsonText;
  /** The run that saved it, which may be gone, and its node. */
  executionId: number | null;
  nodeId: string | null;
  userId: number;
  userName: string;
  dateCreated: Millis;
  /** When another save took its folder. */
  replacedAt: Millis | null;
}

export interface ConnectionTable extends Identified, Dated {
  projectId: number | null;
  userId: number;
  name: string;
  category: string;
  /** The record without its secrets. */
  record: JsonText;
  /** Encrypted. */
  secrets: string | null;
}

export interface VariableTable extends Identified, Dated {
  /** Null for a variable of all projects. */
  projectId: number | null;
  name: string;
  value: string;
  description: string;
  /** Who set it last; null where that was before it was noted. */
  editedBy: number | null;
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

/** A mail about the end of a run, to one address. */
export interface MailTable extends Identified {
  executionId: number;
  outcome: 'success' | 'failure';
  recipient: string;
  /**
   * WAITING for an attempt, or in one whose content is not with the server yet; SENDING while the server has the content
   * and has not answered; UNCERTAIN where nobody has heard its answer: it may have arrived and is not sent again.
   */
  status: 'WAITING' | 'SENDING' | 'SENT' | 'FAILED' | 'UNCERTAIN';
  attempts: number;
  /** The attempt that is under way: only who knows it may go on with the mail. */
  claim: string | null;
  createdAt: Millis;
  /** While an attempt is under way: when it counts as broken off. */
  nextAttemptAt: Millis;
  endedAt: Millis | null;
  /** The last answer of the mail server, or what keeps the mail, for people. */
  message: string | null;
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
