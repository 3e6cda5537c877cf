import type { StructType } from '@millrace/spark-connect/types';
import type { Cell } from '../events.ts';
import type { Columns } from './arrange.ts';

/** A table of which rows can be read in any order. */
export interface Arrangeable extends Columns {
  readonly schema: StructType;
  /** Rows by their numbers, which ascend, some at a time. */
  pick(numbers: Uint32Array): AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Rows of an arranged table. */
export interface ArrangedPage {
  /** Rows that pass the filters. */
  readonly found: number;
  readonly rows: number;
  /** The rows as JSON, in UTF-8, with commas between them. */
  readonly json: Uint8Array<ArrayBuffer>;
}

/**
 * The JSON of rows from one place of an order up to another, that one not with them. They are fewer where they have more than
 * `mostText` characters in all, but one at least.
 */
export async function rowTexts(
  table: Arrangeable,
  order: Uint32Array,
  [from, to]: readonly [number, number],
  maxText: number,
): Promise<readonly string[]> {
  const rowNumbers = order.subarray(from, to);
  // rows are read in the order in which they lie in the table
  const positions = Uint32Array.from(rowNumbers, (_, i) => i).sort(
    (a, b) => (rowNumbers[a] ?? 0) - (rowNumbers[b] ?? 0),
  );
  const texts = new Array<string>(rowNumbers.length).fill('');
  let [next, length] = [0, 0];
  for await (const rows of table.pick(positions.map((i) => rowNumbers[i] ?? 0)))
    for (const row of rows) {
      const position = positions[next++] ?? 0;
      if (position >= texts.length) continue;
      const text = JSON.stringify(row);
      texts[position] = text;
      length += text.length;
      while (length > maxText && texts.length > 1) length -= texts.pop()?.length ?? 0;
    }
  return texts;
}
