import type { Case } from '../case.ts';
import { v } from '../values.ts';
import { call, fill, expressionCases } from './expression-cases.ts';

/** Arrays of each type, with a value of the type of their elements, as a column and as a literal. */
const arrays: [array: string, column: string, literal: string, other: string][] = [
  ['ai', 'i', '2', 'ai2'], ['al', 'l', '2L', 'array(5L, 2L)'], ['ad', 'd', '1.5D', 'array(1.5D, d)'], ['as_', 'w', "'a'", 'as2'], ['array(dt, dt2)', 'dt', "date '2020-01-31'", 'array(dt2)'], ['array(ts, ts2)', 'ts', "timestamp '2020-01-31 10:20:30'", 'array(ts2)'], ['array(c, cz)', 'c', 'cast(1 as decimal(10,2))', 'array(cz)'], ['array(b, true)', 'b', 'true', 'array(false)'], ["split(s, ',')", 's', "'b'", "split(w, 'a')"],
]; // prettier-ignore
/** Arrays that have a first element in each row. */
const filledArrays = [
  'an',
  'asn',
  'array(d, dz)',
  'array(l, lz)',
  'array(dt, dt2)',
  'array(ts, ts2)',
  'array(c, cz)',
  "split(w, 'a')",
  'array(b, true)',
  'array(st)',
  'array(array(i), ai)',
];

const ofAny = [
  ...call('size cardinality array_size array_distinct array_compact reverse sort_array array_sort array_max array_min', ['$1']), 'sort_array($1, false)', 'sort_array($1, true)', 'slice($1, 1, 2)', 'slice($1, 2, 1)', 'slice($1, -1, 1)', 'slice($1, 1, abs(j))',
  'get($1, 0)', 'get($1, 1)', 'try_element_at($1, 1)', 'try_element_at($1, -1)', 'array_repeat($2, 2)', 'array($2)', 'array($2, $3)', 'array($3, $3)', 'array($2, null)', 'size(array($2, $3))', 'concat($1, $1)', 'concat($1, $4)', 'concat($1, array($2))', 'flatten(array($1, $4))', 'arrays_zip($1, $4)', 'size($1) > 1', 'size($1) = 0', '$1 is null', 'coalesce($1, $4)', 'coalesce(size($1), 0)', 'if(size($1) > 0, get($1, 0), null)', 'case when size($1) > 1 then $1 end', 'element_at(array($2, $3), 1)', 'element_at(array($3, $2), 2)', 'array($2, $3)[0]', '$1 = $4',
  'array_position($1, $2)', 'array_position($1, $3)', 'array_remove($1, $2)', 'array_remove($1, $3)', 'array_append($1, $2)', 'array_append($1, $3)', 'array_prepend($1, $3)', 'array_insert($1, 1, $2)', 'size(array_distinct($1))',
  'exists($1, e -> e = $3)', 'exists($1, e -> e is null)', 'forall($1, e -> e is not null)', 'filter($1, e -> e is not null)', 'filter($1, e -> e > $3)', 'filter($1, (e, p) -> p > 0)', 'size(filter($1, e -> e = $2))', 'transform($1, e -> e)', 'transform($1, e -> coalesce(e, $3))', 'transform($1, (e, p) -> p)', 'transform($1, e -> cast(e as string))', 'transform($1, e -> if(e = $3, 1, 0))', 'aggregate(transform($1, e -> if(e = $3, 1, 0)), 0, (a, e) -> a + e)', 'array_max(filter($1, e -> e < $3))', 'array_distinct(transform($1, e -> e is null))', 'map_from_arrays(array(1), array($3))', 'struct($1 as a, $2 as e)',
]; // prettier-ignore
const ofNumbers = ['transform($1, e -> e + 1)', 'transform($1, e -> e * 2)', 'transform($1, e -> e / 2)', 'transform($1, e -> e * 1.5D)', 'transform($1, (e, p) -> e + p)', 'transform($1, e -> e - $2)', 'filter($1, e -> e > 1)', 'filter($1, e -> e % 2 = 0)', 'exists($1, e -> e > 2)', 'forall($1, e -> e > 0)', 'aggregate($1, cast(0 as double), (a, e) -> a + e)', 'aggregate($1, 0D, (a, e) -> a + coalesce(e, 0))', 'array_max($1) - array_min($1)', 'size(filter($1, e -> e >= 2))', 'aggregate($1, 0D, (a, e) -> a + e, a -> a / 2)', 'get(sort_array($1), 0)', 'round(array_max($1), 1)']; // prettier-ignore
const ofWholes = ['aggregate($1, 0, (a, e) -> a + 1)', 'aggregate($1, 0L, (a, e) -> a + e)', 'aggregate($1, 0L, (a, e) -> a + coalesce(e, 0))', 'aggregate($1, 0L, (a, e) -> a + e, a -> a * 2)', "array_join($1, ',')", "array_join($1, ',', '-')", "array_join(transform($1, e -> e * 2), '|')", "array_join(sort_array($1), ' ')", "concat_ws(',', transform($1, e -> cast(e as string)))"]; // prettier-ignore
const ofWords = ["array_join($1, ',')", "array_join($1, ', ', 'none')", "array_join(sort_array($1), '|')", "array_join(array_distinct($1), '-')", "concat_ws(',', $1)", "concat_ws(' ', $1, w)", "concat_ws('-', $1, $4)", "transform($1, e -> upper(e))", "transform($1, e -> trim(e))", "transform($1, e -> length(e))", "transform($1, e -> concat(e, '!'))", "transform($1, e -> concat(e, w))", "filter($1, e -> e <> '')", "filter($1, e -> length(e) > 1)", "filter($1, e -> e like 'a%')", "exists($1, e -> e like '%b%')", "exists($1, e -> e = w)", "aggregate($1, '', (a, e) -> concat(a, e))", "aggregate($1, 0, (a, e) -> a + length(e))", "array_sort($1, (a, e) -> case when a < e then -1 when a > e then 1 else 0 end)", "size(filter($1, e -> trim(e) <> ''))", "array_contains(transform($1, e -> lower(e)), 'a')", "lower(get($1, 0))", "transform(filter($1, e -> e is not null), e -> concat(left(e, 1), '.'))", "map_from_arrays(array('k'), array(get($1, 0)))"]; // prettier-ignore
const ofArrays = [
  ...arrays.flatMap(([a, c, l, o]) => fill(ofAny, [a], [c], [l], [o])),
  ...[arrays[0], ['array(l, 5L)', 'l', '2L', 'array(lz, 7L)'], arrays[2], arrays[6]].flatMap(([a = '', c = '', l = '', o = ''] = ['', '', '', '']) => fill(ofNumbers, [a], [c], [l], [o])),
  ...[arrays[0], ['array(l, 5L)', 'l', '2L', 'array(lz, 7L)']].flatMap(([a = '', c = '', l = '', o = ''] = ['', '', '', '']) => fill(ofWholes, [a], [c], [l], [o])),
  ...[arrays[3], arrays[8]].flatMap(([a = '', c = '', l = '', o = ''] = ['', '', '', '']) => fill(ofWords, [a], [c], [l], [o])),
  ...fill(['$1[0]', 'element_at($1, 1)', 'element_at($1, -1)', 'get($1, 0)', 'get($1, 5)', 'element_at($1, size($1))', 'try_element_at($1, 9)', 'try_element_at($1, id)', '$1[id * 0]'], filledArrays),
  ...call('sequence', ['1, 3', '1L, 3L', '1, j + 3', '0, 10, 5', 'id, id + 2', '3, 1, -1']), 'array()', 'array(1, 2, 3)', "array('a', 'b')", 'array(1.5, 2.5)', 'array(1.5D)', 'array(i, 0)', 'array(d, 0.5)', 'array(l, i)', 'array(c, 1)', "array(s, 'x')", 'array(dt, current_date())', 'array_contains(array(1, 2, 3), i)', "array_contains(array('SQL', 'apple'), w)", "array_position(array('SQL', 'apple'), w)", 'flatten(aa)', 'size(flatten(aa))', 'transform(aa, e -> size(e))', 'transform(aa, e -> array_max(e))', 'filter(aa, e -> size(e) > 1)', 'array_max(transform(aa, e -> size(e)))', 'transform(ast, e -> e.a)', 'transform(ast, e -> upper(e.b))', 'filter(ast, e -> e.a > 1)', 'exists(ast, e -> e.a = 2)', 'ast.a', 'size(ast)', 'array_max(transform(ast, e -> e.a))', "array_join(transform(ast, e -> concat(e.b, e.a)), ',')", 'aggregate(ast, 0, (t, e) -> t + e.a)', 'get(ast, 0).b', 'array_size(ast)', 'transform(ast, e -> struct(e.b as k, e.a + 1 as n))', 'transform(ai, e -> named_struct(\'n\', e))', 'transform(as_, e -> struct(e as w, length(e) as n))',
]; // prettier-ignore

const maps = ['m', 'ms', "map('a', 1, 'b', 2)", "map('k', d)", "map('k', w)", "map('d', dt, 'e', dt2)", "map('x', c)", "map(id, w)", "str_to_map(concat('a=', w), ';', '=')"]; // prettier-ignore
const ofMaps = [
  ...fill([...call('size map_keys map_values map_entries cardinality', ['$1']), "element_at($1, 'a')", "try_element_at($1, 'a')", "$1['a']", "map_contains_key($1, 'a')", "coalesce($1['k'], null)", 'sort_array(map_keys($1))', 'size(map_keys($1))', "array_contains(map_keys($1), 'a')", "map_filter($1, (k, e) -> e is not null)", "map_filter($1, (k, e) -> k = 'a')", 'transform_values($1, (k, e) -> e)', 'transform_values($1, (k, e) -> coalesce(k, \'\'))', 'transform_keys($1, (k, e) -> concat(k, \'!\'))', 'map_from_entries(map_entries($1))', 'exists(map_values($1), e -> e is null)', "array_join(map_keys($1), ',')", '$1 is null', 'transform(map_entries($1), e -> e.key)', 'map_concat($1, $1) is null'], maps).filter((e) => !/map_concat/.test(e) && !(e.includes('map(id') && /'a'|'k'|'!'|array_join|''/.test(e))),
  ...fill(['map_concat($1, $2)'], ["map('a', 1)", "map('p', i)"], ["map('z', 2)", "map('q', j)"]), ...fill(['map_from_arrays($1, $2)'], ["array('a', 'b')", "array('x', 'y')"], ['array(i, j)', 'array(w, s)', 'array(d, dz)', 'array(dt, dt2)']), "map(w, i)['apple']", "map('a', 1)[w]", "map('SQL', 'db', 'apple', 'fruit')[w]", "coalesce(map('SQL', 'db', 'apple', 'fruit')[w], 'other')", "element_at(map('SQL', 1, 'apple', 2), w)", "map(1, 'one', 7, 'seven')[i]", "str_to_map('a=1;b=2', ';', '=')", "str_to_map('a:1,b:2')['a']", "map_from_entries(array(struct('a' as k, i as e)))",
].filter((e) => !e.startsWith('map(w, i)')); // prettier-ignore

const scalars = ['i', 'l', 'd', 'c', 'w', 'b', 'dt', 'ts', 'ai', 'as_', 'm', 'st', '1', "'x'", '1.5', 'null'];
const ofStructs = [
  ...fill(["named_struct('a', $1)", "named_struct('a', $1, 'k', w)", 'struct($1)', 'struct($1 as a, j as e)', "named_struct('a', $1).a", '(struct($1 as a, w as e)).a', "struct(w, $1) is null", "named_struct('o', named_struct('a', $1)).o.a", "size(array(struct($1 as a)))"], scalars),
  'st.a', 'st.b', 'st.a + 1', 'upper(st.b)', "coalesce(st.b, 'x')", 'st.a > 3', 'st is null', "concat(st.b, st.a)", "st['a']", 'named_struct(\'x\', st.a, \'y\', st.b)', 'struct(st.a, st.b)', "from_json('{\"a\":1}', 'a int')", "from_json('{\"a\":1}', 'a int').a", "from_json(to_json(st), 'a int, b string')", "from_json(to_json(st), 'a int, b string').b", "from_json('[1,2]', 'array<int>')", 'st = st',
]; // prettier-ignore

/** Sets of what two arrays hold; Sail refuses an array that cannot hold null next to one that can. */
const sets = arrays.flatMap(([a, , , o]) => fill([...call('array_union array_intersect array_except arrays_overlap', ['$1, $2']), 'size(array_intersect($1, $2))', 'size(array_union($1, $2)) > 2'], [a], [o])); // prettier-ignore

/** JSON of a value of each type, in an array, a map, a struct. */
const json = [...fill(["to_json(named_struct('a', $1))", "to_json(struct($1 as a, w as k))", "to_json(array($1))", "to_json(map('k', $1))"], scalars.slice(0, -1)), ...call('to_json', ['st', 'ast', 'ai', 'al', 'ad', 'as_', 'm', 'ms', 'aa', "named_struct('n', w, 'tags', as_, 'at', dt)", "named_struct('d', dmax, 'f', fmax)"])]; // prettier-ignore
/** What an array holds or may hold: null in it makes the answer unknown. */
const members = arrays.flatMap(([a, c, l]) => fill(['array_contains($1, $2)'], [a], [c, l]));
/** Elements by a position that is computed: in front of the first, behind the last, unknown. */
const positions = fill(['get($1, $2)', 'try_element_at($1, nullif($2, 0))'], [...arrays.map(([array]) => array), ...filledArrays], ['j', 'id', 'size(ai) - 1']); // prettier-ignore

/** Arrays, maps and structs by the types of what they hold. */
export const lists: Case[] = [
  ...expressionCases(v, 'v', 'id', ofArrays),
  ...expressionCases(v, 'v', 'id', [...ofMaps, ...ofStructs]),
  ...expressionCases(v, 'v', 'id', sets, { tolerated: 'refused value' }),
  ...expressionCases(v, 'v', 'id', json, { about: ['fn:to_json'] }),
  ...expressionCases(v, 'v', 'id', members, { about: ['fn:array_contains'] }),
  ...expressionCases(v, 'v', 'id', positions, { about: ['fn:get', 'fn:try_element_at'] }),
];
