import type { Area, CaseInput } from './case.ts';
import { combine, expressions, statements } from './case.ts';
import { none, v } from './values.ts';

const call = (names: string, args: string[]): string[] => combine(names.split(' '), args).map(([f, a]) => `${f}(${a})`);
const N = null;
/** Groups of one row, of nulls alone, of equal values. */
const g: CaseInput = {
  schema: 'k string, i int, l bigint, d double, f float, c decimal(10,2), s string, b boolean, dt date, ts timestamp, e double, n int, h smallint, w int',
  rows: [
    ['a', 1, 10n, 1.5, 1.5, '1.50', 'x', true, '2020-01-01', '2020-01-01T00:00:00Z', 1, N, 1, 1], ['a', 2, 20n, 2.5, 2.25, '2.25', 'y', false, '2020-01-02', '2020-01-01T01:00:00Z', 2, N, 2, 1], ['a', N, N, N, N, N, N, N, N, N, N, N, N, 1], ['a', 3, 30n, -4, 0.5, '-4.75', 'x', true, '2019-12-31', '2019-12-31T23:59:59.5Z', 4, N, 3, 1], ['a', 2, 5n, 0.25, 8, '0.25', 'é', true, '2020-02-29', '2020-02-29T00:00:00Z', 8, N, 2, 1],
    ['b', 7, 70n, 7, 7, '7.00', 'z', true, '1969-12-31', '1969-12-31T00:00:00Z', 0.5, N, 7, 2], [N, N, N, N, N, N, N, N, N, N, N, N, N, 3], ['c', N, N, N, N, N, N, N, N, N, N, N, N, 4], ['c', N, N, N, N, N, N, N, N, N, N, N, N, 4],
    ['d', -5, -50n, 1e10, 1e5, '99999999.99', '', false, '2024-02-29', '2024-02-29T12:00:00Z', 16, N, -5, 5], ['d', 100, 1000000000000n, -1e10, -1e5, '-99999999.99', 'long text', false, '2000-01-01', '2000-01-01T00:00:00Z', 32, N, 100, 5],
  ],
}; // prettier-ignore
const list = [
  'count(*)', 'count(1)', ...call('count', ['i', 's', 'd', 'n', 'distinct i', 'distinct s', 'distinct d', 'i, s', 'distinct i, s', 'null', 'b', 'dt']), 'count(distinct c)', 'count(distinct dt)', 'count(distinct b)', 'count(distinct ts)', 'count(distinct l)',
  ...call('sum', ['i', 'l', 'h', 'd', 'f', 'c', 'n', '1', 'distinct i', 'distinct e', 'distinct d', 'i + 1', 'e * 2', '1.5', 'l * 2', 'cast(i as double)', 'distinct c', 'distinct l']), ...call('avg mean', ['i', 'l', 'h', 'e', 'd', 'f', 'c', 'n', 'distinct i', 'cast(c as double)', 'distinct e']),
  ...call('min max', ['i', 'l', 'h', 'd', 'f', 'c', 's', 'b', 'dt', 'ts', 'n']), ...call('first last any_value first_value last_value', ['i', 's', 'd', 'i, true']), 'first(i) ignore nulls', ...call('stddev stddev_samp stddev_pop variance var_samp var_pop std', ['i', 'e', 'd', 'l', 'c', 'n', 'f']), ...call('skewness kurtosis', ['i', 'e', 'd']), ...call('corr covar_pop covar_samp', ['i, e', 'e, d', 'd, f']), ...call('regr_count regr_slope regr_intercept regr_r2 regr_avgx regr_avgy regr_sxx regr_sxy regr_syy', ['e, d']),
  ...call('median', ['i', 'e', 'd']), ...call('percentile', ['i, 0.5', 'e, 0.25', 'd, 0.9', 'i, array(0.25, 0.5, 0.75)', 'e, 0', 'e, 1', 'l, 0.5', 'e, 0.5D', 'd, array(0.25, 0.5, 0.75)', 'e, array(0.25D, 0.75D)', 'd, 0.5']), ...call('percentile_approx approx_percentile', ['i, 0.5', 'e, 0.25', 'e, array(0.25, 0.75)', 'd, 0.5, 100', 'l, 0.5']), 'percentile_cont(0.5) within group (order by e)', 'percentile_disc(0.5) within group (order by e)', 'mode(i)', 'mode(s)', 'mode() within group (order by i)',
  ...call('collect_list collect_set array_agg', ['i', 's', 'd', 'n']).map((e) => (e.startsWith('collect_set') ? `sort_array(${e})` : e)), 'size(collect_set(i))', ...call('bool_and bool_or every any some', ['b']), ...call('count_if', ['b', 'i > 1']), ...call('bit_and bit_or bit_xor', ['i', 'l']), ...call('max_by min_by', ['s, i', 'i, d', 's, ts']), ...call('approx_count_distinct', ['i', 's', 'd']), "listagg(s, ',') within group (order by s)", "string_agg(s, ',')", 'concat_ws(\',\', sort_array(collect_list(s)))', 'array_join(sort_array(collect_set(s)), \'|\')', "listagg(s)", ...call('try_sum try_avg', ['i', 'l', 'd', 'c']), 'histogram_numeric(e, 3)', 'bitmap_count(bitmap_construct_agg(bitmap_bit_position(l)))', "count_min_sketch(i, 0.5d, 0.5d, 1) is not null",
  'sum(i) filter (where b)', 'count(*) filter (where i > 1)', 'avg(e) filter (where b)', 'count(distinct s) filter (where b)', 'sum(case when b then 1 else 0 end)', 'sum(if(b, e, 0))', 'sum(case when b then e else 0.0D end)', 'max(i) - min(i)', 'round(sum(e), 2)', 'count(*) * 1.0D', 'coalesce(sum(i), 0)', 'max(length(s))', 'avg(case when b then 1 else 0 end)', 'sum(i) * 100 / sum(l)', 'sum(abs(i))', 'count(case when b then 1 end)', 'max(struct(i, s))', 'min(k)', 'max(map_keys(map(k, i)))',
].filter((e) => !e.startsWith('max(map')); // prettier-ignore
const scalar = list.filter((e) => !/collect_list\(|array_agg|listagg|string_agg/.test(e));

/** Rows enough that engines part them, aggregate the parts and merge them. */
const many = list.filter(
  (e) =>
    /^(count|sum|avg|min|max|median|percentile\(|bool_|every|some|bit_|count_if|try_sum|regr_count|mean)/.test(e) &&
    !e.includes('struct'),
);

/** Aggregates over all rows, over groups, over no rows; group keys; grouping sets. */
export const aggregates: Area = {
  name: 'aggregates',
  cases: [
    ...expressions({ g }, 'g', undefined, list),
    ...expressions({ g }, 'g group by k', 'k', list, { about: ['agg:', 'order-dep'] }),
    ...expressions({ g }, 'g where i > 1000', undefined, scalar, { about: ['agg:', 'order-dep'] }),
    ...expressions({ g }, 'g where i > 1000 group by k', 'k', scalar.slice(0, 80), { about: ['agg:', 'order-dep'] }),
    ...expressions({ g }, 'g group by k', 'k', ['sum(i) / count(*)'], { tolerated: 'refused value' }),
    ...expressions({ g }, 'g', undefined, ['collect_set(i)', 'collect_set(s)', 'collect_set(d)', 'collect_list(s)'], { about: ['order-dep'] }),
    ...statements({ v: none }, ['select count(*) from v', 'select sum(i), avg(d), max(s) from v', 'select w, count(*) n from v group by w', 'select w, sum(i) s from v group by w having sum(i) > 1', 'select distinct w from v']),
    ...statements({ v }, [
      ...['b', 'i', 'l', 'd', 'c', 'w', 'dt', 'ts', 'f', 'dmax', 'fmax', 'ai', 'st', 'tn', 'h', 'y', 'u', 's', 'as_', 'lmax'].flatMap((k) => [`select ${k}, count(*) n from v group by ${k}`, `select distinct ${k} from v`]),
      'select w, b, count(*) n from v group by w, b', 'select w, count(*) n from v group by 1', 'select upper(w) u, count(*) n from v group by upper(w)', 'select upper(w) u2, count(*) n from v group by u2', 'select length(w) % 2 p, sum(i) s from v group by length(w) % 2', 'select w from v group by w', 'select count(*) n from v group by w', 'select w, i + 1 as x from v group by w, i', 'select sum(i) s, w from v group by w having sum(i) > 5', 'select w, count(*) n from v group by w having n >= 1', "select w, count(*) n from v group by w having w > 'b'", 'select count(*) n from v having count(*) > 1', 'select w, sum(i) from v group by w', 'select year(dt) y2, count(*) n from v group by year(dt)', 'select year(dt) as yr, month(dt) as mo, avg(d) a from v group by year(dt), month(dt)', 'select distinct w, b from v', 'select distinct i > 0 as p from v', 'select case when i > 0 then 1 else 0 end as p, count(*) n from v group by case when i > 0 then 1 else 0 end', 'select case when i > 0 then 1 else 0 end as p, count(*) n from v group by p', 'select w, max(d) m, min(d) n, avg(d) a, count(d) c1 from v group by w', 'select w, b, i from v group by all', 'select w, count(*) from v group by all', 'select 1 as one, count(*) n from v group by 1', 'select w, sum(sum(i)) over () t from v group by w', 'select w, (select count(*) from v) n from v group by w',
    ]),
    ...statements({ g }, [
      'select k, w, sum(i) s from g group by rollup(k, w)', 'select k, w, count(*) n from g group by cube(k, w)', 'select k, w, sum(i) s from g group by grouping sets ((k, w), (k), ())', 'select k, w, sum(l) s from g group by k, w with rollup', 'select k, w, sum(l) s from g group by k, w with cube', 'select k, grouping(k) q, count(*) n from g group by rollup(k)', 'select k, w, grouping_id() q, count(*) n from g group by cube(k, w)', 'select k, sum(w) s from g group by rollup(k, w)', 'select w, sum(w) s from g group by rollup(w)', 'select w, count(w) s from g group by cube(w)', 'select k, avg(e) a, min(s) m from g group by rollup(k)', 'select k, count(*) n from g group by grouping sets ((k), ())', 'select w, max(w) m from g group by cube(w)',
    ], { about: ['group:rollup', 'group:cube', 'group:sets', 'grouping-sets:', 'agg:grouping'] }),
    ...statements({ g }, ['select k, w, sum(i) s from g group by rollup(k, w) having sum(i) > 3', 'select w, sum(i) s from g group by rollup(w) having w > 1'], { about: ['grouping-sets:having'] }),
    ...statements({ g }, ['select count(distinct *) n from g']),
    ...statements({ g }, ['select count(g.*) n from g', 'select k, count(g.*) n from g group by k'], { fails: true, about: ['agg:'] }),
    ...expressions({ g }, '(select g.* from g cross join range(0, 2000)) q', undefined, many, { about: ['agg:'], doubles: 'summed' }),
    ...expressions({ g }, '(select g.* from g cross join range(0, 2000)) q group by k', 'k', many, { about: ['agg:'], doubles: 'summed' }),
    // the order in which rows come is seen by these
    ...statements({}, ['select k, collect_list(x) a from (select id % 3 k, id x from range(0, 200000)) group by k', 'select k, first(x) a, last(x) z from (select id % 3 k, id x from range(0, 200000)) group by k', 'select k, any_value(x) a from (select id % 3 k, id x from range(0, 200000)) group by k', "select k, string_agg(cast(x as string), ',') a from (select id % 3 k, id x from range(0, 200000)) group by k", 'select k, array_agg(x) a from (select id % 3 k, id x from range(0, 200000)) group by k', 'select k, first_value(x) a, last_value(x) z from (select id % 3 k, id x from range(0, 200000)) group by k', 'select k, collect_set(x % 10) a from (select id % 3 k, id x from range(0, 200000)) group by k', 'select max_by(x, y) a, min_by(x, y) z from (select id x, id % 3 y from range(0, 200000))', 'select mode(id % 3) a from range(0, 200000)'], { about: ['order-dependent:'] }),
    ...statements({}, ['select first(x) a, last(x) b, any_value(x) c1 from (select id x from range(0, 200000) distribute by id % 7)', 'select k, first_value(x) a, last_value(x) z from (select id % 3 k, id x from range(0, 200000) distribute by id % 11) group by k'], { about: ['order-dependent:'] }),
    ...statements({}, ['select k, sum(x) s from (select id % 7 k, cast(id as double) / 3 x from range(0, 200000)) group by k', 'select avg(x) s from (select cast(id as double) / 3 x from range(0, 200000))', 'select k, avg(x) s from (select id % 7 k, cast(id as double) / 7 x from range(0, 100000)) group by k'], { about: ['agg:'], doubles: 'summed' }),
    ...statements({ g }, ['select sum(l + 9223372036854775000) s from g'], { fails: true, tolerated: 'integer overflow' }),
    ...statements({}, ['select sum(x) s from (select 9223372036854775807 - id x from range(0, 3))'], { fails: true, tolerated: 'integer overflow' }),
    ...statements({}, ["select sum(x) s from (select cast('9999999999999999999999999999.9999999999' as decimal(38,10)) + id * 0 x from range(0, 200))"], { fails: true, about: ['agg:'] }),
  ],
}; // prettier-ignore
