import type { Statements } from './statements.ts';

/** Names the state folder that the log of a run lies in. */
export const runLogs: Statements = ({ text }) => [`alter table executions add column log_home ${text}`];
