import type { Area, CaseInput } from './case.ts';
import { combine, expressions, oneZero, statements } from './case.ts';

const N = null;
const q: CaseInput = {
  schema: 'id int, k string, o int, x int, d double, s string, t timestamp, c decimal(10,2), dt date, l bigint, z double',
  rows: [
    [1, 'a', 1, 5, 1.5, 'p', '2020-01-01T00:00:00Z', '1.50', '2020-01-01', 1n, 1], [2, 'a', 2, N, 2.5, 'q', '2020-01-02T00:00:00Z', '2.50', '2020-01-02', 2n, 1], [3, 'a', 4, 7, -1, N, '2020-01-04T00:00:00Z', '-1.00', '2020-01-04', 3n, 1], [4, 'a', 3, 1, 8, 'r', '2020-01-03T00:00:00Z', '0.25', '2020-01-03', 4n, 1], [5, 'b', 1, 3, 0.5, 's', '2020-01-01T00:00:00Z', N, '2020-01-01', 5n, 1], [6, 'b', 2, N, N, 't', N, '9.99', N, N, 1], [7, N, 1, 9, 4, 'u', '2021-01-01T00:00:00Z', '3.00', '2021-01-01', 7n, 1], [9, N, 3, 2, 3, 'w', '2020-07-01T00:00:00Z', '0.00', '2020-07-01', 9n, 0], [10, N, 4, 2, 12, 'x', '2020-08-01T00:00:00Z', '0.00', '2020-08-01', 10n, -0], [8, N, 2, 2, 0.25, 'v', '2020-06-01T00:00:00Z', '4.00', '2020-06-01', 8n, 1],
  ],
}; // prettier-ignore
/** What a frame must not leave behind: numbers that no sum gives back, NaN, infinities, nulls alone, both zeros. */
const moving: CaseInput = {
  schema: 'id int, k string, o int, x double, f float, n int, l bigint, c decimal(10,2)',
  rows: [1e20, 1, 2, NaN, 4, 5, Infinity, 1, -Infinity, N, N, N, 0.1, 0.2, 0.3, 0.7, -0, 0, -0, 1e9 + 0.1, 1e9 + 0.2, 1e9 + 0.4, 3, 3, 3].map((x, i) => [i, i < 10 ? 'a' : 'b', i, x, x, i % 7, x === N ? N : BigInt(i * 3), i % 5 === 4 ? N : `${i}.25`]),
}; // prettier-ignore
const movingFrames = ['rows between 1 preceding and current row', 'rows between 2 preceding and 1 following', 'rows between current row and 1 following', 'rows between 3 preceding and 2 preceding', 'rows between 1 following and 2 following', 'rows between current row and unbounded following', 'range between 1 preceding and current row']; // prettier-ignore
const movingSums = combine(['sum', 'avg', 'min', 'max', 'count', 'first_value', 'last_value'], ['x', 'f', 'n', 'l', 'c']).map(([f, x]) => `${f}(${x})`); // prettier-ignore

const functions = ['row_number()', 'rank()', 'dense_rank()', 'percent_rank()', 'cume_dist()', 'ntile(2)', 'ntile(3)', 'lag(x)', 'lag(x, 2)', 'lag(x, 1, 0)', 'lag(s)', 'lag(d)', 'lead(x)', 'lead(x, 1, -1)', 'lead(s, 2)', 'lead(d, 1)', 'lag(t)', 'lead(dt)', 'lag(c)', 'lag(l)', 'lag(d, 1, 0)', 'lag(o, 1)', 'lead(o)', 'lag(x) ignore nulls', 'nth_value(x, 2)', ...['d', 's', 't', 'l', 'c', 'dt'].flatMap((c) => [`lag(${c}, 1)`, `lead(${c}, 2)`]), 'lag(dt)', 'lead(t)', 'lead(c)', 'lead(l)']; // prettier-ignore
const sums = ['sum(x)', 'sum(d)', 'sum(l)', 'sum(c)', 'avg(x)', 'avg(d)', 'avg(c)', 'count(*)', 'count(x)', 'min(x)', 'max(x)', 'min(s)', 'max(s)', 'min(d)', 'max(d)', 'min(t)', 'max(dt)', 'first_value(x)', 'last_value(x)', 'first(s)', 'last(s)', 'first_value(d)', 'stddev(d)', 'collect_list(x)', 'avg(l)', 'first_value(x) ignore nulls', 'max(c)', 'min(l)', 'max(l)', 'variance(d)', 'first_value(s)', 'last_value(d)', 'sum(1)', 'sum(o)', 'count(1)', 'collect_set(x)']; // prettier-ignore
const over = (fs: string[], specs: string[]): string[] => combine(fs, specs).map(([f, spec]) => `${f} over (${spec})`);
const ordered = [
  'partition by k order by o',
  'order by id',
  'partition by k order by o desc',
  'order by o, id',
  'partition by k order by t nulls last',
  'order by id desc',
];
const frames = ['rows between unbounded preceding and current row', 'rows between 1 preceding and current row', 'rows between 1 preceding and 1 following', 'rows between unbounded preceding and unbounded following', 'rows between current row and unbounded following', 'range between unbounded preceding and current row', 'range between 1 preceding and 1 following', 'rows 2 preceding', 'range between unbounded preceding and unbounded following', 'rows between 3 preceding and 1 preceding']; // prettier-ignore

/** Window functions, their orders and frames. Order keys tell all rows apart, but where ties are the subject. */
export const windows: Area = {
  name: 'windows',
  cases: [
    ...expressions({ q }, 'q', 'id', over(functions, ordered), { about: ['window:', 'over:', 'name:'] }).map((c) => ({ ...c, about: ['window:', 'over:e', 'over:p', 'over:i', 'name:'] })),
    ...expressions({ q }, 'q', 'id', over(sums, ['partition by k', '', 'partition by k order by o', 'order by id', 'partition by k order by o desc']), { about: ['window:'] }),
    ...expressions({ q }, 'q', 'id', over(['sum(x)', 'avg(d)', 'count(*)', 'min(x)', 'max(x)', 'first_value(x)', 'last_value(x)', 'sum(l)', 'count(x)', 'sum(d)', 'min(d)', 'max(d)', 'max(s)', 'avg(x)', 'sum(c)'], frames.map((f) => `partition by k order by o ${f}`)), { about: ['window:', 'frame:'] }),
    ...expressions({ q }, 'q', 'id', over(['stddev(d)', 'collect_list(x)', 'variance(d)'], frames.map((f) => `partition by k order by o ${f}`)), { about: ['window:'] }),
    ...expressions({ moving }, 'moving', 'id', over(movingSums, movingFrames.flatMap((frame) => [`partition by k order by o ${frame}`, `order by id ${frame}`])), { about: ['window:'] }),
    // fractions are written with one zero for Sail
    ...expressions({ q }, 'q', 'id', over(['rank()', 'dense_rank()'], ['', ' desc', ' nulls last', ' desc nulls first', ' nulls first', ' desc nulls last'].map((direction) => `order by ${oneZero('z')}${direction}`)), { about: ['over:double'] }),
    ...expressions({ q }, 'q', 'id', ['string', 'int', 'double', 'timestamp', 'decimal', 'date', 'bigint'].flatMap((_, i) => { const c = ['s', 'o', oneZero('d'), 't', 'c', 'dt', 'l'][i]; return over(['rank()', 'dense_rank()'], [`order by ${c}`, `order by ${c} desc`, `order by ${c} nulls last`, `order by ${c} desc nulls first`, `order by ${c} asc nulls first`, `order by ${c} desc nulls last`]); }), { about: ['over:'] }),
    ...statements({ q }, [
      'select id, row_number() over w as r from q window w as (partition by k order by o)', 'select id, sum(x) filter (where o > 1) over (partition by k) as r from q', 'select * from (select id, row_number() over (partition by k order by o) r from q) where r = 1', 'select id, x - lag(x) over (order by id) as diff from q', 'select k, sum(x) s, rank() over (order by sum(x) desc, k) r from q group by k', 'select id, sum(d) over (order by id) / sum(d) over () as share from q', 'select id, lag(x, 1, x) over (order by id) r from q', 'select id, row_number() over (order by id) as r, count(*) over () n from q',
      `select k, sum(d) s, rank() over (order by ${oneZero('sum(d)')} desc) r from q group by k`, `select k, rank() over (order by ${oneZero('avg(d)')}) r from q group by k`, `select id, rank() over w r, count(*) over w n from q window w as (partition by ${oneZero('z')} order by ${oneZero('d')})`, `select id, count(*) over (partition by ${oneZero('d * 0')} order by ${oneZero('z')} desc) n from q`, `select id, lag(x) over (order by ${oneZero('z')}, ${oneZero('d')} desc, id) r from q`, `select id, rank() over (partition by ${oneZero('z / 2')} order by ${oneZero('d + z')}) r from q`,
    ], { about: ['window:', 'over:named', 'over:everything', 'over:partition'] }),
    // equal order keys: which row comes first is the engine's choice
    ...statements({}, ['select id, row_number() over (partition by id % 3 order by id % 10) r from range(0, 20000)', 'select id, lag(id) over (order by id % 10) r from range(0, 20000)', 'select id, sum(id) over (partition by id % 3 order by id % 10 rows between 1 preceding and current row) r from range(0, 20000)'], { about: ['over:ties'] }),
    ...statements({}, ['select id, row_number() over (partition by id % 3) r from range(0, 20000)'], { about: ['over:unordered'] }).filter(() => false),
    ...statements({}, ['select id, lag(id) over (partition by id % 3 order by 1) r from range(0, 20000)'], { about: ['over:ties'] }),
  ],
}; // prettier-ignore
