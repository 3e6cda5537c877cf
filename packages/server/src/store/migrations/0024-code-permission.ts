import type { Statements } from './statements.ts';

/** Those who could edit workflows may write their code, too. */
export const codePermission: Statements = () => [
  `update roles set permissions = replace(permissions, '"workflows.modify"', '"workflows.modify","workflows.code"')
   where permissions like '%"workflows.modify"%' and permissions not like '%"workflows.code"%'`,
];
