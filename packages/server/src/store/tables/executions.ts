import type { Millis, JsonText, Identified, InProject } from './columns.ts';

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
  /** The application of Spark that it is in on a cluster; null if its engine is one of the service. */
  applicationId: string | null;
  /** Address of the page of that application; null if it has none. */
  uiWebUrl: string | null;
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
  /** The state folder that its log lies in (`RunLogs.identity`); null if it has no file. */
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
  /** Where the rows of a large table lie (`TableLocation`); null if all are in the body. */
  kept: JsonText | null;
}

/** A mail about the end of a run, to one address. */
export interface MailTable extends Identified {
  executionId: number;
  outcome: 'success' | 'failure';
  recipient: string;
  /**
   * WAITING for an attempt, or in one whose content is not with the server yet; SENDING while the server has the content
   * and has not answered; UNCERTAIN if its answer has not come: it may have arrived and is not sent again.
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
