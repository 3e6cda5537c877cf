import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  functions as F,
  parseRemote,
  SparkConnectClient,
  SparkSession,
  types,
  Window,
  type Column,
} from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { layOut } from '../src/explain/python/doc.ts';
import { column } from '../src/explain/python/expression.ts';
import { relationCode } from '../src/explain/python/relation.ts';
import { NoPythonForm, type Scope } from '../src/explain/python/scope.ts';
import { formattedQuery } from '../src/explain/python/sql-query.ts';
import { expressionText } from '../src/explain/sql-text/expression.ts';
import { drawPlan } from '../src/explain/tree/draw-plan.ts';

/** Composes only: nothing is ever asked of a server. */
const spark = new SparkSession(new SparkConnectClient(parseRemote('sc://127.0.0.1:1')));
const calls = spark.read.parquet('/files/calls');
const ships = spark.read.parquet('/files/ships');

const sql = (column: Column): string => expressionText(column.expression, () => undefined);
const names = new Map<Relation, string>([
  [calls.relation, 'calls'],
  [ships.relation, 'ships'],
]);
const plan = (relation: Relation): string => drawPlan(relation, (r) => names.get(r)).join('\n');

const scope: Scope = {
  write: { column, relation: relationCode },
  variable: (relation) => names.get(relation),
  variableOfPlan: (id) => [...names].find(([r]) => r.common?.planId === id)?.[1],
  estimator: () => undefined,
  hold: () => assert.fail('nothing is learned'),
  model: () => undefined,
  modelOf: () => undefined,
  rows: () => undefined,
  path: (location) => JSON.stringify(location),
  target: (path) => JSON.stringify(path),
  needs: () => undefined,
};
const python = (relation: Relation): string => layOut(relationCode(relation, scope));

describe('expressions as SQL', () => {
  const [a, b] = [F.col('a'), F.col('b')];
  const cases: readonly (readonly [string, Column, string])[] = [
    ['operators keep their order by brackets', a.plus(b).times(2), '(a + b) * 2'],
    [
      'a chain of conditions has none',
      a.gt(1).and(b.lt(2)).and(b.isNull().not()),
      '(a > 1) AND (b < 2) AND (NOT (b IS NULL))',
    ],
    ['names keep the quotes that they need', F.columnNamed('a b').eq(F.columnNamed('plain')), '`a b` = plain'],
    [
      'constants carry their type',
      F.call('f', F.lit(3n), F.lit(2.5), F.lit("it's"), F.lit(null, types.date)),
      "f(3L, 2.5D, 'it\\'s', CAST(NULL AS date))",
    ],
    [
      'dates and times',
      F.call('f', F.lit('2024-02-29', types.date), F.lit('2024-02-29T12:00:00Z', types.timestamp)),
      "f(DATE '2024-02-29', TIMESTAMP '2024-02-29T12:00:00Z')",
    ],
    ['casts', a.tryCast('decimal(10,2)').cast('string'), 'CAST(TRY_CAST(a AS decimal(10,2)) AS string)'],
    [
      'case',
      F.when(a.gt(1), 'x').when(b.isNull(), 'y').otherwise('z').alias('k'),
      "CASE WHEN a > 1 THEN 'x' WHEN b IS NULL THEN 'y' ELSE 'z' END AS k",
    ],
    ['sets', a.isIn(1, 2), 'a IN (1, 2)'],
    ['distinct aggregates', F.countDistinct('a', 'b'), 'count(DISTINCT a, b)'],
    [
      'windows',
      F.sum('a').over(Window.partitionBy('b').orderBy(a.desc()).rowsBetween(-2, 'currentRow')),
      'sum(a) OVER (PARTITION BY b ORDER BY a DESC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)',
    ],
    ['text of users as it is', F.expr('a + 1').alias('n'), 'a + 1 AS n'],
    ['elements', a.getItem('k').getItem(0), "a['k'][0]"],
  ];
  for (const [name, column, text] of cases) test(name, () => assert.equal(sql(column), text));
});

describe('plans as trees', () => {
  test('a tree begins with the last step and ends at the outputs of other nodes', () => {
    const df = calls.filter(F.col('tons').gt(5)).join(ships, ['ship'], 'left').orderBy(F.col('tons').desc()).limit(3);
    assert.equal(
      plan(df.relation),
      `First 3 rows
└─ Sort tons DESC
   └─ Left outer join using ship
      ├─ Filter tons > 5
      │  └─ calls
      └─ ships`,
    );
  });
  test('a column of one side of a join names its side by a number', () => {
    const df = calls.join(ships, calls.col('id').eq(ships.col('id')));
    assert.equal(
      plan(df.relation),
      `Inner join on #1.id = #2.id
├─ #1 calls
└─ #2 ships`,
    );
  });
  test('a part that is read twice is drawn once', () => {
    const big = calls.filter('tons > 5');
    assert.equal(
      plan(big.union(big).relation),
      `Union all
├─ #1 Filter tons > 5
│  └─ calls
└─ #1 as above`,
    );
  });
  test('SQL stands with its inputs under their names, over several lines where the text has them', () => {
    const df = spark.sql('select *\nfrom c join s', { inputs: { c: calls, s: ships } });
    assert.equal(
      plan(df.relation),
      `SQL select *
│ from c join s
├─ As c
│  └─ calls
└─ As s
   └─ ships`,
    );
  });
  test('groups tell keys, pivot and aggregates', () => {
    const df = calls.groupBy('harbour').pivot('kind', ['ferry', 'tug']).agg(F.sum('tons').alias('tons'));
    assert.match(plan(df.relation), /^Group by harbour across kind \('ferry', 'tug'\) → sum\(tons\) AS tons\n/);
  });
});

describe('SQL as PySpark takes it', () => {
  const tables = [
    { table: 'calls', placeholder: 'calls' },
    { table: 'my ships', placeholder: 'input_2' },
  ];
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'a table without an alias keeps its name',
      'select calls.a from Calls where a > 1',
      'select calls.a from {calls} AS Calls where a > 1',
    ],
    ['an alias stays', 'select c.a from calls c', 'select c.a from {calls} c'],
    ['AS stays', 'select c.a from calls as c', 'select c.a from {calls} as c'],
    [
      'quoted names',
      'select * from `my ships` s join calls on true',
      'select * from {input_2} s join {calls} AS calls on true',
    ],
    ['braces are doubled', "select '{}' from calls", "select '{{}}' from {calls} AS calls"],
    [
      'subqueries',
      'select * from calls where a in (select a from calls)',
      'select * from {calls} AS calls where a in (select a from {calls} AS calls)',
    ],
    [
      'a name that the query defines itself is not an input',
      'with calls as (select 1) select * from calls',
      'with calls as (select 1) select * from calls',
    ],
    [
      'columns and text of the same name are left alone',
      "select calls, 'calls' from calls",
      "select calls, 'calls' from {calls} AS calls",
    ],
    [
      'what the reader does not understand gets its tables in front',
      'select * from calls match whatever (',
      'WITH `calls` AS (SELECT * FROM {calls}), `my ships` AS (SELECT * FROM {input_2}) select * from calls match whatever (',
    ],
  ];
  for (const [name, df, text] of cases) test(name, () => assert.equal(formattedQuery(df, tables), text));
});

describe('plans as PySpark', () => {
  test('methods follow one another; long chains and lists get lines of their own', () => {
    assert.equal(python(calls.filter('a > 1').limit(3).relation), 'calls.filter("a > 1").limit(3)');
    assert.equal(
      python(
        calls
          .select(...['one', 'two', 'three'].map((n) => F.call('upper', F.col(`the_column_number_${n}`)).alias(n)))
          .orderBy('one').relation,
      ),
      `(
    calls
    .select(
        F.upper("the_column_number_one").alias("one"),
        F.upper("the_column_number_two").alias("two"),
        F.upper("the_column_number_three").alias("three"),
    )
    .orderBy("one")
)`,
    );
  });
  test('operators bind as in Python', () => {
    const condition = F.col('a')
      .plus(1)
      .gt(2)
      .and(F.col('b').isNull().or(F.col('c').notEq('x')));
    assert.equal(
      python(calls.filter(condition).relation),
      'calls.filter(((F.col("a") + 1) > 2) & (F.col("b").isNull() | (F.col("c") != "x")))',
    );
  });
  test('columns of one side of a join are taken from its variable', () => {
    const df = calls.join(ships, calls.col('id').eq(ships.col('id')), 'left_anti');
    assert.equal(python(df.relation), 'calls.join(ships, calls["id"] == ships["id"], "left_anti")');
  });
  test('a function that PySpark does not have is called by name', () => {
    assert.equal(
      python(calls.select(F.call('some_new_function', F.col('a'), 'x')).relation),
      'calls.select(F.call_function("some_new_function", "a", F.lit("x")))',
    );
  });
  test('what has no form says what it is', () => {
    const tvf = calls.select(F.col('a')).relation;
    assert.throws(
      () =>
        relationCode({ ...tvf, relType: { case: 'unknown', value: { $typeName: 'spark.connect.Unknown' } } }, scope),
      NoPythonForm,
    );
  });
});
