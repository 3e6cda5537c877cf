/** Most rows of one statement: stores bound the number of its parameters. */
const maxRows = 100;

/** Most letters of text in one statement. */
const maxText = 4 << 20;

/** Rows in the batches that one statement stores; `textOf` gives the letters of a row. */
export function* batches<T>(rows: readonly T[], textOf: (row: T) => number): Generator<readonly T[]> {
  let batch: T[] = [];
  let text = 0;
  for (const row of rows) {
    if (batch.length > 0 && (batch.length === maxRows || text + textOf(row) > maxText)) {
      yield batch;
      batch = [];
      text = 0;
    }
    batch.push(row);
    text += textOf(row);
  }
  if (batch.length > 0) yield batch;
}
