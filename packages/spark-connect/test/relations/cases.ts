import { functions as F, types, Window, type SparkSession } from '../../src/index.ts';
import type { RelationCase } from './check.ts';

const left = (s: SparkSession) =>
  s.createDataFrame(
    [
      [1, 'a'],
      [2, 'b'],
    ],
    'k int, x string',
  );
const right = (s: SparkSession) =>
  s.createDataFrame(
    [
      [1, 'c'],
      [3, 'd'],
    ],
    'k int, y string',
  );
const sales = (s: SparkSession) =>
  s.createDataFrame(
    [
      [1, 'a', 10],
      [1, 'b', 20],
      [2, 'a', 5],
    ],
    'k int, p string, v int',
  );
const holes = (s: SparkSession) =>
  s.createDataFrame(
    [
      [1, null, 'a'],
      [null, 2, null],
      [null, null, null],
    ],
    'a int, b int, c string',
  );
const ids = (...ids: number[]) => ids.map((id) => [BigInt(id)]);

/** Each relation of Spark Connect that the DataFrame offers, with what it gives. */
export const relationCases: Readonly<Record<string, RelationCase>> = {
  'selects columns, expressions and text': {
    of: (s) => left(s).select('k', F.col('k').plus(1).alias('n')).selectExpr('*', 'n * 2 as m'),
    columns: ['k', 'n', 'm'],
    rows: [
      [1, 2, 4],
      [2, 3, 6],
    ],
  },
  'selects all columns of one side by its name': {
    of: (s) =>
      left(s)
        .alias('l')
        .join(right(s).alias('r'), F.col('l.k').eq(F.col('r.k')))
        .select('r.*'),
    columns: ['k', 'y'],
    rows: [[1, 'c']],
  },
  'selects all columns of one very DataFrame': {
    of: (s) => {
      const [a, b] = [left(s), right(s)];
      return a.join(b, a.col('k').eq(b.col('k'))).select(b.col('*'));
    },
    columns: ['k', 'y'],
    rows: [[1, 'c']],
    sail: /./,
  },
  'selects columns by a regular expression': {
    of: (s) => sales(s).select(sales(s).colRegex('[kv]')),
    columns: ['k', 'v'],
    rows: [
      [1, 10],
      [1, 20],
      [2, 5],
    ],
  },
  'filters by condition and by text': {
    of: (s) => sales(s).filter('v > 5').where(F.col('p').isIn('b', 'c')),
    columns: ['k', 'p', 'v'],
    rows: [[1, 'b', 20]],
  },
  'adds, replaces and renames columns': {
    of: (s) =>
      left(s)
        .withColumn('k', F.col('k').times(10))
        .withColumns({ n: F.lit(1), m: 'text' })
        .withColumnRenamed('x', 'z'),
    columns: ['k', 'z', 'n', 'm'],
    rows: [
      [10, 'a', 1, 'text'],
      [20, 'b', 1, 'text'],
    ],
  },
  'renames all columns by position': {
    of: (s) => left(s).toDF('é', 'b c'),
    columns: ['é', 'b c'],
    rows: [
      [1, 'a'],
      [2, 'b'],
    ],
  },
  'reorders and casts to a schema': {
    of: (s) => left(s).to(types.struct([types.field('x', types.string), types.field('k', types.long)])),
    columns: ['x', 'k'],
    rows: [
      ['a', 1n],
      ['b', 2n],
    ],
  },
  'drops columns by name, ignoring those that are not there, and by column': {
    of: (s) => {
      const df = s.sql('select 1 as a, 2 as b, 3 as `c.d`, 4 as e');
      return df.drop('a', 'nope', 'c.d').drop(F.col('e'));
    },
    columns: ['b'],
    rows: [[2]],
  },
  'sorts, nulls where told': {
    of: (s) => holes(s).select('a').sort(F.col('a').ascNullsLast()),
    columns: ['a'],
    rows: [[1], [null], [null]],
    ordered: true,
  },
  'sorts descending by name': {
    of: (s) => s.range(3).orderBy(F.desc('id')),
    columns: ['id'],
    rows: ids(2, 1, 0),
    ordered: true,
  },
  'sorts within partitions': {
    of: (s) => s.range(0, 6, 1, 1).sortWithinPartitions(F.desc('id')).limit(2),
    columns: ['id'],
    rows: ids(5, 4),
    ordered: true,
  },
  'limits, skips and takes the tail': {
    of: (s) => s.range(0, 10, 1, 1).limit(8).offset(3).tail(2),
    columns: ['id'],
    rows: ids(6, 7),
  },
  'counts down in steps': { of: (s) => s.range(5, 0, -2), columns: ['id'], rows: ids(5, 3, 1) },
  'drops repeated rows, whole or by columns': {
    of: (s) => s.sql('select * from values (1,2),(1,2),(1,3) t(a,b)').distinct().dropDuplicates(['a']).select('a'),
    columns: ['a'],
    rows: [[1]],
  },
  'groups and aggregates': {
    of: (s) => sales(s).groupBy('k').agg(F.sum('v').alias('s'), F.count().alias('n'), F.countDistinct('p').alias('d')),
    columns: ['k', 's', 'n', 'd'],
    rows: [
      [1, 30n, 2n, 2n],
      [2, 5n, 1n, 1n],
    ],
  },
  'groups with the short forms': {
    of: (s) => sales(s).groupBy('k').max('v'),
    columns: ['k', 'max(v)'],
    rows: [
      [1, 20],
      [2, 5],
    ],
  },
  'aggregates all rows': { of: (s) => sales(s).agg(F.avg('v').alias('a')), columns: ['a'], rows: [[35 / 3]] },
  'pivots with values': {
    of: (s) => sales(s).groupBy('k').pivot('p', ['a', 'b']).agg(F.sum('v')),
    columns: ['k', 'a', 'b'],
    rows: [
      [1, 10n, 20n],
      [2, 5n, null],
    ],
  },
  'pivots without values, several aggregates': {
    of: (s) => sales(s).groupBy('k').pivot('p').agg(F.sum('v').alias('s'), F.count().alias('n')),
    columns: ['k', 'a_s', 'a_n', 'b_s', 'b_n'],
    rows: [
      [1, 10n, 1n, 20n, 1n],
      [2, 5n, 1n, null, null],
    ],
  },
  'rolls up': {
    of: (s) => sales(s).rollup('k').count(),
    columns: ['k', 'count'],
    rows: [
      [null, 3n],
      [1, 2n],
      [2, 1n],
    ],
  },
  'cubes, with grouping ids': {
    of: (s) => sales(s).cube('k', 'p').agg(F.sum('v').alias('s'), F.groupingId().alias('g')).filter('g in (2, 3)'),
    columns: ['k', 'p', 's', 'g'],
    rows: [
      [null, null, 35n, 3n],
      [null, 'a', 15n, 2n],
      [null, 'b', 20n, 2n],
    ],
  },
  'groups by grouping sets': {
    of: (s) =>
      sales(s)
        .groupingSets([['k'], ['p'], []], 'k', 'p')
        .agg(F.sum('v').alias('s')),
    columns: ['k', 'p', 's'],
    rows: [
      [null, null, 35n],
      [null, 'a', 15n],
      [null, 'b', 20n],
      [1, null, 30n],
      [2, null, 5n],
    ],
    sail: /grouping sets with grouping expressions/,
  },
  'joins on columns of the same name, which then come once': {
    of: (s) => left(s).join(right(s), 'k', 'full_outer'),
    columns: ['k', 'x', 'y'],
    rows: [
      [1, 'a', 'c'],
      [2, 'b', null],
      [3, null, 'd'],
    ],
  },
  'joins on a condition between columns told apart': {
    of: (s) => {
      const [a, b] = [left(s), right(s)];
      return a.join(b, a.col('k').eq(b.col('k')), 'left').select(a.col('k'), b.col('k').alias('r'), 'y');
    },
    columns: ['k', 'r', 'y'],
    rows: [
      [1, 1, 'c'],
      [2, null, null],
    ],
  },
  'joins on several conditions': {
    of: (s) => {
      const [a, b] = [left(s), right(s)];
      return a.join(b, [a.col('k').eq(b.col('k')), b.col('y').notEq('c')], 'right_outer').select('x', 'y');
    },
    columns: ['x', 'y'],
    rows: [
      [null, 'c'],
      [null, 'd'],
    ],
  },
  'joins every row with every row without a condition': {
    of: (s) => s.range(2).join(s.range(2)).crossJoin(s.range(1).toDF('z')),
    columns: ['id', 'id', 'z'],
    rows: [
      [0n, 0n, 0n],
      [0n, 1n, 0n],
      [1n, 0n, 0n],
      [1n, 1n, 0n],
    ],
  },
  'keeps the rows that have a partner': {
    of: (s) => s.range(3).join(s.range(1, 5), ['id'], 'left_semi'),
    columns: ['id'],
    rows: ids(1, 2),
  },
  'keeps the rows that have none': {
    of: (s) => s.range(3).join(s.range(1, 5), 'id', 'anti'),
    columns: ['id'],
    rows: ids(0),
  },
  'joins with itself under two names': {
    of: (s) => {
      const df = s.range(3);
      return df.alias('l').join(df.alias('r'), F.col('l.id').eq(F.col('r.id').plus(1)));
    },
    columns: ['id', 'id'],
    rows: [
      [1n, 0n],
      [2n, 1n],
    ],
  },
  'joins each row with the last one at or before it': {
    of: (s) =>
      s
        .range(1, 4)
        .asOfJoin(s.range(0, 10, 2).toDF('at'), 'id', 'at', { tolerance: F.lit(1), allowExactMatches: true })
        .select('id', 'at'),
    columns: ['id', 'at'],
    rows: [
      [1n, 0n],
      [2n, 2n],
      [3n, 2n],
    ],
    sail: /as.?of join/i,
  },
  'joins each row with the next one after it, among those of the same key': {
    of: (s) =>
      left(s)
        .asOfJoin(sales(s), 'k', 'v', { on: 'k', type: 'left', direction: 'forward', allowExactMatches: false })
        .select('x', 'v'),
    columns: ['x', 'v'],
    rows: [
      ['a', 10],
      ['b', 5],
    ],
    sail: /as.?of join/i,
  },
  'joins each row with what is computed from it': {
    of: (s) => {
      const lists = s.sql('select 1 as k, array(7, 8) as list union all select 2, array()');
      const items = s.tableFunction('explode', F.col('list')).toDF('item');
      // without a condition Spark 4.3 forgets that the join is a left one, in SQL too
      return lists.lateralJoin(items, F.lit(true), 'left').select('k', 'item');
    },
    columns: ['k', 'item'],
    rows: [
      [1, 7],
      [1, 8],
      [2, null],
    ],
    sail: /table valued function/,
  },
  'joins each row with its two nearest': {
    of: (s) => {
      const [a, b] = [s.range(5, 6), s.range(0, 20, 3).toDF('near')];
      return a.nearestByJoin(b, F.abs(a.col('id').minus(b.col('near'))), { count: 2 }).select('id', 'near');
    },
    columns: ['id', 'near'],
    rows: [
      [5n, 3n],
      [5n, 6n],
    ],
    sail: /nearest/i,
  },
  'gives the rows of a table-valued function': {
    of: (s) => s.tableFunction('stack', 2, 'a', 1, 'b', 2).toDF('k', 'v'),
    columns: ['k', 'v'],
    rows: [
      ['a', 1],
      ['b', 2],
    ],
    sail: /table valued function/,
  },
  'unites by position, keeping repeated rows': {
    of: (s) => s.range(2).union(s.range(1)),
    columns: ['id'],
    rows: ids(0, 0, 1),
  },
  'unites by name, filling what is missing': {
    of: (s) =>
      s.sql('select 1 as a, 2 as b').unionByName(s.sql('select 3 as b, 4 as c'), { allowMissingColumns: true }),
    columns: ['a', 'b', 'c'],
    rows: [
      [1, 2, null],
      [null, 3, 4],
    ],
  },
  intersects: { of: (s) => s.range(3).union(s.range(3)).intersect(s.range(1, 5)), columns: ['id'], rows: ids(1, 2) },
  'intersects, keeping repeated rows': {
    of: (s) =>
      s
        .range(3)
        .union(s.range(3))
        .intersectAll(s.range(1, 5).union(s.range(1, 5))),
    columns: ['id'],
    rows: ids(1, 1, 2, 2),
  },
  'takes away': { of: (s) => s.range(3).except(s.range(1, 5)), columns: ['id'], rows: ids(0) },
  'takes away row by row': {
    of: (s) => s.range(3).union(s.range(2)).exceptAll(s.range(3)),
    columns: ['id'],
    rows: ids(0, 1),
  },
  'fills nulls with a number': {
    of: (s) => holes(s).na.fill(0),
    columns: ['a', 'b', 'c'],
    rows: [
      [1, 0, 'a'],
      [0, 2, null],
      [0, 0, null],
    ],
  },
  'fills nulls with a text in some columns': {
    of: (s) => holes(s).na.fill('z', ['c']),
    columns: ['a', 'b', 'c'],
    rows: [
      [1, null, 'a'],
      [null, 2, 'z'],
      [null, null, 'z'],
    ],
  },
  'fills nulls column by column': {
    of: (s) => holes(s).na.fillEach({ a: 9, c: 'q' }),
    columns: ['a', 'b', 'c'],
    rows: [
      [1, null, 'a'],
      [9, 2, 'q'],
      [9, null, 'q'],
    ],
  },
  'drops rows of nulls alone': {
    of: (s) => holes(s).na.drop({ how: 'all' }),
    columns: ['a', 'b', 'c'],
    rows: [
      [1, null, 'a'],
      [null, 2, null],
    ],
  },
  'drops rows with too few values': {
    of: (s) => holes(s).na.drop({ minNonNulls: 2 }),
    columns: ['a', 'b', 'c'],
    rows: [[1, null, 'a']],
  },
  'replaces values, by null too': {
    of: (s) =>
      left(s)
        .na.replace([
          ['a', 'x'],
          ['b', null],
        ])
        .na.replace([[1, 5]], ['k']),
    columns: ['k', 'x'],
    rows: [
      [5, 'x'],
      [2, null],
    ],
  },
  summarises: {
    of: (s) => s.range(10).stat.summary('count', 'mean', 'max'),
    columns: ['summary', 'id'],
    rows: [
      ['count', '10'],
      ['mean', '4.5'],
      ['max', '9'],
    ],
  },
  describes: {
    of: (s) => s.range(3).stat.describe('id'),
    columns: ['summary', 'id'],
    rows: [
      ['count', '3'],
      ['mean', '1.0'],
      ['stddev', '1.0'],
      ['min', '0'],
      ['max', '2'],
    ],
  },
  'crosses two columns': {
    of: (s) =>
      s
        .sql("select * from values ('u','a'),('v','b'),('v','b') t(a,c)")
        .stat.crosstab('a', 'c')
        .select('a_c', 'a', 'b'),
    columns: ['a_c', 'a', 'b'],
    rows: [
      ['u', 1n, 0n],
      ['v', 0n, 2n],
    ],
  },
  correlates: {
    of: (s) => s.sql('select cast(id as double) as a, cast(id * 2 as double) as b from range(10)').stat.corr('a', 'b'),
    columns: ['corr'],
    rows: [[1]],
  },
  covaries: {
    of: (s) => s.range(4).withColumn('d', F.col('id').times(2)).stat.cov('id', 'd'),
    columns: ['cov'],
    rows: [[10 / 3]],
  },
  'gives quantiles': {
    of: (s) => s.range(101).stat.approxQuantile(['id'], [0, 0.5, 1], 0),
    columns: ['approx_quantile'],
    rows: [[[[0, 50, 100]]]],
    sail: /approx quantile/,
  },
  'finds frequent items': {
    of: (s) => s.sql('select 1 as a from range(5)').stat.freqItems(['a']),
    columns: ['a_freqItems'],
    rows: [[[1]]],
    sail: /freq items/,
  },
  'turns columns into rows': {
    of: (s) => s.sql('select 1 as id, 2 as a, 3 as b').unpivot(['id'], ['a', 'b'], 'var', 'val'),
    columns: ['id', 'var', 'val'],
    rows: [
      [1, 'a', 2],
      [1, 'b', 3],
    ],
  },
  'turns all other columns into rows': {
    of: (s) => s.sql('select 1 as id, 2 as a, 3 as b').unpivot(['id'], undefined, 'var', 'val'),
    columns: ['id', 'var', 'val'],
    rows: [
      [1, 'a', 2],
      [1, 'b', 3],
    ],
  },
  transposes: {
    of: (s) => s.sql("select * from values ('x',1,2),('y',3,4) t(k,a,b)").transpose('k'),
    columns: ['key', 'x', 'y'],
    rows: [
      ['a', 1, 3],
      ['b', 2, 4],
    ],
    sail: /transpose/,
  },
  'repartitions, by number, by columns, by range': {
    of: (s) =>
      s.range(4).repartition(2).repartition(2, 'id').repartition('id').repartitionByRange(2, F.desc('id')).coalesce(1),
    columns: ['id'],
    rows: ids(0, 1, 2, 3),
  },
  'takes hints': { of: (s) => s.range(2).hint('broadcast').hint('coalesce', 1), columns: ['id'], rows: ids(0, 1) },
  'computes over windows of rows and of values': {
    of: (s) =>
      s.range(4).select(
        'id',
        F.sum('id').over(Window.orderBy('id').rowsBetween(-1, 0)).alias('rows'),
        F.sum('id').over(Window.orderBy('id').rangeBetween('unboundedPreceding', 1n)).alias('values'),
        F.rowNumber()
          .over(Window.partitionBy(F.col('id').mod(2)).orderBy(F.col('id').desc()))
          .alias('n'),
      ),
    columns: ['id', 'rows', 'values', 'n'],
    rows: [
      [0n, 0n, 1n, 2],
      [1n, 1n, 3n, 2],
      [2n, 3n, 6n, 1],
      [3n, 5n, 6n, 1],
    ],
  },
  'casts, and tries to cast': {
    of: (s) =>
      s
        .sql("select '1' as a, 'x' as b")
        .select(F.col('a').cast('decimal(10,2)').alias('d'), F.col('b').tryCast(types.integer).alias('i')),
    columns: ['d', 'i'],
    rows: [['1.00', null]],
  },
  'names the columns of a generator': {
    of: (s) => s.sql("select map('a', 1) as m").select(F.explode('m').aliases('key', 'item')),
    columns: ['key', 'item'],
    rows: [['a', 1]],
    // it panics
    sail: /aborted the operation without an error/,
  },
  'queries named inputs in SQL, with named values': {
    of: (s) =>
      s.sql('select a.id, b.id as b from a join b on a.id = b.id + :d', {
        inputs: { a: s.range(3), b: s.range(3) },
        args: { d: 1 },
      }),
    columns: ['id', 'b'],
    rows: [
      [1n, 0n],
      [2n, 1n],
    ],
  },
  'queries one input under two names, and inputs of inputs': {
    of: (s) => {
      const doubled = s.sql('select id * 2 as id from t', { inputs: { t: s.range(3) } });
      return s.sql('select x.id as x, y.id as y from x cross join y where x.id = y.id', {
        inputs: { x: doubled, y: doubled },
      });
    },
    columns: ['x', 'y'],
    rows: [
      [0n, 0n],
      [2n, 2n],
      [4n, 4n],
    ],
  },
  'takes positional values in SQL': {
    of: (s) => s.sql('select ? + ? as x, ? as y', { args: [1, 2n, 'q'] }),
    columns: ['x', 'y'],
    rows: [[3n, 'q']],
  },
  'parses texts as JSON': {
    of: (s) => s.read.schema('a int').parse('json', s.createDataFrame([['{"a":1}'], ['{"a":2}']], 'value string')),
    columns: ['a'],
    rows: [[1], [2]],
    sail: /parse/,
  },
};
