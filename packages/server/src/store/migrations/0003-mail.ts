import type { Statements } from './statements.ts';

/** Mails that wait, are under way, and what became of them: one row a run and address. */
export const mail: Statements = ({ id, text }) => [
  `drop table mails`,
  `create table mails (
    id ${id},
    execution_id bigint not null references executions on delete cascade,
    outcome ${text} not null,
    recipient ${text} not null,
    status ${text} not null,
    attempts integer not null,
    claim ${text},
    created_at bigint not null,
    next_attempt_at bigint not null,
    ended_at bigint,
    message ${text},
    unique (execution_id, recipient)
  )`,
  `create index mails_due on mails (status, next_attempt_at, id)`,
];
