import type { Statements } from './statements.ts';

/** Who people are at a provider of sign-in. */
export const identities: Statements = ({ id, text }) => [
  `create table identities (
    id ${id},
    user_id bigint not null references users on delete cascade,
    issuer ${text} not null,
    subject ${text} not null,
    linked_at bigint not null,
    unique (issuer, subject)
  )`,
  `create index identities_of_user on identities (user_id, id)`,
];
