import type { Statements } from './statements.ts';

/** Names the file that a large table lies in. */
export const largeTables: Statements = ({ text }) => [`alter table execution_outputs add column kept ${text}`];
