/** Rows of a result: doubles as numbers, all else as texts that hold every digit. */
export type Rows = readonly (readonly (string | number | null)[])[];

/** Of sums of doubles no engine fixes the last digits. */
const tolerance = 1e-9;

/**
 * What differs between two results, in one line; undefined if nothing does. Rows of the same sort key may come in any order.
 * Decimals count to the last digit; next to a double, which DuckDB makes of quotients and averages, to half of their last digit.
 */
export function difference(ours: Rows, theirs: Rows): string | undefined {
  if (ours.length !== theirs.length) return `${ours.length} rows, not ${theirs.length}`;
  const at = ours.findIndex((row, i) => !isSameRow(row, theirs[i] ?? []));
  if (at < 0) return undefined;
  const [a, b] = [sortRows(ours), sortRows(theirs)];
  const apart = a.findIndex((row, i) => !isSameRow(row, b[i] ?? []));
  return apart < 0 ? undefined : `${JSON.stringify(a[apart])} is ${JSON.stringify(b[apart])}`;
}

const isSameRow = (a: Rows[number], b: Rows[number]): boolean =>
  a.length === b.length && a.every((cell, i) => isSame(cell, b[i] ?? null));

function isSame(a: Rows[number][number], b: Rows[number][number]): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'string' && typeof b === 'string') return plain(a) === plain(b);
  const [x, y] = [Number(a), Number(b)];
  return Math.abs(x - y) <= Math.max(tolerance * Math.abs(x), half(a), half(b));
}

/** Half of the last digit of a decimal; nothing for a double. */
const half = (cell: string | number): number =>
  typeof cell === 'number' ? 0 : 0.500_001 * 10 ** -(cell.split('.')[1]?.length ?? 0);

/** A decimal without the noughts that its type adds. */
const plain = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);

/** By what is exact in a row. */
const sortRows = (rows: Rows): Rows => {
  const key = (row: Rows[number]): string =>
    row.map((cell) => (typeof cell === 'string' ? plain(cell) : '')).join('\0');
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
};
