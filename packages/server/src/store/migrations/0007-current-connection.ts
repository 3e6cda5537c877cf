import type { Statements } from './statements.ts';

/** The connection that a user works with. */
export const currentConnection: Statements = () => [
  `alter table users add column current_connection_id bigint references connections on delete set null`,
];
