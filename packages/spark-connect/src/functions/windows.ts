import { functionTable } from './table.ts';

/** Window functions: `F.rank().over(…)`. How to read the table: {@link functionTable}. */
export const windows = functionTable({
  counterDiff: 'c c?',
  cumeDist: '',
  denseRank: '',
  lag: 'c v? v?',
  lead: 'c v? v?',
  nthValue: 'c v v?',
  ntile: 'v',
  percentRank: '',
  rank: '',
  rowNumber: '',
});
