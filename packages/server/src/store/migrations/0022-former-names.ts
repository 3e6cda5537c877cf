import type { Statements } from './statements.ts';

/** Former user names, and who had them: files in their homes may still be those of that user. */
export const formerNames: Statements = ({ text }) => [
  `create table former_names (name ${text} primary key, user_id bigint not null, left_at bigint not null)`,
];
