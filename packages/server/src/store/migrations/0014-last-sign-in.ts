import type { Statements } from './statements.ts';

/** When a user signed in last: what an administrator looks at before an account is closed. */
export const lastSignIn: Statements = () => [`alter table users add column last_sign_in_at bigint`];
