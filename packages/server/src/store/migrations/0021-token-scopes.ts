import type { Statements } from './statements.ts';

/** What a token may be used for: scopes with blanks between. Tokens of before have all of them, as they had. */
export const tokenScopes: Statements = ({ text }) => [
  `alter table tokens add column scopes ${text} not null default 'read run write admin'`,
];
