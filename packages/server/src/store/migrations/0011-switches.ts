import type { Statements } from './statements.ts';

/** Settings that an administrator changes while the service runs. */
export const switches: Statements = ({ text }) => [
  `create table switches (name ${text} primary key, value ${text} not null)`,
];
