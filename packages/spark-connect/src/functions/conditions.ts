import { functionTable } from './table.ts';

/** Conditions and nulls. How to read the table: {@link functionTable}. */
export const conditions = functionTable({
  coalesce: 'c*',
  ifnull: 'c c',
  nanvl: 'c c',
  nullif: 'c c',
  nullifzero: 'c',
  nvl: 'c c',
  nvl2: 'c c c',
  zeroifnull: 'c',
});
