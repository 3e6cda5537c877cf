import type { Statements } from './statements.ts';

/** Which Spark the workflows of a project were made for, if they do not say so themselves. */
export const compatibility: Statements = ({ text }) => [
  `alter table projects add column compatibility ${text} not null default 'spark4'`,
];
