import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { DataFrame, SparkSession } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { isLong, seedOf } from '@millrace/testkit/long';
import { compareTables } from '@millrace/parity/compare';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { randomBelow } from './random.ts';

/** Rows of the tables that are joined: sizes far apart are what makes another order of joins worthwhile. */
const sizes = [0, 1, 7, 60, 400, 3_000];

/** Keys that repeat, and are null in one row of nine. */
const rowsOf = (size: number): string =>
  `select if(id % 9 = 4, null, cast(id * 7 % ${Math.max(2, Math.ceil(size / 3))} as int)) as k,
     if(id % 9 = 7, null, cast(id % 5 as int)) as j, concat('s', id % 11) as s, id as v from range(${size})`;

const kinds = [...Array<string>(6).fill('join'), 'left join', 'left join', 'right join', 'full join', 'cross join'];
const halves = ['left semi join', 'left anti join'];

/** A join of three to six tables, and what its rows add up to: so that every row counts, in any order. */
function randomJoin(seed: number): string {
  const below = randomBelow(seed);
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const aliases = ['a0'];
  let from = `t${1 + below(sizes.length - 1)} a0`;
  const count = 3 + below(4);
  for (let i = 1; i < count; i++) {
    const name = `a${i}`;
    const isHalf = below(6) === 0;
    const kind = isHalf ? one(halves) : one(kinds);
    const table = kind === 'cross join' ? 't1' : `t${below(sizes.length)}`;
    const earlier = one(aliases);
    const on = [`${earlier}.k = ${name}.k`, ...(below(2) === 0 ? [`${one(aliases)}.j = ${name}.j`] : [])];
    if (below(5) === 0) on.push(`${earlier}.v >= ${name}.v`);
    if (below(8) === 0) on.push(`${name}.s <> 's3'`);
    from += ` ${kind} ${table} ${name}${kind === 'cross join' ? '' : ` on ${on.join(' and ')}`}`;
    if (!isHalf) aliases.push(name);
  }
  const where = below(2) === 0 ? '' : ` where ${one(aliases)}.j ${one(['= 3', '< 2', 'is null', 'is not null'])}`;
  const sums = aliases.flatMap((name, i) => [
    `count(${name}.k) as n${i}`,
    `sum(${name}.v * coalesce(${one(aliases)}.k, 5)) as v${i}`,
    `max(${name}.s) as s${i}`,
  ]);
  return `select ${one(aliases)}.j, count(*) as n, ${sums.join(', ')} from ${from}${where} group by 1`;
}

describe('joins of several tables, which Sail may begin with any of them', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  let sail: EngineSession;
  let spark: EngineSession;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-join-order-'));
    [sail, spark] = await Promise.all([host.open('sail'), host.open('spark')]);
    for (const [i, size] of sizes.entries())
      await spark.session
        .sql(rowsOf(size))
        .write.mode('overwrite')
        .parquet(join(folder, `t${i}`));
  });
  after(async () => {
    await Promise.all([sail[Symbol.asyncDispose](), spark[Symbol.asyncDispose]()]);
    await host.close();
    await rm(folder, { recursive: true });
  });

  const tables = (session: SparkSession): Record<string, DataFrame> =>
    Object.fromEntries(sizes.map((_, i) => [`t${i}`, session.read.parquet(join(folder, `t${i}`))]));

  const first = seedOf(1);
  for (let seed = first; seed < first + (isLong ? 400 : 12); seed++)
    test(`${seed}: the rows are those of Spark`, async () => {
      const sql = randomJoin(seed);
      const [ours, theirs] = await Promise.all(
        [sail, spark].map(({ session }) => session.sql(sql, { inputs: tables(session) }).table()),
      );
      assert.equal(compareTables(theirs!, ours!), undefined, sql);
    });
});
