import type { Plan } from './arrangement.ts';
import { keyMaker, sortByWord } from './sort-keys.ts';
import type { Primitive } from './shape.ts';

/** A table whose columns can be read one by one. */
export interface Columns {
  readonly rowCount: number;
  /** Values of a column, some at a time, in the order of the rows: as they are stored, nested ones as they are shown. */
  values(place: number): AsyncIterable<ArrayLike<unknown>>;
}

/** Numbers of the rows that are wanted, in their order. Rows that tie keep the order of the table. */
export async function arrange(table: Columns, { tests, sort }: Plan): Promise<Uint32Array> {
  const rows = await passing(table, tests);
  // the last column first: each pass keeps the order of the pass before
  let order: Uint32Array = Uint32Array.from(rows, (_, i) => i);
  for (const { place, keys, isDescending, nullsFirst } of sort.toReversed()) {
    const maker = keyMaker(keys, rows.length);
    let next = 0;
    await eachValue(table, place, (raw, row) => {
      if (row !== rows[next]) return;
      maker.set(next, raw as Primitive | null);
      next += 1;
    });
    const { words, nulls } = maker.finish();
    for (const word of words) order = sortByWord(order, word, isDescending);
    order = nullsAside(order, nulls, nullsFirst);
  }
  return order.map((i) => rows[i] ?? 0);
}

/** Numbers of the rows that pass all tests, from the first on. */
async function passing(table: Columns, tests: Plan['tests']): Promise<Uint32Array> {
  const fails = new Uint8Array(table.rowCount);
  for (const [place, some] of Map.groupBy(tests, (test) => test.place))
    await eachValue(table, place, (raw, row) => {
      if (fails[row] === 0 && !some.every(({ passes }) => passes(raw))) fails[row] = 1;
    });
  const rows = new Uint32Array(fails.reduce((many, fail) => many + 1 - fail, 0));
  let next = 0;
  for (let row = 0; row < fails.length; row++) if (fails[row] === 0) rows[next++] = row;
  return rows;
}

async function eachValue(table: Columns, place: number, each: (raw: unknown, row: number) => void): Promise<void> {
  let row = 0;
  for await (const some of table.values(place)) for (let i = 0; i < some.length; i++) each(some[i], row++);
}

function nullsAside(order: Uint32Array, nulls: Uint8Array, first: boolean): Uint32Array {
  if (!nulls.includes(1)) return order;
  const absent = order.filter((row) => nulls[row] === 1);
  const present = order.filter((row) => nulls[row] === 0);
  const sorted = new Uint32Array(order.length);
  sorted.set(first ? absent : present);
  sorted.set(first ? present : absent, first ? absent.length : present.length);
  return sorted;
}
