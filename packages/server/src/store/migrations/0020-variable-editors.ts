import type { Statements } from './statements.ts';

/** Who set a variable last; null for those set before this was noted. A user may be gone. */
export const variableEditors: Statements = () => [`alter table variables add column edited_by bigint`];
