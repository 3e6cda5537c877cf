import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { testFolder } from '@millrace/testkit/shared';
import { functions as F } from '@millrace/spark-connect';
import { EngineHost } from '../src/host/host.ts';
import type { EngineSession } from '../src/host/session.ts';

const host = new EngineHost(sharing());
let engine: EngineSession;
before(async () => {
  engine = await host.open('sail');
});
after(() => host.close());

const file = join(testFolder(), 'a.csv');
writeFileSync(file, 'name\nnot for queries\n');
const query = `select * from csv.\`${file}\``;

/** Texts that could be one thing for us and another one for Sail, by kind. */
const attacks: Readonly<Record<string, readonly string[]>> = {
  'comments that may end elsewhere': [
    `select 1 -- \\\n from (${query})`,
    `select 1 -- \r from (${query})`,
    `select 1 -- \u2028 from (${query})`,
    `select 1 -- \u0085 from (${query})`,
    `select 1 -- \v from (${query})`,
    `select 1 /* /* */ from (${query}) -- */`,
    `select 1 /* /* */ -- */ from (${query})`,
    `select 1 /* \r */ as a`,
    `select 1 /*/ from (${query}) /*/`,
    'select 1 # a comment elsewhere',
    'select 1 // a comment elsewhere',
  ],
  'blanks that may be none': [
    'select\u00a01',
    'select\u20031',
    'select\ufeff1',
    'select\u00001',
    'select\v1',
    'select\f1',
    'select 1\r',
  ],
  hints: [
    `select /*+ broadcast(t) */ /*+ '*/ from (${query}) -- ' */ 1`,
    "select /*+ ' */ 1 -- '",
    'select /*+ `a */ 1 -- `',
    'select 1 /*+ broadcast(t) */',
    'select /*+ a -- */ 1',
    'select 1 from /*+ a */ range(1)',
  ],
  texts: [
    'select $$a$$',
    `select $$ from ${query} $$`,
    `select $a$ ' $a$ from (${query}) -- '`,
    "select E'\\''",
    "select N'a'",
    "select b'a'",
    "select U&'a'",
    "select {d '2020-01-01'}",
    "select 'a",
    'select `a',
    'select 1 /* a',
  ],
  'what the grammar does not know': [
    "select mask('a', lowerChar => 'x')",
    'select 1 qualify row_number() over (order by 1) = 1',
    'from range(1) |> select 1',
    'select * from range(1) tablesample (10 percent)',
    'select * from range(1) pivot (count(1) for id in (0))',
    'select :a',
    'select ?',
    'select @a',
    'select [1]',
    `select 1 from (${query.replace('csv', 'csv ')}`,
    `select cast(1 as varchar(${query}))`,
    `select * except (id, (${query})) from range(1)`,
    'copy (select 1) to 1',
    'select 1 into outfile 1',
  ],
  'functions that were not tried': [
    'select hll_union(x, y) from range(1)',
    'select kll_sketch_agg_bigint(id) from range(1)',
    `select * from read_csv('${file}')`,
    `select * from read_parquet('${file}')`,
    `select * from parquet_scan('${file}')`,
    `select * from range(1) lateral view read_text('${file}') as a`,
    `select * from range(1), lateral read_files('${file}')`,
    `select read_text('${file}')`,
    'select system.builtin.abs(1)',
    "select pg_read_file('a')",
    'select no_such_function(1)',
  ],
};

for (const [kind, texts] of Object.entries(attacks))
  describe(`Sail does not get ${kind}`, () => {
    for (const sql of texts)
      test(JSON.stringify(sql.replaceAll(file, 'a.csv')), async () => {
        const isRefused = (error: { code?: string; errorClass?: string; message: string }): boolean =>
          error.code === 'UNSAFE_SQL' ||
          error.errorClass === 'UNSURE_ON_SAIL' ||
          /^unknown function: [\w.]+$/.test(error.message);
        await assert.rejects(engine.session.sql(sql).table(), isRefused);
        const inside = sql.replace(/^select /, '');
        if (inside !== sql && !/ from /.test(sql))
          await assert.rejects(engine.session.range(1).select(F.expr(inside)).table(), isRefused);
      });
  });

describe('Sail gets what people write', () => {
  const fine: readonly string[] = [
    'select 1 as a -- it is one\n',
    'select 1 -- C:\\temp\n + 1 as a',
    'select /* one, "two", \'three\', `four` and größer */ 1 as a',
    "select\t1\r\n as a, 'it\\'s' as b, \"x\\\\\" as c, r'\\d' as d",
    "select /*+ broadcast(t, u) */ date'2020-01-01' as a, X'00ff' as b from range(1) t",
    'select cast(1 as varchar(10)) as a, transform(array(1, 2), x -> x + 1) as b',
    'select v from range(1) lateral view explode(array(1)) m as v',
  ];
  test('with long comments, too', async () => {
    const long = `select /* ${'x'.repeat(5_000_000)} */ 1 as a -- ${'y'.repeat(5_000_000)}`;
    assert.equal((await engine.session.sql(long).table()).rows.length, 1);
  });

  for (const sql of fine)
    test(JSON.stringify(sql), async () => {
      assert.equal((await engine.session.sql(sql).table()).rows.length, 1);
    });
});
