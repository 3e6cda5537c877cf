import type { Case, CaseInput } from '../case.ts';
import { combine } from '../case.ts';
import { v } from '../values.ts';
import { call, fill, expressionCases } from './expression-cases.ts';

const N = null;
/** Sales by shop: in each group one value is the most frequent; sums of the fractions are exact in any order. */
const g: CaseInput = {
  schema: 'k string, h smallint, i int, l bigint, f float, d double, c decimal(10,2), s string, b boolean, dt date, ts timestamp, p int, q int',
  rows: [
    ['n', 1, 10, 100n, 0.5, 0.25, '1.50', 'pen', true, '2024-01-05', '2024-01-05T09:00:00Z', 1, 1], ['n', 1, 10, 100n, 0.5, 0.25, '1.50', 'pen', true, '2024-01-05', '2024-01-05T09:00:00Z', 2, 1], ['n', 2, 30, 300n, 1.5, 12.75, '2.25', 'ink', false, '2024-01-06', '2024-01-05T10:30:00Z', 3, 2], ['n', 3, -5, -7n, -2, -3.5, '-0.75', 'cup', N, '2024-02-29', '2024-02-29T00:00:00.5Z', 4, 2], ['n', N, N, N, N, N, N, N, true, N, N, 5, 3],
    ['s', 7, 700, 7000000000n, 1024, 1e6, '99999999.99', 'é', false, '1999-12-31', '1999-12-31T23:59:59Z', 1, 1], ['s', 7, 700, 7000000000n, 1024, 1e6, '99999999.99', 'é', false, '1999-12-31', '1999-12-31T23:59:59Z', 2, 1], ['s', 8, 0, 0n, 0, 0, '0.00', '', true, '1970-01-01', '1970-01-01T00:00:00Z', 3, 1], ['s', -9, -1, -1n, 2.5, 2.5, '0.05', 'Zoë', false, '2099-12-31', '2100-01-01T00:00:00Z', 4, 1],
    ['e', 5, 5, 5n, 5, 5, '5.00', 'one', true, '2024-05-05', '2024-05-05T05:05:05Z', 1, 1], ['z', N, N, N, N, N, N, N, N, N, N, 1, 1], ['z', N, N, N, N, N, N, N, N, N, N, 2, 1],
    [N, 4, 4, 4n, 4, 4.125, '4.10', 'b', true, '2020-02-29', '2020-02-29T12:00:00Z', 1, 1], [N, 4, 4, 4n, 4, 4.125, '4.10', 'b', true, '2020-02-29', '2020-02-29T12:00:00Z', 2, 2], [N, 3, 3, 3n, 3, 3.5, '3.20', 'a', false, '2020-03-01', '2020-03-01T12:00:00Z', 3, 3],
  ],
}; // prettier-ignore

const numbers = ['h', 'i', 'l', 'f', 'd', 'c'];
const others = ['s', 'b', 'dt', 'ts'];
const every = [...numbers, ...others];
/** Numbers that Sail's percentiles leave in their type. */
const exact = ['h', 'i', 'l', 'd', 'c'];
const single = [
  'count(*)', 'count(1)', ...call('count min max', every), ...call('count', [...every.map((c) => `distinct ${c}`), 'k, i', 'distinct k, s', 'distinct i, s', 'distinct dt, b']), ...call('sum avg mean', numbers), ...call('sum avg', numbers.map((c) => `distinct ${c}`)), ...call('try_sum try_avg', numbers),
  ...call('count_if', ['b', 'i > 5', 'd >= 0.5', 's is null', "s like 'p%'", "dt > date '2000-01-01'", 'not b']), ...call('bool_and bool_or every some any', ['b', 'i > 0', 's is not null', 'd < 1e9']), ...call('bit_and bit_or bit_xor', ['h', 'i', 'l']),
  ...call('approx_count_distinct', every), ...every.map((x) => `mode(${x}, true)`), ...call('median', exact), ...combine(exact, ['0.5', '0.25', '0.9', '0.95', '0', '1', 'array(0.25, 0.5, 0.75)', '0.5D']).flatMap(([c = '', share = '']) => call('percentile percentile_approx', [`${c}, ${share}`])), ...fill(['approx_percentile($1, $2)'], exact, ['0.5', 'array(0.25, 0.5, 0.75)']),
  ...combine(['s', 'i', 'd', 'dt', 'ts', 'c'], ['p', 'p * 1.5D', 'cast(p as bigint)', 'date_add(dt, p)', 'cast(p as string)']).flatMap(([x = '', by = '']) => [`max_by(${x}, ${by})`, `min_by(${x}, ${by})`]).filter((e) => !e.includes('date_add')),
]; // prettier-ignore
const lists = every.flatMap((x) => [`sort_array(collect_list(${x}))`, `sort_array(collect_set(${x}))`, `size(collect_set(${x}))`, `size(collect_list(${x}))`, `array_sort(collect_set(${x}))`, `sort_array(array_agg(${x}))`]); // prettier-ignore
const joined = ["array_join(sort_array(collect_set(s)), ',')", "concat_ws(', ', sort_array(collect_list(s)))", "concat_ws(',', sort_array(collect_set(cast(i as string))))", "listagg(s, ',') within group (order by s)", "array_join(array_distinct(sort_array(collect_list(s))), '|')", 'array_max(collect_list(i))', 'array_min(collect_set(d))', 'array_contains(collect_set(s), \'pen\')', 'get(sort_array(collect_list(i)), 0)', 'size(array_distinct(collect_list(s)))', "to_json(sort_array(collect_set(s)))", 'transform(sort_array(collect_set(i)), x -> x * 2)', 'filter(sort_array(collect_list(i)), x -> x > 0)', 'sort_array(collect_set(year(dt)))', 'sort_array(collect_list(struct(p as n, s as t)))', "array_join(sort_array(collect_set(upper(s))), '')"]; // prettier-ignore

/** Aggregates of expressions, and expressions of aggregates. */
const of = [
  ...fill(['sum($1)', 'avg($1)', 'max($1)', 'min($1)', 'count(distinct $1)'], ['i * 2', 'i * d', 'i * c', 'i * l', 'd * 1.5', 'c * i', 'd / 2', 'abs(i)', 'i + l', 'cast(i as double)', 'cast(i as bigint)', 'cast(c as double)', 'coalesce(i, 0)', 'coalesce(d, 0)', 'coalesce(c, 0)', 'if(b, i, 0)', 'if(b, 1, 0)', 'if(b, d, 0.0)', 'case when b then 1 else 0 end', 'case when b then i end', 'case when b then d else 0 end', 'case when s = \'pen\' then c else 0 end', 'length(s)', 'year(dt)', 'datediff(dt, date \'2024-01-01\')', 'unix_timestamp(ts)', 'cast(b as int)', 'i % 3', 'size(split(s, \'e\'))', 'greatest(i, 0)', 'nullif(i, 0)', 'd * (1 - 0.25)', 'hour(ts)']).filter((e) => !/^avg\(.*\bc\b/.test(e)),
  ...fill(['max($1)', 'min($1)', 'count(distinct $1)', 'count($1)'], ['upper(s)', 'substring(s, 1, 1)', 'coalesce(s, \'none\')', 'date_add(dt, 1)', "date_format(ts, 'yyyy-MM')", "trunc(dt, 'month')", "date_trunc('day', ts)", 'cast(ts as date)', 'last_day(dt)', 'concat(k, s)', 'nullif(s, \'\')', 'b and i > 0', 'cast(i as string)', 'case when b then s end', 'to_date(ts)']).filter((e) => !/dt, 1|last_day/.test(e)),
  ...fill(['$1 + 1', '$1 * 2', '$1 / 2', '$1 * 100.0', '$1 / count(*)', 'coalesce($1, 0)', 'round($1, 2)', '$1 > 3', 'cast($1 as string)', 'cast($1 as int)', 'cast($1 as double)', 'greatest($1, 0)', "concat('n=', $1)", 'if($1 > 3, 1, 0)', "case when $1 is null then 'none' when $1 > 3 then 'many' else 'few' end", 'round($1 / count(*), 2)', '$1 * 100 / count(*)', 'round(100.0 * $1 / count(*), 1)', 'abs($1)', '$1 % 2', '$1 - min(i)', '$1 / nullif(count(i), 0)'], ['count(*)', 'count(distinct s)', 'sum(i)', 'sum(h)', 'avg(i)', 'avg(d)', 'max(i)', 'sum(c)', 'median(i)', 'count_if(b)']).filter((e) => !/cast\((avg|median|sum\(c\)).* as (int|string)/.test(e) && !/concat\('n=', (avg|median)/.test(e)),
  'max(i) - min(i)', 'max(d) - min(d)', 'max(c) - min(c)', 'datediff(max(dt), min(dt))', 'max(ts) - min(ts)', 'unix_timestamp(max(ts)) - unix_timestamp(min(ts))', 'months_between(max(dt), min(dt))', 'sum(i) / sum(l)', 'sum(d) / sum(i)', 'sum(i * d) / sum(i)', 'round(sum(i * d) / sum(i), 2)', 'count(distinct s) / count(*)', 'count(s) * 100.0 / count(*)', 'avg(i) - median(i)', "concat(min(s), '-', max(s))", "concat_ws(' to ', min(dt), max(dt))", "date_format(max(ts), 'yyyy-MM-dd')", 'year(max(dt))', 'upper(max(s))', 'length(max(s))', 'max(s) = min(s)', 'max(length(s)) - min(length(s))', 'struct(min(i) as lo, max(i) as hi)', "named_struct('n', count(*), 's', sum(i))", "map('n', count(*))", 'array(min(i), max(i))', "to_json(named_struct('n', count(*), 'm', max(s)))",
  ...fill(['$1 filter (where $2)'], ['count(*)', 'sum(i)', 'avg(d)', 'max(s)', 'min(dt)', 'count(distinct s)', 'sum(c)', 'avg(c)', 'median(i)'], ['b', 'i > 0', "s = 'pen'", 'd is not null and not b']),
]; // prettier-ignore

/** Percentiles of a sort: the type of what is sorted belongs to them. */
const sorted = fill(
  ['percentile_cont($2) within group (order by $1)', 'percentile_disc($2) within group (order by $1 desc)'],
  exact,
  ['0.25', '0.5', '0.75', '0.9'],
);
const ofFloats = ['median(f)', 'percentile(f, 0.5)', 'percentile_cont(0.5) within group (order by f)'];

/** What is computed of parts and merged. */
const merged = single.filter((e) => /^(count|sum|avg|min\(|max\(|bool_|median|mode|try_)/.test(e));
/** Where several values are the most frequent. */
const tied = ['i', 'imax', 'l', 'lmax', 'd', 'dmax', 'f', 'fmax', 's', 'w', 'dt', 'dx', 'ts', 'h', 'c', 'b'].map((x) => `mode(${x}, true)`); // prettier-ignore
/** The most frequent value of groups that have one. */
const alone = ['h', 'i', 'l', 'f', 'd', 's', 'dt', 'ts'].flatMap((x) => call('mode', [x]));

/** Aggregates by type: of a table, of groups, of no rows, and of rows enough that engines part them. */
export const aggregates: Case[] = [
  ...expressionCases(g, 'g', undefined, [...single, ...lists], { about: ['agg:'] }),
  ...expressionCases(g, 'g group by k', 'k', [...single, ...lists], { about: ['agg:'] }),
  ...expressionCases(g, 'g where p > 1000', undefined, single, { about: ['agg:'] }),
  ...expressionCases(g, 'g group by k', 'k', [...joined, ...of]),
  // if nothing is counted, Spark divides null by zero, and Sail refuses to
  ...expressionCases(g, 'g group by k', 'k', ['sum(c) / count(c)', 'sum(i) / count(i)', 'sum(d) / count(d)', 'sum(l) * 1.0 / count(l)'], { tolerated: 'refused value' }),
  ...['g', 'g group by k', 'g group by q'].flatMap((from) => expressionCases(g, from, from.split(' ')[3], sorted, { about: ['agg:percentile_cont(', 'agg:percentile_disc('] })),
  ...expressionCases(g, 'g group by k', 'k', [...sorted.filter((e) => !/0\.9/.test(e))], { about: ['agg:', 'within:'] }),
  ...expressionCases(g, 'g group by k', 'k', ofFloats, { about: ['within:float'] }),
  ...expressionCases(v, 'v', undefined, tied, { about: ['agg:'] }),
  ...expressionCases(v, '(select v.* from v cross join range(0, 2000)) q', undefined, tied, { about: ['agg:'] }),
  ...expressionCases(g, 'g group by k', 'k', alone, { about: ['agg:'] }),
  ...expressionCases(g, 'g group by q', 'q', every.map((x) => `mode(${x}, true)`), { about: ['agg:'] }),
  ...expressionCases(g, '(select g.* from g cross join range(0, 500)) q group by k', 'k', merged, { about: ['agg:'], doubles: 'summed' }),
]; // prettier-ignore
