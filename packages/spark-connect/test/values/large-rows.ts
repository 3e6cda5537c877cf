import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnFromArray, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { functions as F, parseSchema } from '../../src/index.ts';
import { inPieces } from '../../src/sendable.ts';
import type { EngineFixture } from '../support/engines.ts';

/** Rows of this process that are larger than a message should be. */
export function largeRows({ kind, session }: EngineFixture): void {
  const rowsOf = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, i) => [i, 'x'.repeat(bytes - 4) + (i % 10)]);
  const totals = [
    F.count().alias('n'),
    F.sum('i').alias('i'),
    F.sum(F.length('s')).alias('bytes'),
    F.countDistinct('s').alias('d'),
  ];

  test('5 MB of rows arrive', async () => {
    const spark = await session();
    const [totalRow] = await spark
      .createDataFrame(rowsOf(50_000, 100), 'i int, s string')
      .agg(...totals)
      .collect();
    assert.deepEqual(totalRow, { n: 50_000n, i: 1_249_975_000n, bytes: 4_850_000n, d: 10n });
  });

  test('70 MB of rows arrive, and are not sent again', async () => {
    const spark = await session();
    const df = spark.createDataFrame(rowsOf(7000, 10_000), 'i int, s string');
    assert.equal(df.relation.relType.case, 'chunkedCachedLocalRelation');
    for (let i = 0; i < 2; i++) {
      const [totalRow] = await df.agg(...totals).collect();
      assert.deepEqual(totalRow, { n: 7000n, i: 24_496_500n, bytes: 69_979_000n, d: 10n });
    }
    assert.deepEqual(await df.columns(), ['i', 's']);
  });

  test('150 MB of rows arrive where the engine keeps artifacts, and are refused in plain words where not', async () => {
    const spark = await session();
    const df = spark.createDataFrame(rowsOf(1500, 100_000), 'i int, s string');
    if (kind === 'spark') assert.equal(await df.count(), 1500);
    else await assert.rejects(df.count(), /larger than|too large|limit/);
  });

  test('an Arrow table of 30 MB arrives, as one of 10 rows of 3 MB does', async () => {
    const spark = await session();
    const text = 'x'.repeat(3_000_000);
    const table = tableFromColumns({
      s: columnFromArray(
        Array.from({ length: 10 }, () => text),
        utf8(),
      ),
    });
    const arrow = spark.createDataFrameFromArrow(tableToIPC(table, { format: 'stream' }) ?? new Uint8Array());
    const rows = spark.createDataFrame(Array.from({ length: 10 }, () => ({ s: text })));
    for (const df of [arrow, rows]) assert.equal(df.relation.relType.case, 'chunkedCachedLocalRelation');
    for (const df of [arrow, rows])
      assert.deepEqual(await df.agg(F.sum(F.length('s')).alias('n')).collect(), [{ n: 30_000_000n }]);
  });

  test('large rows among small ones are cut into pieces of at most 16 MB, a larger row alone', () => {
    const large = 'x'.repeat(3_000_000);
    const rows = Array.from({ length: 2000 }, (_, i) => [
      i >= 1000 && i < 1010 ? large : i === 5 ? large.repeat(6) : 'x',
    ]);
    const sizes = inPieces(rows, parseSchema('s string')).map((piece) => piece.length);
    assert.deepEqual(
      sizes.filter((size) => size > 16 * 1024 * 1024).map((size) => Math.round(size / 1e6)),
      [18],
    );
    assert.ok(sizes.length < 40, String(sizes));
  });
}
