import type { Statements } from './statements.ts';

/** The nodes that a run was asked for, if it was not for all. */
export const partialRuns: Statements = ({ text }) => [`alter table executions add column nodes ${text}`];
