import assert from 'node:assert/strict';
import type { SparkSession } from '../../src/index.ts';

const text = "select id, concat('row ', id) as s from range(1000000)";

/** Reads a million rows batch by batch and checks that each is there once. */
export async function readMillion(session: SparkSession): Promise<void> {
  const ids = new Uint8Array(1_000_000);
  let rows = 0;
  for await (const batch of session.sql(text).batches()) {
    rows += batch.rowCount;
    const texts = batch.column(1);
    for (const [i, id] of batch.column(0).entries()) {
      ids[Number(id)] = 1;
      if (i === 0) assert.equal(texts[i], `row ${String(id)}`);
    }
  }
  assert.equal(rows, 1_000_000);
  assert.ok(ids.every((v) => v === 1));
}

/** A query that no engine finishes within the time of a test. */
export const endless = 'select count(*) from range(10000000) a, range(1000000) b where a.id + b.id % 7 = 3';

/** Runs something, gives its result or error, and fails when it takes longer than so many ms. */
export async function within<T>(ms: number, run: () => Promise<T>): Promise<T | Error> {
  const start = performance.now();
  const outcome = await run().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  const elapsed = performance.now() - start;
  assert.ok(elapsed < ms, `took ${Math.round(elapsed)} ms`);
  return outcome;
}
