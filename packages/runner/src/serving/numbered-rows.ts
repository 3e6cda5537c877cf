import { types, type StructType, type Value } from '@millrace/spark-connect';
import { runError } from '@millrace/errors';
import type { RowsToPredict } from './rows-to-predict.ts';

type Cells = readonly Value[];

/** Rows that each carry their number in a column more, whose name is none of those that are taken. */
export function numberRows(
  { schema, rows }: RowsToPredict,
  existing: readonly string[],
): RowsToPredict & { readonly number: string } {
  const names = new Set([...schema.fields.map(({ name }) => name), ...existing].map((name) => name.toLowerCase()));
  let number = '_row_number';
  while (names.has(number)) number += '_';
  const fields: StructType['fields'] = [...schema.fields, { name: number, type: types.integer, nullable: true }];
  return { number, schema: { kind: 'struct', fields }, rows: rows.map((row, at) => [...row, at]) };
}

/** A row that a model has made, and the number of the one that it was made from. */
export interface PredictedRow {
  readonly at: number;
  readonly cells: Cells;
}

/**
 * What a model has made of each of so many rows, in their order. Throws a `RunError` for rows that it has left out, or made
 * several of.
 */
export function oneOfEach(rows: readonly PredictedRow[], count: number): readonly Cells[] {
  const groups = Map.groupBy(rows, ({ at }) => at);
  const missing = Array.from({ length: count }, (_, at) => at).filter((at) => !groups.has(at));
  const [first, ...others] = missing;
  if (first !== undefined) throw runError('row-left-out', { at: first, others }, { field: `rows/${first}` });
  return Array.from({ length: count }, (_, at) => {
    const [one, ...more] = groups.get(at) ?? [];
    if (one !== undefined && more.length === 0) return one.cells;
    throw runError('several-rows', { at, count: more.length + 1 }, { field: `rows/${at}` });
  });
}
