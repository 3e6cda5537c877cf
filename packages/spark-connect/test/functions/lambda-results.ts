import { functions as F, type Column, type Value } from '../../src/index.ts';

/** Functions whose arguments are easily confused: what they give over `columns`. */
export const lambdaResults: Readonly<Record<string, { column: Column; gives: Value; sail?: boolean }>> = {
  'transform with the element': { column: F.transform('ai', (x: Column) => x.plus(1)), gives: [2, 3] },
  'transform with element and index': {
    column: F.transform('ai', (x: Column, i: Column) => x.times(10).plus(i)),
    gives: [10, 21],
  },
  'nested lambdas': {
    column: F.transform('aai', (inner: Column) => F.transform(inner, (x: Column) => F.elementAt(inner, 1).plus(x))),
    gives: [[2]],
  },
  filter: { column: F.filter('ai', (x: Column) => x.gt(1)), gives: [2] },
  exists: { column: F.exists('ai', (x: Column) => x.gt(1)), gives: true },
  forall: { column: F.forall('ai', (x: Column) => x.gt(1)), gives: false },
  'aggregate with a finish': {
    column: F.aggregate(
      'ai',
      F.lit(0),
      (sum: Column, x: Column) => sum.plus(x),
      (sum: Column) => sum.times(10),
    ),
    gives: 30,
  },
  'arraySort with a comparator': { column: F.arraySort('ai', (a, b) => b.minus(a)), gives: [2, 1] },
  zipWith: { column: F.zipWith('ai', 'ai', (a, b) => a.times(b)), gives: [1, 4], sail: false },
  transformValues: { column: F.transformValues('m', (_, v) => v.plus(1)), gives: new Map([['k', 2]]), sail: false },
  mapFilter: { column: F.mapFilter('m', (_, v) => v.gt(5)), gives: new Map() },
  mapZipWith: { column: F.mapZipWith('m', 'm', (_, a, b) => a.plus(b)), gives: new Map([['k', 2]]), sail: false },
  'trim of characters': { column: F.trim(F.lit('xxaxx'), F.lit('x')), gives: 'a' },
  'ltrim of characters': { column: F.ltrim(F.lit('xxaxx'), F.lit('x')), gives: 'axx' },
  'log to a base': { column: F.log(2, F.lit(8)), gives: 3 },
  'locate, text first': { column: F.locate('b', F.lit('abc')), gives: 2 },
  'instr, text last': { column: F.instr(F.lit('abc'), 'b'), gives: 2 },
  'when without otherwise': { column: F.when(F.col('i').gt(5), 1).when(F.col('i').eq(1), 2), gives: 2 },
  'fromJson with a type': {
    column: F.fromJson(F.lit('{"a":1}'), 'a int'),
    gives: { a: 1 },
  },
  'concatWs takes its separator as text': { column: F.concatWs('-', 's', F.lit('y')), gives: 'x-y' },
  'dateTrunc takes its unit as text': { column: F.dateTrunc('year', 'ts'), gives: '2020-01-01T00:00:00Z' },
  'elementAt takes a value': { column: F.elementAt('m', 'k'), gives: 1 },
  'fields of structs': { column: F.col('st').withField('c', F.lit(2)).dropFields('a'), gives: { b: 'x', c: 2 } },
};
