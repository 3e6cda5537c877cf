import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkExpression, checkSql } from '../src/index.ts';

const codes = (sql: string, tables = ['t', 'u']): string[] => checkSql(sql, tables).map((p) => p.code);

describe('a query may only read its inputs', () => {
  const refusals: [sql: string, ...codes: string[]][] = [
    ['', 'empty'],
    ['-- nothing', 'empty'],
    ['drop table t', 'not-a-query'],
    ['  /* a */ DrOp TABLE t', 'not-a-query'],
    ['SET spark.sql.ansi.enabled=false', 'not-a-query'],
    ['use other', 'not-a-query'],
    ['create temp view v as select 1', 'not-a-query'],
    ['insert into t select 1', 'not-a-query', 'write'],
    ['with a as (select 1) insert into t select * from a', 'write'],
    ['from t insert overwrite table u select *', 'write'],
    ['select 1; drop table t', 'several-statements', 'not-a-query'],
    ['select 1; select 2', 'several-statements'],
    ['begin select 1; end', 'not-a-query', 'several-statements', 'not-a-query'],
    ["execute immediate 'drop table t'", 'not-a-query'],
    ['explain select 1', 'not-a-query'],
    ['nonsense', 'not-a-query'],
    ['select * from csv.`/etc/passwd`', 'path-relation'],
    ['select * from CSV . `/etc/passwd`', 'path-relation'],
    ['select * from `parquet`.`a/b`', 'path-relation'],
    ['select * from /* x */ text/**/./**/`/etc/passwd`', 'path-relation'],
    ['select * from t where a in (select b from json.`x`)', 'path-relation'],
    ['select (select max(a) from orc.`x`) from t', 'path-relation'],
    ['with a as (select * from binaryFile.`/x`) select * from a', 'path-relation'],
    ['select * from t join avro.`/x` using (a)', 'path-relation'],
    ['select * from t, csv.`/x`', 'path-relation'],
    ['from csv.`/x` select *', 'path-relation'],
    ['table csv.`/x`', 'path-relation'],
    ['select * from csv.`/x` |> where a > 1', 'path-relation'],
    ['select * from t, csv.foo |> where a > 1', 'path-relation'],
    ['select * from t pivot (sum((select max(a) from csv.`/x`)) for b in (1))', 'path-relation'],
    ['select * from `org.apache.spark.sql.execution.datasources.csv`.`/x`', 'path-relation'],
    ['select * from other', 'unknown-table'],
    [`select * from ${'(select * from '.repeat(32)}t${')'.repeat(32)}`, 'too-deep'],
    [`select ${'('.repeat(20_000)}1${')'.repeat(20_000)} from t`, 'too-many-brackets'],
    [`select ${'abs('.repeat(251)}1${')'.repeat(251)} from t`, 'too-many-brackets'],
    [`select ${'(select max(a) + '.repeat(40)}1${' from t)'.repeat(40)} from t`, 'too-deep'],
    ['select * from spark_catalog.default.t', 'unknown-table'],
    ["select * from read_files('/x')", 'table-function'],
    ["select reflect('java.lang.Runtime', 'getRuntime')", 'function'],
    ["select JAVA_METHOD ('java.lang.System', 'exit', 1)", 'function'],
    ["select `try_reflect`('a', 'b') from t", 'function'],
    ["select system.builtin.reflect('a', 'b') from t", 'function'],
    ["select transform(a) using 'cat' from t", 'script'],
    ["from t map a using 'cat'", 'script'],
    ["select * from identifier('csv.`/x`')", 'computed-name', 'table-function'],
    ["select identifier('reflect')('a')", 'computed-name'],
    ["select 'open", 'unreadable'],
    ['select 1 /* open', 'unreadable'],
    ['select `open', 'unreadable'],
  ];
  for (const [sql, ...expected] of refusals) {
    it(`refuses ${sql || 'an empty text'}`, () => assert.deepEqual(codes(sql), expected));
  }

  const allowed = [
    `select ${'('.repeat(249)}1${')'.repeat(249)} from t`,
    'select * from t;',
    'SELECT * FROM T a JOIN `u` b ON a.x = b.x',
    "select 'drop table t; select * from csv.`/x`' as s from t -- ; drop table t",
    'select /* ; drop table t */ 1',
    'select t.insert, `drop` from t',
    'with a as (select 1 as x), b as (select * from a) select * from b',
    'with recursive r as (select 1 as n union all select n + 1 from r where n < 3) select * from r',
    'from t select a where b > 1',
    'values (1), (2)',
    '(select 1) union all (select 2)',
    'select * from range(10)',
    'select explode(a), transform(b, x -> x + 1) from t lateral view explode(c) d as e',
    'select json.a, text.`b c` from t json join u text on json.a = text.a',
    'select extract(hour from t.ts), input_file_name() from t',
    'select * from t where exists (select 1 from u where u.a = t.a)',
    'select a from t |> where a > 1',
    'select * from t group by all order by all',
    'select left(a, 1), if(b, 1, 2), date(c) from t',
    'this is no SQL that anyone reads'.replace('this is', 'select'),
  ];
  for (const sql of allowed) it(`lets pass ${sql}`, () => assert.deepEqual(checkSql(sql, ['t', 'u']), []));

  it('tells where, what and what to do', () => {
    const [problem] = checkSql('select *\nfrom  csv.`/etc/passwd`', ['t']);
    assert.deepEqual(problem, {
      code: 'path-relation',
      message: 'csv.`/etc/passwd` reads files by path',
      remedy: 'read the file with a dataset node and connect it to this node',
      position: { offset: 15, line: 2, column: 7 },
    });
  });

  it('names the tables that could have been meant', () => {
    assert.equal(checkSql('select * from orders', ['t', 'u'])[0]?.remedy, 'use one of t, u');
    assert.equal(checkSql('select * from orders', [])[0]?.remedy, 'connect an input to the node');
  });
});

describe('an expression may only compute', () => {
  it('lets pass what computes', () => {
    for (const sql of [
      'a + 1',
      "concat(a, ';')",
      'a in (select x from t)',
      'sum(a) over (partition by b)',
      "'drop table t'",
    ]) {
      assert.deepEqual(checkExpression(sql, ['t']), []);
    }
  });
  it('refuses the rest', () => {
    const codesOf = (sql: string): string[] => checkExpression(sql, ['t']).map((p) => p.code);
    assert.deepEqual(codesOf(''), ['empty']);
    assert.deepEqual(codesOf('a; drop table t'), ['several-statements']);
    assert.deepEqual(codesOf("reflect('a', 'b')"), ['function']);
    assert.deepEqual(codesOf('(select max(value) from text.`/etc/passwd`)'), ['path-relation']);
    assert.deepEqual(codesOf('exists (select 1 from other)'), ['unknown-table']);
    assert.deepEqual(codesOf("a 'b"), ['unreadable']);
  });
});
