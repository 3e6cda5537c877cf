import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functions as F, SparkError, type SideEvent } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** Actions and what the engine keeps. */
export function actions({ kind, session }: EngineFixture): void {
  test('gives its first rows, its count, and whether it is empty', async () => {
    const spark = await session();
    const df = spark.range(0, 5, 1, 1);
    assert.deepEqual(await df.first(), { id: 0n });
    assert.deepEqual(await df.take(2), [{ id: 0n }, { id: 1n }]);
    assert.equal(await df.count(), 5);
    assert.equal(await df.isEmpty(), false);
    assert.equal(await df.filter('id > 9').isEmpty(), true);
    assert.equal(await df.filter('id > 9').first(), undefined);
  });

  test('tells its schema and plan without running', async () => {
    const spark = await session();
    const df = spark.sql("select assert_true(false, 'ran') as x, 1 as y");
    assert.deepEqual(await df.columns(), ['x', 'y']);
    assert.match(await spark.range(3).explain(), /Physical Plan/);
    if (kind === 'spark') assert.match(await spark.range(3).explain('extended'), /Parsed Logical Plan/);
  });

  test('is drawn as text', async () => {
    const spark = await session();
    assert.equal(
      await spark.sql("select 1 as a, 'x' as b").showString(),
      '+---+---+\n|  a|  b|\n+---+---+\n|  1|  x|\n+---+---+\n',
    );
  });

  test('splits at random into parts in which every row lands once', async () => {
    const spark = await session();
    const parts = spark.range(0, 3000, 1, 3).randomSplit([1, 2, 0, 3], 42);
    const rows = await Promise.all(parts.map((part) => part.collect()));
    assert.equal(new Set(rows.flat().map((row) => row['id'])).size, 3000);
    assert.equal(rows.flat().length, 3000);
    for (const [i, share] of [500, 1000, 0, 1500].entries()) assert.ok(Math.abs((rows[i]?.length ?? 0) - share) < 150);
  });

  test('samples about the share that is asked for, the same with the same seed', async () => {
    const spark = await session();
    const counts = await Promise.all([1, 1, 2].map((seed) => spark.range(2000).sample(0.1, { seed }).collect()));
    assert.deepEqual(counts[0], counts[1]);
    assert.notDeepEqual(counts[0], counts[2]);
    assert.ok(Math.abs((counts[0]?.length ?? 0) - 200) < 80);
    const doubled = await spark.range(2000).sample(2, { withReplacement: true, seed: 1 }).count();
    assert.ok(Math.abs(doubled - 4000) < 400);
    const strata = spark.range(1000).withColumn('k', F.col('id').mod(2).cast('int'));
    const by = await strata.stat
      .sampleBy(
        'k',
        [
          [0, 0],
          [1, 1],
        ],
        7,
      )
      .groupBy('k')
      .count()
      .collect();
    assert.deepEqual(by, [{ k: 1, count: 500n }]);
  });

  test('keeps its rows in a checkpoint', async () => {
    const spark = await session();
    for (const local of [true, false]) {
      const checkpoint = await spark.range(3).withColumn('r', F.rand()).checkpoint({ local });
      assert.deepEqual(await checkpoint.orderBy('id').collect(), await checkpoint.orderBy('id').collect());
    }
    if (kind === 'sail') await assert.rejects(spark.range(3).checkpoint({ eager: false }), /lazy/);
    else assert.equal(await (await spark.range(3).checkpoint({ eager: false, storageLevel: 'DISK_ONLY' })).count(), 3);
  });

  test('releases the rows of a checkpoint; what is none is left alone', async () => {
    const spark = await session();
    const checkpoint = await spark.range(3).checkpoint();
    await spark.release(checkpoint);
    // a plan that the engine has not seen over these rows finds them no more
    if (kind === 'spark') await assert.rejects(checkpoint.filter('id > 1').count(), /DATAFRAME_NOT_FOUND/);
    await spark.release(spark.range(3));
  });

  test('may be asked to stay in memory', async () => {
    const spark = await session();
    const df = await spark.range(3).persist('MEMORY_ONLY');
    assert.equal(await df.count(), 3);
    await df.unpersist(true);
  });

  test('tells what was observed while its rows went by', async () => {
    const spark = await session();
    const observed = spark
      .range(10)
      .withColumn('d', F.lit('2020-02-29').cast('date'))
      .observe(
        'seen',
        F.count().alias('n'),
        F.max('d').alias('d'),
        F.avg('id').cast('decimal(5,2)').alias('m'),
        F.collectList('id').alias('l'),
      );
    const events: SideEvent[] = [];
    const onEvent = (event: SideEvent) => void (event.kind === 'observed' && events.push(event));
    if (kind === 'sail') {
      await assert.rejects(
        observed.collect({ onEvent }),
        (e) => e instanceof SparkError && /collect metrics/.test(e.message),
      );
      return;
    }
    const expected = { n: 10n, d: '2020-02-29', m: '4.50' };
    await observed.collect({ onEvent });
    await observed.checkpoint({ onEvent });
    await observed.write.format('noop').mode('overwrite').save(undefined, { onEvent });
    assert.equal(events.length, 3);
    for (const event of events) {
      assert.ok(event.kind === 'observed');
      const { l, ...rest } = event.values;
      assert.deepEqual([event.name, rest, Array.isArray(l) && l.length], ['seen', expected, 10]);
    }
  });

  test('tells its progress', { skip: kind === 'sail' && 'Sail tells none' }, async () => {
    const spark = await session();
    const done: number[] = [];
    const long = spark.range(0, 4_000_000_000, 1, 800).agg(F.sum(F.col('id').mod(7)));
    for await (const event of long.events()) {
      if (event.kind !== 'progress') continue;
      assert.ok(event.progress.tasksDone <= event.progress.tasks);
      done.push(event.progress.tasksDone);
      if (event.progress.tasksDone >= 8) break;
    }
    assert.ok((done.at(-1) ?? 0) >= 8, String(done));
    assert.deepEqual(
      done,
      done.toSorted((a, b) => a - b),
    );
  });
}
