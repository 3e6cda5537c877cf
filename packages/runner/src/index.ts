export type {
  Cell,
  ColumnInfo,
  Emit,
  Manifest,
  NodeFailure,
  NodeReport,
  RunEvent,
  RunOutput,
} from './results/events.ts';
export type { SparkRequest } from './plan/spark-request.ts';
export type { RequestedEngine } from './plan/choose-engine.ts';
export { prepareRun, preparingRun, type PreparedRun, type PrepareOptions } from './execute/prepare-run.ts';
export type { RunRequest, RunServices } from './execute/run-request.ts';
export { runWorkflow } from './execute/run.ts';
export { checkParity, type NodeDifference, type ParityReport } from './parity.ts';
export {
  explainWorkflow,
  planProblems,
  workflowCode,
  type ExplainOptions,
  type Explanation,
  type NodeExplanation,
  type Script,
} from './explain/index.ts';
export { EditingSessions } from './preview/editing-sessions.ts';
export type { EditingSession } from './preview/editing-session.ts';
export * from './preview/index.ts';
export { NodeStore } from './cache/node-store.ts';
