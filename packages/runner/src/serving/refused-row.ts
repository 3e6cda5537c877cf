import type { Value } from '@millrace/spark-connect';
import { runError, type RunError } from '@millrace/errors';
import type { RowsToPredict } from './rows-to-predict.ts';

/** What an engine or a library has against rows. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * The first of so many rows that is refused, found by halves; `undefined` where they are refused only together. `isRefused` says
 * whether those from one place to before another are.
 */
export async function firstRefused(
  count: number,
  isRefused: (from: number, to: number) => Promise<boolean>,
): Promise<number | undefined> {
  let [from, to] = [0, count];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (await isRefused(from, middle)) to = middle;
    else from = middle;
  }
  return count === 1 || (await isRefused(from, to)) ? from : undefined;
}

/** What is wrong with a row, by its column where the words and the row tell which one it is. */
export function refusalOf({ schema, rows }: RowsToPredict, at: number, { message, remedy }: Refusal): RunError {
  const columnsWhere = (is: (value: Value | undefined) => boolean): readonly string[] =>
    schema.fields.filter((_, i) => is(rows[at]?.[i])).map(({ name }) => name);
  const [, unknown] = /^value "(.*)" was not in the training data/s.exec(message) ?? [];
  const [holder, ...holders] = unknown === undefined ? [] : columnsWhere((value) => String(value) === unknown);
  if (holder !== undefined && holders.length === 0)
    return runError(
      'value-not-trained',
      { at, column: holder, value: unknown ?? '' },
      { field: `rows/${at}/${holder}` },
    );
  // that they lack a value is so, whatever the engine means
  const empty = /\bnull\b|\bNaN\b|has no vector/i.test(message) ? columnsWhere(isMissing) : [];
  const [column, ...others] = empty;
  if (column === undefined) return runError('row-refused', { at, message, remedy }, { field: `rows/${at}` });
  return runError(
    'row-refused-with-gaps',
    { at, message, columns: empty },
    { field: others.length === 0 ? `rows/${at}/${column}` : `rows/${at}` },
  );
}

const isMissing = (value: Value | undefined): boolean => value === null || value === undefined || Number.isNaN(value);
