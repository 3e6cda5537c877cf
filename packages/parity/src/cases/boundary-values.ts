import type { Area, CaseInput } from './case.ts';
import { combine, expressions, oneZero, statements } from './case.ts';

const N = null;
const call = (names: string, args: string[]): string[] => combine(names.split(' '), args).map(([f, a]) => `${f}(${a})`);

/**
 * Values at the bounds of their types, in groups: before and after others, alone, next to nulls. No group of `d` and `f` holds both
 * zeros: which of them is an extreme hangs on the order in which rows come.
 */
const r: CaseInput = {
  schema: 'id int, k string, d double, f float, l bigint, i int, c decimal(10,2), c4 decimal(12,4), s string, z double, zf float, ms bigint, dt date, ts timestamp, o int',
  rows: [
    [1, 'nan', 1.5, 1.5, 9007199254740993n, 2147483647, '1.50', '0.0001', '', 0, 0, 1709251199000n, '0001-01-01', '0001-01-01T00:00:00Z', 1], [2, 'nan', NaN, NaN, -9007199254740993n, -2147483648, '2.01', '0.0002', ' ', -0, -0, 253402300800000n, '9999-12-31', '9999-12-31T23:59:59.999999Z', 2], [3, 'nan', 3, 3, 9223372036854775807n, 0, '2.00', '0.0002', 'x', 1.5, 1.5, -62135596800001n, '1582-10-04', '1582-10-15T00:00:00Z', 3], [4, 'nan', N, N, N, N, N, N, N, N, N, N, N, N, 4],
    [5, 'only', NaN, NaN, 1n, 1, '0.01', '9.9999', 'é', 0, 0, 0n, '2024-03-31', '2024-03-31T01:00:00Z', 1], [6, 'inf', Infinity, Infinity, -9223372036854775808n, -1, '0.05', '0.3333', '日本', -0, -0, 1n, '2024-10-27', '2024-10-27T00:30:00Z', 1], [7, 'inf', -Infinity, -Infinity, 9007199254740992n, 7, '0.20', '0.3333', 'É', NaN, NaN, -1n, '1969-12-31', '1969-12-31T23:59:59.999999Z', 2], [8, 'inf', 2.5, 2.5, 0n, 3, '0.01', '0.3334', 'a\nb', N, N, 86400000n, '1900-02-28', '1883-11-18T17:00:00Z', 3],
    [9, 'zero', -0, -0, 3n, 13, '-0.05', '-0.0001', "'", 2, 2, 4102444800000n, '2000-02-29', '2262-04-12T00:00:00Z', 1], [10, 'zero', -5, -5, 5n, 17, '-0.10', '-0.0002', '\u00a0', 0, 0, 5n, '1677-09-21', '1677-09-21T00:12:43Z', 2], [11, N, 4, 4, 2n, 2, '7.77', '1.0000', 'z', 5, 5, 5n, '3000-01-01', '3000-01-01T00:00:00Z', 1], [12, 'nan', -1, -1, 4n, 9, '9.99', '2.0000', 'z', 6, 6, 5n, '2024-02-29', '2024-02-29T00:00:00Z', 5],
    [13, 'first', 1.5, 1.5, 6n, 10, '1.00', '2.0000', 'z', 6, 6, 5n, '2024-02-29', '2024-02-29T00:00:00Z', 1], [14, 'first', NaN, NaN, 7n, 11, '1.00', '2.0000', 'z', 6, 6, 5n, '2024-02-29', '2024-02-29T00:00:00Z', 2], [15, 'first', 3, 3, 8n, 12, '1.00', '2.0000', 'z', 6, 6, 5n, '2024-02-29', '2024-02-29T00:00:00Z', 3],
  ],
}; // prettier-ignore

/** What SQL for Sail is rewritten to. */
const sailForms = [
  ...call('min max', ['case when not isnan(d) then d end', 'case when not isnan(f) then f end']),
  'cast(avg(cast(c as decimal(14,6))) as decimal(14,6))',
  'cast(avg(cast(c4 as decimal(16,8))) as decimal(16,8))',
];
const extremes = [
  ...sailForms,
  ...call('min max', ['d', 'f', 'l', 'c']),
  ...call('median', ['d', 'i', 'c']),
  ...call('percentile', ['d, 0.5', 'd, 0.25', 'd, 0.5D', 'd, array(0.25, 0.5)', 'd, array(0.25D, 0.5D)', 'd, 0', 'd, 1', 'i, 0.5', 'l, 0.5']),
  'percentile_cont(0.5) within group (order by d)', 'percentile_disc(0.5) within group (order by d)', 'percentile_cont(0.5) within group (order by i)',
  ...call('avg mean', ['c', 'c4', 'i', 'distinct c']),
  ...call('max_by min_by', ['i, d']), ...call('count', ['distinct z', 'distinct d']), 'size(collect_set(z))', ...call('bool_or every', ['isnan(d)']),
]; // prettier-ignore

/** Whole and other numbers whose results show the last digits of a function. */
const numbers: CaseInput = {
  schema: 'id int, x double, y double, n int, u double',
  rows: [1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 47, 53, 59, 61, 67, 71, 0.1, 0.3, 0.7, 1.1, 2.7, 12.34, 99.9, 1234.5678, 1e-3, 1e5].map((x, id) => [id, x, x * 1.7 + 0.3, Math.ceil(x), (id % 19) / 19]),
}; // prettier-ignore

const functions = [
  ...call('ln log log10 log2 log1p', ['x', 'n', 'y']), 'log(2, x)', 'log(10, x)', 'log(x, y)', ...call('exp expm1 sqrt cbrt sin cos tan sinh cosh tanh asinh atan degrees radians', ['x', 'u', '-u', 'n', 'y']), ...call('asin acos atanh', ['u', '-u']), ...call('acosh', ['x + 1']), ...call('cot sec csc', ['x']), ...call('pow power', ['x, 2', 'x, 0.5', 'x, y', 'x, u', 'n, 2', 'n, 3', 'x, 3D', '2, n']), ...call('hypot', ['x, y', 'x, u', 'n, n']), ...call('atan2', ['x, y', 'u, x']),
]; // prettier-ignore

const json: CaseInput = {
  schema: 'id int, j string',
  rows: ['{"a":1,"at":1709251199000}', '{"a":2147483648,"at":5}', '{"a":-2147483649,"at":-9223372036854775809}', '{"a":1.5,"at":1.0}', '{"a":"7","at":true}', '{"a":1e3,"at":9223372036854775808}', '{"a":null}', '{"A":3,"a":4}', '{"a":[1]}', '{', '', N, '[1]', '{"a":128,"at":32768}', '{"a":NaN,"at":1}', '{"a":0.1,"at":12345678901234567890.5}', '{"a":"2024-02-29","at":"x"}', '{"a":"","at":""}'].map((j, id) => [id, j]),
}; // prettier-ignore
const parsed = ['a int, at int', 'a bigint, at bigint', 'a smallint, at tinyint', 'a double, at float', 'a string, at string', 'a decimal(5,2), at boolean', 'a date, at timestamp'].map((schema) => `from_json(j, '${schema}')`); // prettier-ignore

const urls: CaseInput = {
  schema: 'id int, u string',
  rows: [[1, 'http://h.example/p?q=1&r=2'], [2, 'http://h.example/p?q=a b'], [3, 'no url at all']],
}; // prettier-ignore
const parts = ["'HOST'", "'PATH'", "'QUERY'", "'QUERY', 'q'", "'PROTOCOL'", "'REF'", "'FILE'", "'AUTHORITY'", "'USERINFO'"].map((part) => `parse_url(u, ${part})`); // prettier-ignore

const frames = ['partition by k order by o', 'partition by k', 'partition by k order by o rows between 1 preceding and current row', 'order by id']; // prettier-ignore
const windows = combine(
  ['min(d)', 'max(d)', 'min(f)', 'max(f)', 'avg(c)', 'avg(c4)', 'sum(c)', 'first_value(d)', 'max(l)'],
  frames,
).map(([f, spec]) => `${f} over (${spec})`);
const partitionedBy = (columns: readonly string[]): string[] =>
  columns.flatMap((by) => [
    `count(*) over (partition by ${by})`,
    `rank() over (partition by ${by} order by id)`,
    `sum(i) over (partition by k, ${by} order by id)`,
  ]);

/** Functions of far dates, and of those at which zones change. */
const times = [
  ...call('year month day dayofweek weekofyear quarter last_day unix_date', ['dt']), ...call('year hour minute second unix_micros unix_timestamp to_date', ['ts']), "date_format(ts, 'yyyy-MM-dd HH:mm:ss')", "date_format(dt, 'yyyy-MM-dd')", 'cast(ts as string)', 'cast(dt as string)', "from_utc_timestamp(ts, 'Europe/Berlin')", "to_utc_timestamp(ts, 'Europe/Berlin')", "from_utc_timestamp(ts, 'America/New_York')", "to_utc_timestamp(ts, 'America/New_York')", "convert_timezone('UTC', 'Europe/Berlin', cast(ts as timestamp_ntz))", 'add_months(dt, -1)', 'date_add(dt, -1)', "datediff(dt, date '2000-01-01')", "months_between(dt, date '2000-01-01')", "trunc(dt, 'YEAR')", "date_trunc('month', ts)", 'timestamp_millis(ms)', 'timestamp_micros(ms)', 'cast(ts as bigint)', 'cast(ts as double)', 'make_date(year(dt), 1, 1)',
]; // prettier-ignore

/** Values at which engines part: not-a-number, both zeros, infinities, the ends of types, far dates, what functions refuse. */
export const boundaryValues: Area = {
  name: 'rims',
  cases: [
    ...expressions({ r }, 'r', undefined, extremes, { about: ['agg:'] }),
    ...expressions({ r }, 'r group by k', 'k', extremes, { about: ['agg:'] }),
    ...expressions({ r }, "r where k = 'nan' group by k", 'k', extremes, { about: ['agg:'] }),
    ...expressions({ r }, 'r', 'id', windows, { about: ['window:'] }),
    ...expressions({ r }, 'r', 'id', partitionedBy([oneZero('z'), oneZero('zf', 'float'), oneZero('d'), oneZero('f', 'float')]), { about: ['over:partition'] }),
    ...expressions({ r }, 'r', 'id', ['', ' desc', ' nulls last', ' desc nulls first'].flatMap((how) => [`rank() over (order by ${oneZero('zf', 'float')}${how})`, `rank() over (partition by k order by ${oneZero('f', 'float')}${how})`]), { about: ['over:float'] }),
    // of 0.0 and -0.0 Spark takes the first, Sail the negative one as the least
    ...expressions({ r }, 'r', 'id', ['min(z)', 'max(z)', 'min(zf)', 'max(zf)'].flatMap((f) => [`${f} over (order by id)`, `${f} over (partition by 1)`, `${f} over (partition by ${f.slice(4, -1)} = 0 order by id)`, `${f} over (partition by ${f.slice(4, -1)} = 0 order by id desc)`, `${f} over (partition by ${f.slice(4, -1)} = 0)`]), { about: ['window:'] }),
    ...expressions({ r }, 'r', 'id', partitionedBy(['s', 'c', 'dt', 'ts', 'l']), { about: ['over:partition'] }),
    ...statements({ r }, ['z', 'zf', 'd', 'f'].flatMap((c) => [`select ${c}, count(*) n from r group by ${c}`, `select distinct ${c} from r`]), { about: ['group:', 'distinct:'] }),
    ...expressions({ numbers }, 'numbers', 'id', functions, { about: ['fn:'] }),
    ...expressions({ r }, 'r', 'id', call('format_number', ['l, 2', 'l, 0', 'd, 2', 'c, 1', 'i, 0', 'z, 1', 'f, 2'])),
    ...expressions({ r }, 'r', 'id', times, { about: ['fn:', 'cast:timestamp->string', 'cast:timestamp->bigint', 'cast:timestamp->double', 'cast:date->'], tolerated: 'refused value' }),
    ...expressions({ r }, 'r', 'id', ['timestamp_seconds(ms)'], { fails: true, about: ['fn:'] }),
    ...expressions({ json }, 'json', 'id', parsed, { about: ['fn:'] }),
    ...expressions({ json }, 'json', 'id', parsed.flatMap((p) => [`${p}.a`, `${p}.at`]), { about: ['fn:'] }),
    ...expressions({ urls }, 'urls', 'id', parts, { about: ['fn:'], fails: true }),
  ],
}; // prettier-ignore
