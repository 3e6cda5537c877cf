import { types, type StructType, type Value } from '@millrace/spark-connect';
import { RunError } from '@millrace/errors';
import type { RowsToPredict } from './rows-to-predict.ts';

type Cells = readonly Value[];

/** Rows that each carry their number in a column more, whose name is none of those that are taken. */
export function numbered(
  { schema, rows }: RowsToPredict,
  taken: readonly string[],
): RowsToPredict & { readonly number: string } {
  const names = new Set([...schema.fields.map(({ name }) => name), ...taken].map((name) => name.toLowerCase()));
  let number = '_row_number';
  while (names.has(number)) number += '_';
  const fields: StructType['fields'] = [...schema.fields, { name: number, type: types.integer, nullable: true }];
  return { number, schema: { kind: 'struct', fields }, rows: rows.map((row, at) => [...row, at]) };
}

/** A row that a model has made, and the number of the one that it was made from. */
export interface MadeRow {
  readonly at: number;
  readonly cells: Cells;
}

/**
 * What a model has made of each of so many rows, in their order. Throws a `RunError` for rows that it has left out, or made
 * several of.
 */
export function oneOfEach(made: readonly MadeRow[], count: number): readonly Cells[] {
  const found = Map.groupBy(made, ({ at }) => at);
  const missing = Array.from({ length: count }, (_, at) => at).filter((at) => !found.has(at));
  const [first, ...others] = missing;
  if (first !== undefined)
    throw new RunError(
      'ROW_LEFT_OUT',
      `rows/${first}: the model leaves this row out${also(others)}`,
      'give values that it has learned, and no null; or make it anew of nodes that keep such rows (handleInvalid: keep, coldStartStrategy: nan)',
      `rows/${first}`,
    );
  return Array.from({ length: count }, (_, at) => {
    const [one, ...more] = found.get(at) ?? [];
    if (one !== undefined && more.length === 0) return one.cells;
    throw new RunError(
      'SEVERAL_ROWS',
      `rows/${at}: the model makes ${more.length + 1} rows of this one`,
      'predict with it by a workflow',
      `rows/${at}`,
    );
  });
}

const also = (others: readonly number[]): string =>
  others.length === 0
    ? ''
    : `, and ${others.length} more: ${others
        .slice(0, 10)
        .map((at) => `rows/${at}`)
        .join(', ')}${others.length > 10 ? ', …' : ''}`;
