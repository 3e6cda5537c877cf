import type { Plan } from './arrangement.ts';
import { compareKeys, type SortKey } from './comparable.ts';
import type { Primitive } from './shape.ts';

/** A table whose columns can be read one by one. */
export interface Columns {
  readonly rowCount: number;
  /** Values of a column, some at a time, in the order of the rows: as they are stored, nested ones as they are shown. */
  values(column: number): AsyncIterable<ArrayLike<unknown>>;
}

/** Numbers of the rows that are wanted, in their order. Rows that tie keep the order of the table. */
export async function arrange(table: Columns, { tests, sort }: Plan): Promise<Uint32Array> {
  const rows = await passing(table, tests);
  if (sort.length === 0) return rows;
  const comparisons: Comparison[] = [];
  for (const by of sort) comparisons.push(await comparisonOf(table, rows, by));
  const order = Uint32Array.from(rows, (_, i) => i);
  order.sort((a, b) => {
    for (const compare of comparisons) {
      const way = compare(a, b);
      if (way !== 0) return way;
    }
    return a - b;
  });
  return order.map((i) => rows[i] ?? 0);
}

/** Numbers of the rows that pass all tests, from the first on. */
async function passing(table: Columns, tests: Plan['tests']): Promise<Uint32Array> {
  const fails = new Uint8Array(table.rowCount);
  for (const [index, some] of Map.groupBy(tests, (test) => test.index))
    await eachValue(table, index, (raw, row) => {
      if (fails[row] === 0 && !some.every(({ passes }) => passes(raw))) fails[row] = 1;
    });
  const rows = new Uint32Array(fails.reduce((many, fail) => many + 1 - fail, 0));
  let next = 0;
  for (let row = 0; row < fails.length; row++) if (fails[row] === 0) rows[next++] = row;
  return rows;
}

/** Compares two of some rows, which are named by their index among these. */
type Comparison = (a: number, b: number) => number;

async function comparisonOf(
  table: Columns,
  rows: Uint32Array,
  { index, keyOf, isDescending, nullsFirst }: Plan['sort'][number],
): Promise<Comparison> {
  const keys: (SortKey | null)[] = [];
  await eachValue(table, index, (raw, row) => {
    if (row === rows[keys.length]) keys.push(raw === null || raw === undefined ? null : keyOf(raw as Primitive));
  });
  const [way, nullsWay] = [isDescending ? -1 : 1, nullsFirst ? -1 : 1];
  return (a, b) => {
    const one = keys[a] ?? null;
    const other = keys[b] ?? null;
    if (one === other) return 0;
    if (one === null) return nullsWay;
    return other === null ? -nullsWay : way * compareKeys(one, other);
  };
}

async function eachValue(table: Columns, index: number, each: (raw: unknown, row: number) => void): Promise<void> {
  let row = 0;
  for await (const some of table.values(index)) for (let i = 0; i < some.length; i++) each(some[i], row++);
}
