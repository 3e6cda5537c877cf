import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { DataFrame } from '../src/index.ts';
import { Column, functions as F, SparkError, Window, type SparkSession } from '../src/index.ts';
import { columns, sparkOnly } from './functions/columns.ts';
import { lambdaResults } from './functions/lambda-results.ts';
import { notOnSail } from './functions/not-on-sail.ts';
import { samples } from './functions/samples.ts';
import { onBothEngines } from './support/engines.ts';

const names = Object.keys(F).filter((name) => !['partitioning', 'broadcast'].includes(name));

const all: Readonly<Record<string, unknown>> = F;

/** Functions that bind only in a window, or among grouping sets. */
const inWindow = new Set([
  'counterDiff',
  'cumeDist',
  'denseRank',
  'lag',
  'lead',
  'nthValue',
  'ntile',
  'percentRank',
  'rank',
  'rowNumber',
]);
const inCube = new Set(['grouping', 'groupingId']);

function sampleOf(name: string): Column {
  const make = all[name];
  const args = samples[name];
  assert.ok(typeof make === 'function' && args !== undefined, `${name} needs a sample in functions/samples.ts`);
  const result: unknown = make(...args);
  assert.ok(result instanceof Column);
  return inWindow.has(name) ? result.over(Window.orderBy('ts')) : result;
}

/** The names that do not bind, and why. Many are asked at once; a refusal is looked for among halves. */
async function unbound(base: DataFrame, aggregates: readonly string[]): Promise<Record<string, string>> {
  if (aggregates.length === 0) return {};
  const error = await bind(base, aggregates);
  if (error === undefined) return {};
  if (aggregates.length === 1) return { [aggregates[0] ?? '']: error };
  const half = Math.ceil(aggregates.length / 2);
  return { ...(await unbound(base, aggregates.slice(0, half))), ...(await unbound(base, aggregates.slice(half))) };
}

/** Aggregates, generators and scalars do not mix in one selection: each column is a frame of its own, joined in one plan. */
async function bind(base: DataFrame, aggregates: readonly string[]): Promise<string | undefined> {
  const frames = aggregates.map((name) => {
    const column = sampleOf(name);
    if (inCube.has(name)) return base.cube('i').agg(column).select(F.lit(1).alias('x'));
    const sorts = /^(a|de)sc/.test(name);
    const frame = sorts ? base.sort(column) : base.select(column);
    return frame.select(F.lit(1).alias('x'));
  });
  try {
    await frames.reduce((a, b) => a.union(b)).schema();
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

onBothEngines('functions', ({ kind, session }) => {
  let spark: SparkSession;
  let base: DataFrame;
  before(async () => {
    spark = await session();
    if (kind === 'spark')
      await spark.setConfig({ 'spark.sql.timeType.enabled': 'true', 'spark.sql.timestampNanosTypes.enabled': 'true' });
    base = spark.sql(columns + (kind === 'spark' ? sparkOnly : ''));
  });

  test(`all ${names.length} bind with the arguments that they declare`, async () => {
    const refusals: Record<string, string> = {};
    for (let at = 0; at < names.length; at += 30)
      Object.assign(refusals, await unbound(base, names.slice(at, at + 30)));
    if (kind === 'spark') assert.deepEqual(refusals, {});
    else assert.deepEqual(Object.keys(refusals).toSorted(), notOnSail.toSorted());
  });

  for (const [name, { column, gives, sail = true }] of Object.entries(lambdaResults))
    test(`${name} gives what it says${kind === 'sail' && !sail ? ', or an error where Sail does not know it' : ''}`, async () => {
      const table = base.select(column).table();
      if (kind === 'sail' && !sail) await assert.rejects(table, SparkError);
      else assert.deepEqual((await table).rows, [[gives]]);
    });

  test('partitioning functions partition a table', { skip: kind === 'sail' && 'Sail has no such tables' }, async () => {
    const { years, months, days, hours, bucket } = F.partitioning;
    const write = base.select('i', 'ts').writeTo('parted').using('parquet');
    for (const by of [years('ts'), months('ts'), days('ts'), hours('ts')])
      // Spark's own catalogue knows only buckets; it names what has arrived
      await assert.rejects(
        write.partitionedBy(by).create(),
        /Unsupported partition transform: `(years|months|days|hours)\(ts\)`/,
      );
    await write.partitionedBy(bucket(4, 'i')).create();
    assert.equal(await spark.table('parted').count(), 1);
    await spark.execute('drop table parted');
  });

  test('broadcast hints at a join', async () => {
    const rows = await spark
      .range(2)
      .join(F.broadcast(spark.range(2)), 'id')
      .orderBy('id')
      .collect();
    assert.deepEqual(rows, [{ id: 0n }, { id: 1n }]);
  });
});

test('columns are the same where their expressions are', () => {
  const smallest = (name: string): Column => F.min(F.when(F.col(name).gt(F.lit(0)), F.col(name)));
  assert.ok(smallest('a').isSame(smallest('a')));
  assert.ok(!smallest('a').isSame(smallest('b')));
  assert.ok(!smallest('a').isSame(smallest('a').alias('a')));
  assert.ok(!F.lit(0).isSame(F.lit(0n)));
});
