import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functions as F, SparkError } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** Configuration, tags, files and copies of a session. */
export function settings({ kind, open }: EngineFixture): void {
  test('keeps its configuration to itself', async () => {
    const [one, other] = [await open(), await open()];
    const key = 'spark.sql.shuffle.partitions';
    const before = await other.getConfig(key);
    await one.setConfig({ [key]: '3', 'spark.sql.ansi.enabled': 'false' });
    assert.equal(await one.getConfig(key), '3');
    assert.equal(await other.getConfig(key), before);
    assert.deepEqual(await one.sql("select cast('x' as int) as n").collect(), [{ n: null }]);
    const all = await one.allConfig();
    assert.deepEqual([all.get(key), all.has('no.such.key')], ['3', false]);
    await one.unsetConfig(key);
    // back to Spark's own default, not to what the server was started with
    assert.equal(await one.getConfig(key), '200');
    assert.equal(await one.getConfig('no.such.key'), undefined);
  });

  test('has tags that are no empty text and have no comma', async () => {
    const spark = await open();
    assert.throws(() => spark.addTag(''), TypeError);
    assert.throws(() => spark.addTag('a,b'), TypeError);
    spark.addTag('a');
    spark.addTag('a');
    spark.addTag('b');
    assert.deepEqual(spark.tags, ['a', 'b']);
    spark.removeTag('a');
    assert.deepEqual(spark.tags, ['b']);
    assert.deepEqual(await spark.sql('select 1 as one').collect({ tags: ['b', 'c'] }), [{ one: 1 }]);
    spark.clearTags();
    assert.deepEqual(spark.tags, []);
  });

  test('tells the version of its engine', async () => {
    const spark = await open();
    if (kind === 'spark') assert.match(await spark.version(), /^4\.\d+\.\d+$/);
    else await assert.rejects(spark.version(), /failed to get PySpark version/);
  });

  test('takes files, which its queries can read', async () => {
    const spark = await open();
    const data = new TextEncoder().encode('k,v\n1,a\n'.padEnd(3_000_000, '2,b\n'));
    const upload = spark.client.addArtifacts([
      { name: 'files/small.txt', data: data.subarray(0, 8) },
      { name: 'files/large.csv', data },
    ]);
    if (kind === 'sail') {
      await assert.rejects(upload, SparkError);
      return;
    }
    await upload;
    await assert.rejects(
      spark.client.addArtifacts([{ name: 'files/small.txt', data: data.subarray(0, 4) }]),
      SparkError,
    );
  });

  test('can be copied with its views and settings', async () => {
    const spark = await open();
    await spark.setConfig({ 'spark.sql.shuffle.partitions': '7' });
    await spark.range(2).createOrReplaceTempView('copied');
    if (kind === 'sail') {
      await assert.rejects(spark.clone(), /clone session/);
      return;
    }
    await using copy = await spark.clone();
    assert.notEqual(copy.sessionId, spark.sessionId);
    assert.equal(await copy.getConfig('spark.sql.shuffle.partitions'), '7');
    await copy.range(1).createOrReplaceTempView('copied');
    assert.deepEqual([await copy.table('copied').count(), await spark.table('copied').count()], [1, 2]);
  });

  test('runs operations side by side', async () => {
    const spark = await open();
    const sums = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        spark
          .range(10_000)
          .agg(F.sum(F.col('id').plus(i)).alias('s'))
          .collect(),
      ),
    );
    assert.deepEqual(
      sums.map(([row]) => row?.['s']),
      Array.from({ length: 12 }, (_, i) => 49_995_000n + 10_000n * BigInt(i)),
    );
  });
}
