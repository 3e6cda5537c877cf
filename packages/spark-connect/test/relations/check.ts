import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SparkError, type DataFrame, type SparkSession, type Value } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** What a composed DataFrame gives; `order` says that the rows come in this order. */
export interface RelationCase {
  readonly of: (spark: SparkSession) => DataFrame;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  readonly ordered?: true;
  /** What Sail says where it does not know the relation, or gives instead of Spark's rows. */
  readonly sail?: RegExp | readonly (readonly Value[])[];
}

const comparable = (rows: readonly (readonly Value[])[], ordered: boolean): readonly string[] => {
  const texts = rows.map((row) => JSON.stringify(row, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v)));
  return ordered ? texts : texts.toSorted();
};

/** Runs each case on the engine and compares column names and rows. */
export function checkCases({ kind, session }: EngineFixture, cases: Readonly<Record<string, RelationCase>>): void {
  for (const [name, { of, columns, rows, ordered = false, sail }] of Object.entries(cases))
    test(name, async () => {
      const spark = await session();
      const run = of(spark).table();
      if (kind === 'sail' && sail instanceof RegExp) {
        await assert.rejects(run, (error) => error instanceof SparkError && sail.test(error.message));
        return;
      }
      const table = await run;
      assert.deepEqual(
        table.schema.fields.map((f) => f.name),
        columns,
      );
      const expected = kind === 'sail' && sail !== undefined && !(sail instanceof RegExp) ? sail : rows;
      assert.deepEqual(comparable(table.rows, ordered), comparable(expected, ordered));
    });
}
