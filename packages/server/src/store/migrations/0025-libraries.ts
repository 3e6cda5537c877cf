import type { Statements } from './statements.ts';

/** The libraries that the code of a project imports, as a JSON list, and who has saved them last. A user may be gone. */
export const libraries: Statements = ({ text }) => [
  `alter table projects add column libraries ${text} not null default '[]'`,
  `alter table projects add column libraries_by bigint`,
];
