import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type DataFrame,
  functions as F,
  parseRemote,
  parseSchema,
  SparkConnectClient,
  SparkSession,
  typeName,
  Window,
} from '@millrace/spark-connect';
import { constructsOf, constructsOfPlan, decide, preparePlanForSail, readMatrix } from '../src/index.ts';
import { inferQuery, rewriteForSail, type Schema } from '@millrace/spark-sql';

const schema = (ddl: string): Schema => parseSchema(ddl).fields;
const taxi = schema('medallion string, pickup_datetime_hour int, trip_time_in_secs int, trip_distance double');
const t = schema(
  'id int, k string, i int, l bigint, d double, c decimal(10,2), s string, b boolean, dt date, ts timestamp, ai array<int>',
);
const u = schema('id int, k string, y int');
const wide = schema('k string, c decimal(10,2), long decimal(34,4)');
const table = readMatrix();
/** `sail`, or the constructs without a proof. */
const verdict = (sql: string): string => {
  const { sql: text } = rewriteForSail(sql, { t, u, wide });
  const { engine, perNode } = decide([{ nodeId: '1', keys: constructsOf(text, { t, u, wide }) }], table.keys);
  return engine === 'sail' ? 'sail' : perNode.flatMap((n) => n.missing.map((m) => m.key)).join(' ');
};

const speed =
  'select temptable.medallion, temptable.pickup_datetime_hour, case when (temptable.trip_time_in_secs = 0 or temptable.trip_distance = 0.0) then 0.0 else (temptable.trip_distance*60*60)/temptable.trip_time_in_secs end as speed from temptable';

describe('the taxi query', () => {
  it('goes to Spark as it stands, for Sail would give decimals', () => {
    const { engine, why } = decide([{ nodeId: '8', keys: constructsOf(speed, { temptable: taxi }) }], table.keys);
    assert.equal(engine, 'spark');
    assert.match(why, /node 8: case:decimal#\|double: differs: /);
  });
  it('becomes right on Sail by double literals, and all else of it stays', () => {
    const { sql, changes } = rewriteForSail(speed, { temptable: taxi });
    assert.equal(sql, speed.replace('= 0.0)', '= 0.0D)').replace('then 0.0 ', 'then 0.0D '));
    assert.equal(changes.length, 2);
    assert.deepEqual(
      decide([{ nodeId: '8', keys: constructsOf(sql, { temptable: taxi }) }], table.keys).engine,
      'sail',
    );
  });
  it('averages by hour on Sail too', () => {
    const columns = inferQuery(speed, { temptable: taxi }).columns;
    const sql =
      'select q.pickup_datetime_hour, avg(q.speed) as avg_speed from q where pickup_datetime_hour is not null OR speed is not null group by pickup_datetime_hour order by pickup_datetime_hour';
    assert.equal(decide([{ nodeId: '9', keys: constructsOf(sql, { q: columns }) }], table.keys).why.slice(0, 3), 'all');
    assert.equal(inferQuery(sql, { q: columns }).order, 'total');
  });
});

/** What stands behind a number that is rounded by its text. */
const byText = (digits: number): string =>
  `), v -> case when abs(v) < 0.00001D then 0.0D when abs(v) < 10000000000000000.0D then cast(cast(round(try_cast(cast(v as string) as decimal(38,20)), ${digits}) as string) as double) else v end)[0]`;

/** A text that Sail reads as a decimal: control characters are blanks, and blanks that Java does not trim are not. */
const trimmed = (text: string): string =>
  `translate(${text}, '${Array.from({ length: 32 }, (_, i) => `\\u${i.toString(16).padStart(4, '0')}`).join('')}\\u0085\\u00a0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000', '${' '.repeat(32)}${'\\u2800'.repeat(19)}')`;

describe('what Spark does not see is rewritten for Sail', () => {
  const rewrites: [sql: string, to: string][] = [
    ['select coalesce(d, 0.0) as x from t', 'select coalesce(d, 0.0D) as x from t'],
    ['select if(b, -0.0, d) as x from t', 'select if(b, 0.0D, d) as x from t'],
    ['select greatest(d, -1.50) as x from t', 'select greatest(d, -1.50D) as x from t'],
    [
      'select case when b then d else case when i > 1 then 1.0 else 2.5 end end as x from t',
      'select case when b then d else case when i > 1 then 1.0D else 2.5D end end as x from t',
    ],
    [
      'select * from t where d between 0.5 and 1.5 and c > 1.5',
      'select * from t where d between 0.5D and 1.5D and c > 1.5',
    ],
    ['select c + 1 as x, c * 2 as y from t', 'select c + 1BD as x, c * 2BD as y from t'],
    // of long decimals Sail is to refuse what Spark refuses
    [
      'select sum(c * long) as x from wide having sum(long * 2.5) > 1',
      'select sum(cast(c * long as decimal(28,6))) as x from wide having sum(cast(long * 2.5 as decimal(28,5))) > 1',
    ],
    [
      'select c * long as x, (long * c) * c as y from wide',
      'select cast(cast(c * long as decimal(37,6)) as decimal(38,6)) as x, (cast(cast(long * c as decimal(37,6)) as decimal(38,6))) * c as y from wide',
    ],
    [
      'select sum(distinct long) as x, sum(c) as y, sum(long) from wide',
      'select sum(distinct long) as x, sum(c) as y, sum(long) from wide',
    ],
    // the name of the column of a subquery is not seen
    [
      'select c from t where c < (select 1.50 * avg(c) from t)',
      'select c from t where c < (select 1.50 * cast(avg(cast(`c` as decimal(14,6))) as decimal(14,6)) from t)',
    ],
    // a name would change: 1.50 and 1.5
    ['select d * 1.50 from t', 'select d * 1.50 from t'],
    ['select d * 1.5 from t', 'select d * 1.5D from t'],
    [
      "select case when b then 0.0 else c end as x, '0.0' as y -- 0.0\n from t",
      "select case when b then 0.0 else c end as x, '0.0' as y -- 0.0\n from t",
    ],
    ['select i * 1.5 as x, coalesce(i, 0.5) as y from t', 'select i * 1.5 as x, coalesce(i, 0.5) as y from t'],
    // texts that Sail reads as decimals in another way
    [
      'select cast(s as decimal(10,2)) as x, s::decimal(5) as y from t',
      `select cast(${trimmed('s')} as decimal(10,2)) as x, ${trimmed('s')}::decimal(5) as y from t`,
    ],
    [
      'select cast(upper(s) as decimal(10,2)) as x from t where cast(i as decimal(5,1)) > 1',
      `select cast(${trimmed('upper(s)')} as decimal(10,2)) as x from t where cast(i as decimal(5,1)) > 1`,
    ],
    [
      "select cast('1.5' as decimal(3,1)) as x, cast('\u00a01' as decimal(3,1)) as y from t",
      `select cast('1.5' as decimal(3,1)) as x, cast(${trimmed("'\u00a01'")} as decimal(3,1)) as y from t`,
    ],
    // functions that Sail computes in another way
    [
      'select datediff(dt, ts) as x from t where not isnan(d)',
      'select cast(datediff(dt, ts) as int) as x from t where not coalesce(isnan(d), false)',
    ],
    [
      'select round((d + 1) / 3, 2) as x, round(i, 1) as y, round(d, 5) as z from t',
      `select transform(array((d + 1) / 3${byText(2)} as x, round(i, 1) as y, round(d, 5) as z from t`,
    ],
    [
      'select nvl(dt, current_date()) as x, ifnull(c, nvl(c, 0)) as y, nvl (i, 0) as z, nullif(d, 0.5) as n from t',
      'select coalesce(dt, current_date()) as x, coalesce(c, coalesce(c, 0)) as y, nvl (i, 0) as z, nullif(d, 0.5D) as n from t',
    ],
    [
      "select date_trunc('week', dt) as x, date_trunc('day', ts) as y from t where date_trunc('month', dt) > ts",
      "select date_trunc('week', cast(dt as timestamp)) as x, date_trunc('day', ts) as y from t where date_trunc('month', cast(dt as timestamp)) > ts",
    ],
    [
      'select i / 1.5 as x, c / i as y, floor(datediff(dt, ts) / 365.25) as z, i / 2 as w from t',
      'select cast(cast(i as decimal(38,3)) / 1.5 as decimal(17,6)) as x, cast(cast(c as decimal(38,10)) / i as decimal(21,13)) as y, floor(cast(cast(cast(datediff(dt, ts) as int) as decimal(38,3)) / 365.25 as decimal(18,6))) as z, i / 2 as w from t',
    ],
    ['select nvl(d, 0.5), `nvl`(i, 0) as x from t', 'select nvl(d, 0.5D), `nvl`(i, 0) as x from t'],
    [
      'select round(avg(datediff(dt, ts)), 0) as x from t',
      `select transform(array(avg(cast(datediff(dt, ts) as int))${byText(0)} as x from t`,
    ],
    [
      'select count(*) over (partition by d order by d + 1 desc, k) as n from t',
      `select count(*) over (partition by nanvl(d, cast('NaN' as double)) + 0.0D order by nanvl(d + 1, cast('NaN' as double)) + 0.0D desc, k) as n from t`,
    ],
  ];
  for (const [sql, to] of rewrites) it(sql, () => assert.equal(rewriteForSail(sql, { t, wide }).sql, to));
  for (const [sql, to] of rewrites) it(`once: ${sql}`, () => assert.equal(rewriteForSail(to, { t, wide }).sql, to));
});

describe('casts of text', () => {
  const casts = ['cast(s as double)', 'float(s)', "cast('+nan' as double)", 'try_cast(s as int)', 'try_cast(trim(s) as double)', 's::date', 'to_date(s)', 'cast(s as boolean)', "try_cast('on' as boolean)", "try_cast('1d' as double)", "try_cast(' 0x1p3' as double)"]; // prettier-ignore
  for (const cast of casts)
    it(`${cast} is written in full, once`, () => {
      const sql = `select i, ${cast} as x from t where ${cast} is not null`;
      const { sql: text } = rewriteForSail(sql, { t });
      assert.notEqual(text, sql);
      assert.equal(rewriteForSail(text, { t }).sql, text);
      const inner = (text: string) => inferQuery(text, { t }).columns;
      assert.deepEqual(inner(text), inner(sql));
    });
  for (const cast of ["try_cast('5' as int)", "cast('2024-02-29' as date)", "cast('yes' as boolean)", 'cast(s as int)'])
    it(`${cast} is left as it stands`, () => {
      const sql = `select ${cast} as x from t`;
      assert.equal(rewriteForSail(sql, { t }).sql, sql);
    });
  it('a column is named whatever signs its name has', () => {
    const odd = schema('`a$$b` string, `a$b` string, `v` string');
    for (const [name, count] of [
      ['`a$$b`', 2],
      ['`v`', 2],
    ] as const) {
      const { sql } = rewriteForSail(`select try_cast(${name} as int) as x from t`, { t: odd });
      assert.equal(sql.split(`${name} as int`).length - 1 + sql.split(`translate(${name}`).length - 1, count, sql);
    }
  });
  for (const cast of ['boolean(s)', 'double(s)', 'float(s)'])
    it(`${cast}, which Spark names by its column, is left to it where it has no name`, () => {
      const [unnamed, aliased] = [`select ${cast} from t`, `select ${cast} as x from t`];
      assert.equal(rewriteForSail(unnamed, { t }).sql, unnamed);
      assert.notEqual(rewriteForSail(aliased, { t }).sql, aliased);
    });
  it('a text of many blanks is looked at in one go', () => {
    const long = ' '.repeat(300_000);
    for (const type of ['int', 'double', 'boolean', 'date'])
      assert.ok(rewriteForSail(`select try_cast('1${long}é' as ${type}) as x from t`, { t }).sql.length > 300_000);
  });
});

describe('aggregates that Sail computes otherwise', () => {
  const onSail = [
    'select k, max(d) as m, min(d) as n, avg(c) as a, median(d) as e from t group by k',
    'select k, max(d), min(d), avg(c) from t group by k',
    'select k, max(d) as m from t group by k having min(d) > 0',
    'select k, percentile(d, 0.25) as q, count(distinct k) as n from t group by k',
    'select k, mode(s, true) as m, percentile(i, 0.9) as q from t group by k',
    'select k, sum(c) / count(*) as q, 100.0 * sum(i) / sum(l) as p from t group by k',
    'select c / 3 as x from t',
  ];
  for (const sql of onSail) it(`are rewritten: ${sql}`, () => assert.equal(verdict(sql), 'sail'));
  it('keep the names of their columns', () => {
    const { sql } = rewriteForSail('select max(d) from t', { t });
    assert.match(sql, / as `max\(d\)` from t$/);
    assert.deepEqual(inferQuery(sql, { t }).columns, inferQuery('select max(d) from t', { t }).columns);
  });
  const onSpark = [
    'select max(d + 1) as m from t',
    'select avg(distinct c) as a from t',
    'select count(distinct d) as n from t',
    'select ln(i) as x from t',
    'select mode(s) as m from t',
    'select percentile(d, 0.9) as p from t',
    'select percentile_cont(0.9) within group (order by i) as p from t',
    'select substring(s, -3, 2) as x from t',
    'select get(ai, i) as x from t',
    'select cast(d as decimal(38,18)) as x from t',
    "select parse_url(s, 'QUERY') as q from t",
    "select from_json(s, 'a int') as j from t",
    'select format_number(l, 2) as f from t',
    'select timestamp_seconds(l) as x from t',
  ];
  for (const sql of onSpark) it(`go to Spark: ${sql}`, () => assert.notEqual(verdict(sql), 'sail'));
});

describe('types are told as Spark tells them', () => {
  const expectedTypes: [sql: string, types: string][] = [
    ['select i + 1, l * 2, i / 2, d % 2, i div 2, -c from t', 'int,bigint,double,double,bigint,decimal(10,2)'],
    [
      'select c + c, c * c, c / c, c + 1, c * 1.5, c / i from t',
      'decimal(11,2),decimal(21,4),decimal(23,13),decimal(11,2),decimal(13,3),decimal(21,13)',
    ],
    [
      'select coalesce(i, d), if(b, i, 1.5), case when b then 0.0 else d end, greatest(dt, ts) from t',
      'double,decimal(11,1),double,timestamp',
    ],
    [
      'select sum(i), avg(c), count(*), max(s), collect_list(d), sum(c) from t',
      'bigint,decimal(14,6),bigint,string,array<double>,decimal(20,2)',
    ],
    [
      "select transform(ai, x -> x + 1.5D), filter(ai, x -> x > 1), split(s, ','), dt + 1, dt - dt from t",
      'array<double>,array<int>,array<string>,date,interval day',
    ],
    ['select row_number() over (order by id), lag(d) over (order by id), sum(i) over () from t', 'int,double,bigint'],
    [
      'select arrays_zip(ai, array(s, k)), arrays_zip(array(b, true), array(false)) from t',
      'array<struct<ai:int,1:string>>,array<struct<0:boolean,1:boolean>>',
    ],
    ['select nonsense(i), missing from t', 'unknown,unknown'],
  ];
  for (const [sql, types] of expectedTypes)
    it(sql, () =>
      assert.equal(
        inferQuery(sql, { t })
          .columns.map((c) => typeName(c.type))
          .join(),
        types,
      ),
    );
});

describe('verified constructs go to Sail', () => {
  const onSail = [
    "select k, count(*) as n, avg(d) as a, sum(i) as s from t where d > 1.5 and s like 'a%' group by k having count(*) > 1 order by k limit 5",
    'select a.id, b.y from t a left join u b on a.id = b.id',
    "select upper(s) as u, concat(s, '-', k) as c, substring(s, 1, 3) as p, length(s) as n, coalesce(i, 0) as z from t",
    "select year(dt) as y, month(ts) as m, date_format(ts, 'yyyy-MM-dd') as f, date_add(dt, 1) as e from t",
    'select id from t union all select id from u',
    'select * from t where id in (select id from u)',
    'with q as (select k, max(i) as m from t group by k) select * from q order by k',
    'select k, explode(ai) as x from t',
    'select cast(s as int) as a, try_cast(s as double) as b, cast(i as string) as c from t',
    'select id, row_number() over (partition by k order by id) as r from (select id, k from t group by id, k) q',
    'select k, i + 1 as j, i * 2.5D as x, d / 2 as h from t',
    "select cast(s as decimal(10,2)) as a, sum(cast(replace(s, ',', '') as decimal(9,2))) as b from t group by cast(s as decimal(10,2))",
    'select try_cast(s as decimal(10,2)) as a, coalesce(try_cast(q.s as decimal(38,18)), 0.00) as b from t q where try_cast(s as decimal(5)) > 1',
    "select dt from t where dt >= date '1994-01-01' and dt < date '1994-01-01' + interval '1' year - interval '90' day",
    'select id from t where c between 0.06 - 0.01 and 0.06 + 0.01 and i <= 1 + 10',
    'select k, sum(c * long) as s, max(long * c) as m from wide group by k order by k',
    'select k, 100.00 * sum(long) / sum(c * long) as x, sum(c) / 7.0 as y from wide group by k order by k',
    'select k, sum(c) as s from t group by k having sum(c) > (select sum(c) * 0.0001 from t) order by k',
  ];
  for (const sql of onSail) it(sql, () => assert.equal(verdict(sql), 'sail'));
});

describe('what is written for Sail in another way runs there', () => {
  const onSail = [
    'select stddev(d) as x from t',
    'select corr(i, d) as x, k from t group by k having stddev_pop(i) > 1',
    'select variance(l) over () as x, std(i) over (partition by k) as y from t',
    'select cast(d as string) as x, string(d + 1) as y from t',
    "select concat(k, ': ', round(d, 1)) as x, k || d as y, concat_ws(' ', k, d) as z from t",
    'select initcap(s) as x, initcap(lower(k)) as y from t',
  ];
  for (const sql of onSail) it(sql, () => assert.equal(verdict(sql), 'sail'));
});

describe('known differences go to Spark', () => {
  const onSpark: [sql: string, missing: RegExp][] = [
    ['select c / 3 from t', /op:\/\(decimal/],
    ['select cast(s as decimal(10,2)) from t', /cast:string->decimal/],
    ['select try_cast(upper(s) as decimal(10,2)) as x from t', /try_cast:string->decimal/],
    ["select cast('\u00a01' as decimal(10,2)) from t", /cast:string->decimal/],
    ['select avg(c) over () as x from t', /window:avg\(decimal\)/],
    ['select a.id from t a left join u b', /join:left:none/],
    ['select id, (select count(*) from u where u.id = t.id) as n from t', /correlated:count/],
    ['select * from t where (id, k) not in (select id, k from u)', /not-in:several/],
    ['select * from t where not exists (select 1 from u where u.id = t.id offset 1)', /subquery:offset/],
    ['select a.* from t a join u b using (id)', /star:qualified-after-using/],
    ['select k, sum(i) as s from t group by rollup(k) having sum(i) > 1', /grouping-sets:having/],
    ['select count(t.*) as n from t', /agg:count\(t\.\*\)/],
    ['select percentile_approx(d, 0.5) as p from t', /percentile_approx/],
    ['select extract(dow from dt) as x from t', /extract\('dow',date\)/],
    ['select weekday(dt) as x from t', /fn:weekday\(date\)/],
    ['select dt - dt as x from t', /op:-\(date,date\)/],
    ['select timestamp_seconds(d) as x from t', /timestamp_seconds\(double\)/],
    ["select split(s, '') as x from t", /split\(string,''\)/],
    ['select * from t limit 5', /cut:none/],
    ['select * from t order by k limit 5', /cut:ties/],
    ['select stddev(d * 2) as x from t', /agg:stddev\(double\)/],
    ['select variance(l) over (order by id) as x from t', /window:variance\(bigint\)/],
    ['select kurtosis(d) as x from t', /agg:kurtosis\(double\)/],
    ["select get_json_object(s, '$.a') as x from t", /get_json_object/],
    ['select rand(5) as x from t', /rand/],
    ['select id from t tablesample (10 percent)', /tablesample/],
    ['select row_number() over (order by k) as r from t', /over:ties/],
    ['select collect_list(i) as x from t', /order-dependent:collect_list/],
    ['select id, k from t group by all', /group:all/],
    ['select * from t |> where i > 1', /unknown:/],
    ["select s from t where s like any ('a', 'b')", /like any/],
    ['select transform_values(m, (k, x) -> x + 1) as z from (select map(1, 2) as m) q', /transform_values/],
    ["select regexp_replace(s, '(?=a)', 'x') as z from t", /regex-cut:\(\?=/],
    ['select missing from t', /column:not-found:missing/],
    ['select some_function(i) as x from t', /unknown:function some_function/],
    ['select id as a, a + 1 as b from t', /column:lateral-alias/],
    ["select 'it''s' as x", /literal:doubled-quote/],
    ['select sum(distinct long) as x from wide', /agg:sum\(distinct decimal\):38-digits/],
    ['select sum(long) over () as x from wide', /window:sum\(decimal:38-digits\)/],
    ['select long * long as x from wide', /op:\*\(decimal,decimal\):38-digits/],
    ['select sum(long) from wide', /agg:sum\(decimal\):38-digits/],
  ];
  for (const [sql, missing] of onSpark) it(sql, () => assert.match(verdict(sql), missing));
});

describe('a decision', () => {
  it('names the first node and construct that holds it back, and all of them by node', () => {
    const keys = (sql: string): string[] => constructsOf(sql, { t });
    const { engine, why, perNode } = decide(
      [
        { nodeId: 'a', keys: keys('select id from t') },
        { nodeId: 'b', keys: keys('select weekday(dt) as x from t limit 3') },
        { nodeId: 'c', keys: [], unverified: 'reads no plan' },
      ],
      table.keys,
    );
    assert.equal(engine, 'spark');
    assert.match(why, /^node b: cut:none: which rows come first depends on the engine \(and 1 more node\)$/);
    assert.deepEqual(perNode.map((n) => [n.nodeId, n.verified, n.missing.map((m) => m.key)]), [['a', true, []], ['b', false, ['cut:none', 'fn:weekday(date)']], ['c', false, ['processor']]]); // prettier-ignore
  });
});

describe('plans', () => {
  const session = new SparkSession(new SparkConnectClient(parseRemote('sc://127.0.0.1:1')));
  const df = session.createDataFrame([], 'id int, k string, i int, d double, dt date');
  const other = session.createDataFrame([], 'id int, y int');
  const keys = (plan: DataFrame): string[] => constructsOfPlan(plan.relation).keys;

  it('share their words with SQL', () => {
    const plan = df
      .filter(F.columnNamed('i').gt(1))
      .groupBy('k')
      .agg(F.call('avg', F.columnNamed('d')).alias('a'));
    assert.deepEqual(
      keys(plan),
      constructsOf('select k, avg(d) as a from (select * from t where i > 1) group by k', { t }),
    );
    const joined = df.join(other, df.col('id').eq(other.col('id')), 'left').select(df.col('id'), other.col('y'));
    assert.deepEqual(keys(joined), ['join:left:equi', 'op:=(int,int)']);
    const windowed = df.select('id', F.call('rank').over(Window.partitionBy('k').orderBy('i')).alias('r'));
    assert.deepEqual(keys(windowed), ['over:int', 'over:partition', 'window:rank():running']);
  });
  it('tell columns and row order of what they give', () => {
    const { table: outputTable } = constructsOfPlan(df.withColumn('z', F.expr('d * 2')).drop('dt', 'k').relation);
    assert.equal(
      outputTable.columns.map((c) => `${c.name} ${typeName(c.type)}`).join(),
      'id int,i int,d double,z double',
    );
    assert.equal(outputTable.order, 'input');
    const grouped = df.groupBy('k').agg(F.call('max', F.columnNamed('i')).alias('m'));
    assert.deepEqual(constructsOfPlan(grouped.sort('k').limit(3).relation).keys.includes('cut:total'), true);
    assert.deepEqual(constructsOfPlan(grouped.limit(3).relation).keys.includes('cut:free'), true);
    assert.deepEqual(constructsOfPlan(df.limit(3).relation).keys, ['cut:input']);
  });
  it('know which columns tell the rows of a join apart', () => {
    const countedBy = (key: string): DataFrame =>
      df.groupBy(F.columnNamed(key).alias(`of_${key}`)).agg(F.count().alias(`n_${key}`));
    const [byK, byI] = [countedBy('k'), countedBy('i')];
    const uniqueIn = (plan: DataFrame): string[] | undefined => constructsOfPlan(plan.relation).table.unique;
    const onSame = F.columnNamed('of_k').eq(F.columnNamed('key'));
    const renamed = byK.select(F.columnNamed('of_k').alias('key'), F.columnNamed('n_k').alias('m'));
    for (const how of ['inner', 'left'] as const) assert.deepEqual(uniqueIn(byK.join(renamed, onSame, how)), ['of_k']);
    assert.equal(uniqueIn(byK.join(renamed, onSame, 'full')), undefined);
    assert.deepEqual(uniqueIn(byK.join(df, F.columnNamed('of_k').eq(F.columnNamed('k')), 'semi')), ['of_k']);
    assert.equal(uniqueIn(byK.join(df, F.columnNamed('of_k').eq(F.columnNamed('k')))), undefined);
    assert.deepEqual(uniqueIn(byK.crossJoin(df.agg(F.count().alias('all')))), ['of_k']);
    // two texts may equal one number
    assert.deepEqual(uniqueIn(byI.join(byK, F.columnNamed('of_i').eq(F.columnNamed('of_k')))), ['of_i', 'of_k']);
    assert.deepEqual(uniqueIn(byK.na.fill(0n)), ['of_k']);
    assert.equal(uniqueIn(byI.na.fill(0n)), undefined);
  });
  it('do not take new names of columns for old ones', () => {
    const order = (sql: string): string[] => constructsOf(sql, { t }).filter((key) => key.startsWith('cut:'));
    const renameColumn = (key: string): string =>
      `select * from (select k, count(*) as n from t group by k) q(n, k) order by ${key} limit 3`;
    assert.deepEqual(order(renameColumn('k')), ['cut:ties']);
  });
  it('keep the order of a sort through projections only where Sail works on one partition', () => {
    const grouped = df
      .groupBy('k')
      .agg(F.call('max', F.columnNamed('i')).alias('m'))
      .sort('k')
      .withColumn('n', F.lit(1));
    assert.equal(constructsOfPlan(grouped.relation).table.order, 'none');
    assert.equal(constructsOfPlan(grouped.relation, { keepsOrder: true }).table.order, 'total');
  });
  it('stop at what is known', () => {
    const { keys: planKeys, table: outputTable } = constructsOfPlan(
      df.select(F.call('weekday', F.columnNamed('dt')).alias('w')).filter('w > 1').relation,
      {
        relationTables: new Map([[df.relation, { columns: schema('dt timestamp'), order: 'none' }]]),
      },
    );
    assert.deepEqual(planKeys, ['fn:weekday(timestamp)', 'op:>(int,int#)']);
    assert.equal(outputTable.order, 'none');
  });
  it('show the options of readers, but not where the files make them idle', () => {
    const read = session.read
      .format('csv')
      .schema('a string')
      .options({ header: true, escape: '\\', sep: ',' })
      .load('/data/x.csv');
    assert.deepEqual(keys(read), ['read:csv(escape="\\\\",header="true",sep=",")', 'read:csv:string']);
    assert.deepEqual(constructsOfPlan(read.relation, { source: () => ({ plain: true }) }).keys, [
      'read:csv:plain(header="true",sep=",")',
      'read:csv:string',
    ]);
  });
  it('say what they cannot tell', () => {
    for (const [plan, key] of [
      [df.sample(0.5), 'unrepeatable:sample'],
      [df.dropDuplicates(['k']), 'order-dependent:drop-duplicates'],
      [session.read.format('parquet').load('/x'), 'unknown:schema of parquet'],
      [df.transpose(), 'unknown:relation transpose'],
      [df.select(F.columnNamed('nope')), 'column:not-found:nope'],
    ] as const) {
      assert.ok(keys(plan).includes(key), key);
    }
  });
  it('are rewritten for Sail in their SQL and expression strings, and shared where nothing changes', () => {
    const sql = session.sql('select k, case when i > 1 then 0.0 else d end as x from q', {
      inputs: { q: df },
    });
    const plan = sql.withColumn('y', F.expr('coalesce(x, 1.5)'));
    const { relation, changes } = preparePlanForSail(plan.relation);
    assert.equal(changes.length, 2);
    assert.deepEqual(decide([{ nodeId: '1', keys: constructsOfPlan(relation).keys }], table.keys).engine, 'sail');
    assert.equal(decide([{ nodeId: '1', keys: constructsOfPlan(plan.relation).keys }], table.keys).engine, 'spark');
    assert.equal(preparePlanForSail(df.filter('i > 1').relation).relation.relType.case, 'filter');
    const plain = df.filter('i > 1').relation;
    assert.equal(preparePlanForSail(plain).relation, plain);
  });
});

describe('an order is told only where it is one', () => {
  const u = {
    columns: [
      { name: 'id', type: { kind: 'integer' as const } },
      { name: 'a', type: { kind: 'double' as const } },
      { name: 'b', type: { kind: 'double' as const } },
      { name: 'k', type: { kind: 'string' as const } },
    ],
    order: 'input' as const,
    unique: ['id'],
  };
  const orders: [sql: string, order: string, sortKeys?: string[]][] = [
    ['select id, a from u order by id', 'total'],
    ['select u.id from u order by u.id', 'total'],
    ['select id % 2 as g, count(*) as n from u group by g order by g', 'total'],
    ['select id, a from u order by a', 'ties', ['a']],
    ["select id, a from u order by nanvl(a, cast('NaN' as double)) + 0.0D", 'ties', ['a']],
    ['select * from u order by nanvl(a, b) + b', 'ties'],
    ['select a, count(*) as n from u group by a order by nanvl(a, 1D) + n', 'ties'],
    ['select id % 2 as id, a from u order by id', 'ties', ['id']],
    ['select substring(k, 1, 1) as k, count(*) as n from u group by k order by k', 'ties', ['k']],
    ['select a as x from u order by id', 'ties'],
  ];
  for (const [sql, order, sortKeys] of orders)
    it(sql, () => {
      const inferred = inferQuery(sql, { u });
      assert.equal(inferred.order, order);
      assert.deepEqual(inferred.sortKeys, sortKeys);
    });
});
