import { functionTable } from './table.ts';

/** Bitwise functions. How to read the table: {@link functionTable}. */
export const bits = functionTable({
  bitCount: 'c',
  bitGet: 'c c',
  bitwiseNot: ['~', 'c'],
  getbit: 'c c',
  shiftleft: 'c v',
  shiftright: 'c v',
  shiftrightunsigned: 'c v',
});
