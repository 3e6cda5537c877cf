import { functionTable } from './table.ts';

/** Functions that tell true from false. How to read the table: {@link functionTable}. */
export const predicates = functionTable({
  equalNull: 'c c',
  ilike: 'c c v?',
  isnan: 'c',
  isnotnull: 'c',
  isnull: 'c',
  like: 'c c v?',
  regexp: 'c c',
  regexpLike: 'c c',
  rlike: 'c c',
});
