import type { Statements } from './statements.ts';

/** What makes a run the same when it is begun or gone on with again. */
export const reuse: Statements = ({ text }) => [
  `alter table executions add column clock bigint not null default 0`,
  `alter table executions add column seed ${text} not null default '0'`,
  `alter table executions add column run_key ${text} not null default ''`,
  `alter table executions add column resumes bigint`,
];
