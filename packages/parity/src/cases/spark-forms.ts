import type { Area, Case, CaseInput } from './case.ts';
import { rewriteCase } from './plan-case.ts';
import { v } from './values.ts';

const N = null;

/** Numbers at and next to half of a digit, as they are written and as they are stored; the bounds of doubles. */
const halves = [1.005, 2.675, -2.345, 0.285, 4.35, 0.005, 0.0049999999999999999, -0.005, 0.5, -0.5, 1.5, 2.5, 99999.995, 1e15 + 0.125, 123456789012345.67, 1e16, 1e20, -1e20, 9007199254740993, 1e-5, 9.999e-6, 4e-5, 5e-5, 0.00005, 0.00015, -1e-300, 5e-324, 1.7976931348623157e308, -0, 0, NaN, Infinity, -Infinity, N]; // prettier-ignore
const h: CaseInput = { schema: 'id int, k int, x double', rows: halves.map((x, id) => [id, id % 4, x]) };

/** A query in both engines' words, about the constructs that begin with `key`. */
const rewriteOf = (sql: string, t: CaseInput, key: string, options: Pick<Case, 'tolerated' | 'doubles'> = {}): Case =>
  rewriteCase(sql, t, { about: [key], ...options });

const days = ['dt, dt2', 'dt2, dt', 'dt, dx', 'ts, ts2', 'ts2, ts', 'dt, ts', 'ts, dt', "date '2024-02-29', dt", "dt, date '0001-01-01'", "date '9999-12-31', ts", 'dt, tn', 'current_date(), current_date()'].flatMap((args) => [`datediff(${args})`, `date_diff(${args})`]); // prettier-ignore

/** Numbers of each type in groups: mixed, with nulls, one row, nulls alone, all the same, near each other and far from zero. */
const m: CaseInput = {
  schema: 'id int, g string, i int, l bigint, s smallint, x double, y double, f float, c decimal(10,2)',
  rows: [
    ...[3.5, -2.25, 8, 0.1, 41.7, 12, -7.5, 0.3].map((x, id) => [id, id % 2 ? 'a' : 'b', id * 7 % 5, BigInt(id * id * 1000), id - 3, x, x * x - id, Math.fround(x / 3), `${(id * 13) % 7}.${id}5`] as const),
    ...[1.5, N, 2.25, 9.75].map((x, j) => [10 + j, 'nulls', j === 2 ? N : j, j === 0 ? N : BigInt(j), N, x, j === 3 ? N : j * 1.5, N, j === 1 ? N : `${j}.10`] as const),
    [20, 'one', 5, 5n, 5, 0.1, 7.3, 2.5, '1.25'], [30, 'none', N, N, N, N, N, N, N], [31, 'none', N, N, N, N, N, N, N],
    ...Array.from({ length: 12 }, (_, j) => [40 + j, 'same', 7, 7n, 7, 0.1, j / 3, 0.1, '7.70'] as const),
    ...Array.from({ length: 9 }, (_, j) => [60 + j, 'year', 2015 + j, 1_700_000_000n + BigInt(j * j * 86_400), j, 2015 + j * j, 31_000 + j * 913.25, 1000.5 + j, `${1990 + j}.50`] as const),
  ],
}; // prettier-ignore
/** Fractions whose texts have an exponent or none, by a hair; names and titles in several scripts. */
const fractionTexts: CaseInput = {
  schema: 'id int, x double, f float, s string',
  rows: [0, -0, 1, -1, 1e7, 9999999.999999998, -1e7, 1e-3, 9.999999999999999e-4, -0.001, 1e15, 1e16, 1e17, 123456789012345680, 1e21, 1e22, 1e23, -1e300, 1.7976931348623157e308, 2.5e-5, 1e-4, -1.5e-7, 1e-10, NaN, Infinity, -Infinity, N, 100, 1e100, 0.1, 1 / 3, -2 / 3, 1e7 / 3, 1e8 / 3, 2 ** 53, 2 ** 63, -12345678.9, 1.0000000000000002e7, 5e-5, 2e-37, 12345678, 100000000, 0.30000000000000004, 4.35, 1e-36, 8.41e21, 2.2250738585072014e-308 * 1e280, 33333.333, 1234567.89, 0.00099].map((x, id) => [id, x, x === N ? N : Math.fround(Math.abs(x) > 3e38 ? 3.4e38 : x), ['anna maria', 'O’NEIL', "o'neil mc-donald", 'ÉTIENNE élan', '  two  blanks ', 'tab\there', '', 'a.b c/d', 'ćevap ŽIŽEK', 'МОСКВА нева', '東京 tower', 'x1y 2ND', 'ǆ', 'straße', 'ΣΑΣ', N, '1st-class (new)', 'it\u00a0is'][id % 18] ?? N] as const),
}; // prettier-ignore
const sound = 'id % 18 not in (1, 12, 13, 14, 17)';
const texts = [
  ...['x', 'f', 'x * 3', 'f / 7', 'x - 1e7D'].flatMap((x) => [
    rewriteOf(`select id, cast(${x} as string) as r from t where id <> 39`, fractionTexts, 'cast:'),
    rewriteOf(
      `select id, try_cast(${x} as string) as r, length(string(${x})) as n from t where id <> 39`,
      fractionTexts,
      'cast:',
    ),
    rewriteOf(
      `select id, concat('[', ${x}, ']') as r, 'v ' || (${x}) as j from t where id <> 39`,
      fractionTexts,
      'cast:',
    ),
    rewriteOf(`select id, concat_ws(', ', s, ${x}, id) as r from t where id <> 39`, fractionTexts, 'cast:'),
  ]),
  ...['d', 'f', 'dz', 'fz', 'u1', 'pos', 'dmax', 'fmax'].map((x) =>
    rewriteOf(`select id, cast(${x} as string) as r from t`, v, 'cast:', { tolerated: 'refused value' }),
  ),
  rewriteOf(
    'select id, concat(round(x, 2), round(x / 7, 1)) as r, cast(round(x, 3) as string) as s from t where abs(x) < 1e15D',
    fractionTexts,
    'cast:',
  ),
  rewriteOf(
    'select cast(max(x) as string) as r, concat(min(f), count(*)) as m, cast(avg(id) as string) as a from t where id between 27 and 33',
    fractionTexts,
    'cast:',
  ),
  rewriteOf(
    `select id, initcap(s) as r, initcap(lower(s)) as l, initcap(concat(s, ' ', s)) as c from t where ${sound}`,
    fractionTexts,
    'fn:initcap',
  ),
  rewriteOf(
    `select initcap(s) as r, count(*) as n from t where ${sound} group by initcap(s)`,
    fractionTexts,
    'fn:initcap',
  ),
  rewriteOf('select id, initcap(s) as r from t', fractionTexts, 'fn:initcap', { tolerated: 'refused value' }),
  ...['s', 's2', 'w', 'ns', 'ds', 'url', 'js', 'bs'].map((x) =>
    rewriteOf(`select id, initcap(${x}) as r from t`, v, 'fn:initcap', { tolerated: 'refused value' }),
  ),
];
const squares = 'stddev stddev_samp std stddev_pop variance var_samp var_pop'.split(' ');
const pairs = ['x, y', 'i, x', 'y, i', 'x, f', 'c, x', 's, y', 'i, c'].flatMap((two) => ['corr', 'covar_samp', 'covar_pop'].map((name) => `${name}(${two})`)); // prettier-ignore
/** Of the rims; what has too few digits there is refused. */
const rimmed = { doubles: 'summed', tolerated: 'refused value' } as const;
const spreads = (list: readonly string[]): Case[] =>
  list.flatMap((call) => [
    rewriteOf(`select g, ${call} as r from t where g <> 'year' group by g`, m, 'agg:', { doubles: 'summed' }),
    rewriteOf(`select ${call} from t where g in ('a', 'b', 'nulls')`, m, 'agg:', { doubles: 'summed' }),
    rewriteOf(`select g, ${call} as r from t where g = 'year' group by g`, m, 'agg:', rimmed),
    rewriteOf(`select id, ${call} over (partition by g) as r from t where g <> 'year'`, m, 'window:', {
      doubles: 'summed',
    }),
    rewriteOf(`select id, ${call} over () as r from t where g in ('a', 'b')`, m, 'window:', { doubles: 'summed' }),
  ]);

/** Functions that are written in another way for Sail (`sql/spark-forms.ts`). */
export const sparkForms: Area = {
  name: 'spark forms',
  cases: [
    ...[0, 1, 2, 3, 4].flatMap((n) => [
      rewriteOf(`select id, round(x, ${n}) as r from t`, h, 'fn:round('),
      rewriteOf(`select id, round((x * 3 - 1) / 7, ${n}) as r from t`, h, 'fn:round('),
    ]),
    ...['d', 'u1', 'pos', 'd / 3', 'dmax / 1e300D'].flatMap((x) =>
      [0, 1, 2, 4].map((n) => rewriteOf(`select id, round(${x}, ${n}) as r from t`, v, 'fn:round(')),
    ),
    rewriteOf('select k, round(max(id) / 7D, 2) as r, round(count(x) / 3D, 3) as n from t group by k', h, 'fn:round('),
    rewriteOf('select round(x, 1) as r, count(*) as n from t where id < 24 group by round(x, 1) order by r, n', h, 'fn:round('),
    rewriteOf('select id, round(x, 2) as r from t where round(x, 2) > 1 and round(x, 1) < 5', h, 'fn:round('),
    rewriteOf('select id, round(round(x, 3), 1) as r, round(id / 7D, 2) + 1 as s, sum(round(id / 7D, 2)) over (order by id) as w from t', h, 'fn:round('),
    ...days.map((x) => rewriteOf(`select id, ${x} as d from t`, v, 'fn:date', x.includes('dx') ? { tolerated: 'refused value' } : {})),
    rewriteOf('select id, datediff(dt, dt2) + 1 as d, datediff(dt, dt2) / 30 as y from t where datediff(dt, dt2) < 400', v, 'fn:date'),
    rewriteOf('select max(datediff(dt, dt2)) as d, avg(datediff(ts, ts2)) as a from t', v, 'fn:date'),
    ...['d', 'f', 'dmax', 'fmax', 'd / 3'].flatMap((x) => [
      rewriteOf(`select id, isnan(${x}) as n from t`, v, 'fn:isnan('),
      rewriteOf(`select id from t where not isnan(${x})`, v, 'fn:isnan('),
      rewriteOf(`select id, case when isnan(${x}) then 'n' else 'y' end as n from t`, v, 'fn:isnan('),
    ]),
    rewriteOf('select id, isnan(x) as n from t where isnan(x) or x > 1', h, 'fn:isnan('),
    ...spreads(squares.flatMap((name) => ['i', 'l', 's', 'x', 'f', 'c'].map((x) => `${name}(${x})`))),
    ...spreads(pairs),
    ...texts,
    ...[...squares.flatMap((name) => ['i', 'l', 'd', 'f', 'dmax', 'u1', 'pos'].map((x) => `${name}(${x})`)), 'corr(d, f)', 'corr(i, d)', 'covar_pop(u1, pos)', 'covar_samp(d, d)', 'corr(l, l)'].flatMap((call) => [
      rewriteOf(`select ${call} as r from t`, v, 'agg:', rimmed),
      rewriteOf(`select b, ${call} as r from t group by b`, v, 'agg:', rimmed),
      rewriteOf(`select id, ${call} over (partition by b) as r from t`, v, 'window:', rimmed),
    ]),
    ...['i', 'l', 'x', 'f', 'c'].map((x) => rewriteOf(`select g, count(${x}) as n, sum(${x}) as s, avg(${x}) as a, min(${x}) as lo, max(${x}) as hi, stddev(${x}) as sd, variance(${x}) as va, corr(${x}, i) as co from t where g <> 'year' group by g`, m, 'agg:', { doubles: 'summed' })),
    rewriteOf('select g, round(stddev(x), 2) as sd, count(*) as n from t group by g having stddev(x) > 1 order by g', m, 'agg:'),
  ],
}; // prettier-ignore
