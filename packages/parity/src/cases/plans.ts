import { functions as F, types, Window } from '@millrace/spark-connect';
import type { Area, CaseInput } from './case.ts';
import type { Parts } from './plan-case.ts';
import { plan } from './plan-case.ts';

const N = null;
const t: CaseInput = {
  schema: 'id int, k string, i int, l bigint, d double, f float, b boolean, s string, dt date, ts timestamp, c decimal(10,2), h smallint, ai array<int>',
  rows: [
    [1, 'a', 10, 100n, 1.5, 1.5, true, 'x', '2020-01-01', '2020-01-01T00:00:00Z', '1.50', 1, [1, 2]], [2, 'a', N, N, N, N, N, N, N, N, N, N, N], [3, 'b', 30, 300n, NaN, NaN, false, '', '2020-01-03', '2020-01-03T00:00:00Z', '3.00', 3, []], [4, N, 40, N, 4.5, N, true, N, N, '2020-01-04T00:00:00Z', N, 4, [N]], [5, 'c', 10, 500n, 0, 5, N, 'x', '2020-01-05', N, '5.00', N, [5]],
  ],
}; // prettier-ignore
const u: CaseInput = { schema: 'id int, k string, y int', rows: [[1, 'a', 7], [1, 'z', 8], [3, 'b', N], [9, N, 9], [N, 'a', 1]] }; // prettier-ignore
const both = { t, u };
const columns = ['id', 'k', 'i', 'l', 'd', 'f', 'b', 's', 'dt', 'ts', 'c', 'h', 'ai'];
const each = (name: string, build: (parts: Parts, column: string) => ReturnType<Parts['t']['select']>, of = columns, about?: string[]): Area['cases'] =>
  of.map((column) => plan(`${name} ${column}`, (parts) => build(parts, column), { ...both, about })); // prettier-ignore
const joinKinds = ['inner', 'left', 'right', 'full', 'semi', 'anti', 'cross'] as const;

/** What is composed through the client and has no SQL of its own. */
export const plans: Area = {
  name: 'plans',
  cases: [
    plan('select', ({ t }) => t.select('id', F.columnNamed('k'), F.expr('i + 1 as j'), F.lit(1).alias('one')), both),
    plan('with columns', ({ t }) => t.withColumns([['i', F.columnNamed('i').plus(1)], ['n', F.lit('x')], ['K2', F.columnNamed('k')]]), { ...both, about: ['plan:'] }),
    plan('with a column in other case', ({ t }) => t.select('id', 'k').withColumn('ID', F.lit(2)), { ...both, about: ['plan:'] }),
    plan('columns renamed', ({ t }) => t.withColumnsRenamed({ id: 'key', none: 'x' }), { ...both, about: ['plan:'] }),
    plan('all columns named', ({ u }) => u.toDF('a', 'b c', 'd.e'), { ...both, about: ['plan:'] }),
    plan('columns dropped', ({ t }) => t.drop('k', 'none', 'd'), { ...both, about: ['plan:'] }),
    plan('a column dropped by reference', ({ t, u }) => t.join(u, t.col('id').eq(u.col('id')), 'inner').drop(u.col('id')), { ...both, about: ['plan:drop:'] }),
    plan('columns of two sides', ({ t, u }) => t.join(u, t.col('id').eq(u.col('id')), 'left').select(t.col('id'), u.col('y'), t.col('k')), both),
    plan('quoted names', ({ u }) => u.toDF('a.b', 'c d', 'é').select(F.columnNamed('a.b'), F.columnNamed('c d'), F.columnNamed('é')), both),
    ...each('fill with a text', ({ t }, column) => t.na.fill('none', [column]), ['k', 's', 'i']),
    ...each('fill with a number', ({ t }, column) => t.na.fill(7n, [column]), ['i', 'l', 'd', 'f', 'c', 'h', 's']),
    ...each('fill with a fraction', ({ t }, column) => t.na.fill(0.5, [column]), ['i', 'l', 'd', 'f', 'c', 's']),
    ...each('fill with a truth value', ({ t }, column) => t.na.fill(true, [column]), ['b', 'i']),
    plan('fill each', ({ t }) => t.na.fillEach({ k: 'none', i: 0n, d: 0.5, b: false }), both),
    ...each('drop nulls of', ({ t }, column) => t.na.drop({ columns: [column] })),
    plan('drop nulls of any column', ({ t }) => t.na.drop(), both), plan('drop where all are null', ({ t }) => t.drop('id', 'k').na.drop({ how: 'all' }), { ...both, about: ['plan:dropNa'] }), plan('drop below a number of values', ({ t }) => t.na.drop({ minNonNulls: 6 }), { ...both, about: ['plan:dropNa'] }),
    plan('replace texts', ({ t }) => t.na.replace([['x', 'z'], ['a', N]], ['k', 's']), both), plan('replace numbers', ({ t }) => t.na.replace([[10, 11], [40, 0]], ['i']), both), plan('replace fractions', ({ t }) => t.na.replace([[1.5, 2.5]], ['d']), both), plan('replace truth values', ({ t }) => t.na.replace([[true, false]], ['b']), both),
    plan('unpivot', ({ u }) => u.unpivot(['k'], ['id', 'y'], 'name', 'value'), { ...both, about: ['plan:'] }),
    plan('unpivot of two types', ({ t }) => t.select('k', 'i', 'l').unpivot(['k'], ['i', 'l'], 'name', 'value'), { ...both, about: ['plan:'] }),
    plan('unpivot fractions', ({ t }) => t.select('k', 'id', 'd').unpivot(['k'], ['id', 'd'], 'name', 'value'), { ...both, about: ['plan:'] }), plan('unpivot texts', ({ t }) => t.select('id', 'k', 's').unpivot(['id'], ['k', 's'], 'name', 'value'), { ...both, about: ['plan:'] }), plan('unpivot doubles', ({ t }) => t.withColumn('e', F.lit(1, types.double)).select('id', 'd', 'e').unpivot(['id'], ['d', 'e'], 'name', 'value'), { ...both, about: ['plan:unpivot'] }),
    plan('distinct rows', ({ t }) => t.select('k', 'i').union(t.select('k', 'i')).distinct(), { ...both, about: ['distinct:'] }),
    plan('repartition', ({ t }) => t.repartition(3), { ...both, about: ['plan:repartition'] }), plan('repartition by a column', ({ t }) => t.repartition(2, 'k'), { ...both, about: ['plan:repartition'] }), plan('coalesce', ({ t }) => t.coalesce(1), { ...both, about: ['plan:repartition'] }),
    plan('hint', ({ t, u }) => t.join(u.hint('broadcast'), ['id'], 'inner'), { ...both, about: ['hint:'] }),
    plan('range', ({ session }) => session.range(3, 12, 4), { about: ['from:range'] }),
    ...joinKinds.filter((how) => how !== 'cross').flatMap((how) => [plan(`${how} join using a column`, ({ t, u }) => t.select('id', 'k', 'i').join(u.select('id', 'y'), ['id'], how), { ...both, about: ['join:'] }), plan(`${how} join using two columns`, ({ t, u }) => t.select('id', 'k', 'i').join(u, ['id', 'k'], how), { ...both, about: ['join:'] }), plan(`${how} join on a condition`, ({ t, u }) => t.select('id', 'i').join(u.toDF('uid', 'uk', 'y'), F.columnNamed('id').eq(F.columnNamed('uid')), how), { ...both, about: ['join:'] })]),
    plan('cross join', ({ t, u }) => t.select('id').crossJoin(u.select('y')), { ...both, about: ['join:'] }),
    plan('self join', ({ t }) => { const a = t.select('id', 'k'); const b = t.select(F.columnNamed('id').alias('id2'), F.columnNamed('k').alias('k2')); return a.join(b, F.columnNamed('k').eq(F.columnNamed('k2')), 'inner'); }, { ...both, about: ['join:'] }),
    plan('union by name', ({ t, u }) => t.select('id', 'k').unionByName(u.select('k', 'id')), { ...both, about: ['set:'] }), plan('union by name with missing columns', ({ t, u }) => t.select('id', 'k').unionByName(u.select('k', 'y'), { allowMissingColumns: true }), { ...both, about: ['set:'] }), plan('except', ({ t, u }) => t.select('k').except(u.select('k')), { ...both, about: ['set:', 'distinct:'] }), plan('intersect', ({ t, u }) => t.select('k').intersect(u.select('k')), { ...both, about: ['set:', 'distinct:'] }),
    plan('group by', ({ t }) => t.groupBy('k').agg(F.call('sum', F.columnNamed('i')).alias('s'), F.call('count', F.lit(1)).alias('n')), both), plan('group by a named expression', ({ t }) => t.groupBy(F.call('upper', F.columnNamed('k')).alias('g')).agg(F.call('max', F.columnNamed('i')).alias('m')), { ...both, about: ['plan:aggregate:', 'group:'] }),
    plan('aggregate all', ({ t }) => t.agg(F.call('sum', F.columnNamed('l')).alias('s'), F.call('avg', F.columnNamed('i')).alias('a')), both), plan('rollup', ({ t }) => t.rollup('k').agg(F.call('sum', F.columnNamed('i')).alias('s')), { ...both, about: ['group:', 'grouping-sets:'] }), plan('cube', ({ t }) => t.cube('k', 'b').agg(F.call('count', F.lit(1)).alias('n')), { ...both, about: ['group:', 'grouping-sets:'] }),
    plan('pivot of given values', ({ t }) => t.groupBy('b').pivot('k', ['a', 'b']).agg(F.call('sum', F.columnNamed('i')).alias('s')), { ...both, about: ['plan:pivot'] }), plan('pivot of several aggregates', ({ t }) => t.groupBy('b').pivot('k', ['a', 'b']).agg(F.call('sum', F.columnNamed('i')).alias('s'), F.call('max', F.columnNamed('l')).alias('m')), { ...both, about: ['plan:pivot'] }), plan('pivot of numbers', ({ t }) => t.groupBy('k').pivot('i', [10, 30]).agg(F.call('count', F.lit(1)).alias('n')), { ...both, about: ['plan:pivot'] }), plan('pivot of found values', ({ t }) => t.groupBy('b').pivot('k').agg(F.call('sum', F.columnNamed('i')).alias('s')), { ...both, about: ['plan:pivot'] }),
    plan('sort', ({ t }) => t.select('id', 'k').sort(F.columnNamed('k').desc(), F.columnNamed('id')), { ...both, about: ['sort:string'], ordered: true }),
    plan('the first rows of a small input', ({ t }) => t.limit(2), { ...both, ordered: true }), plan('a small input after a filter', ({ t }) => t.select('id', 'i').filter(F.expr('i > 5')).limit(2), { ...both, ordered: true, about: ['cut:'] }), plan('a small input with a new column', ({ t }) => t.withColumn('z', F.lit(1)).limit(3), { ...both, ordered: true, about: ['cut:'] }),
    plan('window', ({ t }) => t.select('id', F.call('row_number').over(Window.partitionBy('k').orderBy('id')).alias('r')), { ...both, about: ['window:', 'over:partition', 'over:int'] }),
    plan('case', ({ t }) => t.select(F.when(F.columnNamed('b'), F.lit(1)).otherwise(F.lit(0)).alias('z'), F.when(F.columnNamed('b'), F.columnNamed('d')).otherwise(F.lit(0, types.double)).alias('y')), both),
    plan('casts', ({ t }) => t.select(F.columnNamed('s').tryCast('int').alias('a'), F.columnNamed('i').cast('double').alias('b')), both),
    plan('typed nulls', ({ t }) => t.select('id', F.lit(null, types.string).alias('a'), F.lit(null, types.double).alias('b'), F.lit(null, types.integer).alias('c'), F.lit(null, types.timestamp).alias('e')), both),
    plan('literals', ({ t }) => t.select(F.columnNamed('i').plus(F.lit(1)).alias('a'), F.lit(1n).alias('b'), F.lit(1.5).alias('c'), F.lit('x').alias('e'), F.lit(true).alias('g'), F.lit(null).alias('h'), F.lit('2020-01-01', types.date).alias('j'), F.lit('1.50', types.decimal(4, 2)).alias('m')), both),
    plan('comparisons', ({ t }) => t.filter(F.columnNamed('i').gte(10).and(F.columnNamed('k').isNotNull()).and(F.columnNamed('s').eqNullSafe('x'))), both),
    plan('sampled', ({ t }) => t.sample(0.5, { seed: 3n }), both),
    plan('statistics', ({ t }) => t.select('id', 'i', 'd').stat.summary('count', 'min', 'max'), both),
    plan('described', ({ t }) => t.select('id', 'i').stat.describe('i'), both),
    plan('observed', ({ t }) => t.select('id').distinct(), { ...both, about: ['distinct:'] }),
  ],
}; // prettier-ignore
