import type { Area } from './case.ts';
import { oneZero, statements } from './case.ts';
import { v } from './values.ts';

const types = [['b', 'boolean'], ['y', 'tinyint'], ['h', 'smallint'], ['i', 'int'], ['l', 'bigint'], ['f', 'float'], ['d', 'double'], ['c', 'decimal'], ['s', 'string'], ['w', 'string'], ['u', 'binary'], ['dt', 'date'], ['ts', 'timestamp'], ['tn', 'timestamp_ntz'], ['dmax', 'double'], ['fmax', 'float'], ['lmax', 'bigint'], ['imax', 'int'], ['ai', 'array<int>'], ['as_', 'array<string>'], ['st', 'struct']]; // prettier-ignore
const hows = ['', ' desc', ' nulls last', ' desc nulls first', ' nulls first', ' desc nulls last'];

/** A sort key as `plan/prepare.ts` hands it to Sail. */
const asKey = (c: string, family: string): string =>
  family === 'double' || family === 'float' ? oneZero(c, family) : c;

/** ORDER BY, LIMIT, OFFSET. Where the order tells all rows apart it must be the same, else the rows must be. */
export const ordering: Area = {
  name: 'ordering',
  cases: [
    ...types.flatMap(([c = '', family = '']) => statements({ v }, hows.map((how) => `select id, ${c} from v order by ${asKey(c, family)}${how}, id`), { ordered: true, about: [`sort:${family}`] })),
    ...statements({ v }, [['dmax', 'double'], ['fmax', 'float'], ['sqrt(d)', 'double']].flatMap(([c = '', family = '']) => hows.map((how) => `select id, ${c} as x from v order by ${asKey('x', family)}${how}, id desc`)), { ordered: true, about: ['sort:'] }),
    ...statements({ v }, ['select id, dmax as x from v union all select id, dmax from v order by x, id desc'], { ordered: true, about: ['sort:two-zeros'] }),
    ...statements({ v }, [`select id, ${asKey('dmax', 'double')} as x, ${asKey('fmax', 'float')} as y from v`]),
    ...statements({ v }, ['select w, sum(d) as x from v group by w order by KEY desc, w', 'select -dmax as dmax, id from v order by nanvl(dmax, cast(\'NaN\' as double)) + 0.0D, id desc', 'select a.id, a.dmax as x from v a join v b on a.id = b.id order by KEY, a.id desc', 'select id from v order by nanvl(dmax * 2 + 1, cast(\'NaN\' as double)) + 0.0D, id desc', 'select w, avg(f) x from v group by w having count(*) > 0 order by KEY, w desc', 'select id, dmax as x, row_number() over (order by id) n from v order by KEY, id desc', 'select s.x, s.id from (select dmax x, id from v) s order by nanvl(s.x, cast(\'NaN\' as double)) + 0.0D, s.id desc'].map((q) => q.replace('KEY', asKey('x', 'double'))), { ordered: true, about: ['sort:'] }),
    ...[['d', 'double'], ['f', 'float'], ['dmax + 0.0D', 'double'], ['u1', 'double']].flatMap(([c, family]) => statements({ v }, hows.map((how) => `select ${c} as z from v order by z${how}`), { ordered: true, about: [`sort:${family}`] })),
    ...statements({ v }, ['select id, w from v order by 2, 1', 'select id, w as z from v order by z, id', 'select id, w from v order by upper(w), id', 'select id from v order by w, id', 'select id from v order by d * 2 desc, id', 'select w, count(*) n from v group by w order by n desc, w', 'select w, count(*) n from v group by w order by count(*) desc, w', 'select w, sum(i) s from v group by w order by sum(i), w', 'select distinct w from v order by w', 'select id, w from v union all select id, w from v order by id, w', 'select * from (select id, w from v order by w) order by id', 'select -id as id from v order by id', 'select id, w from v order by all', 'select v.id from v order by v.id'], { ordered: true, about: ['order:', 'sort:'] }),
    ...statements({ v }, ['select w, count(*) n from v group by w order by w limit 3', 'select distinct id from v order by id limit 4', 'select distinct id, w from v order by id, w desc limit 4', 'select w, sum(i) s from v group by w order by w desc limit 2', 'select w, count(*) n from v group by w order by w limit 0', 'select w, count(*) n from v group by w order by w limit 100'], { ordered: true, about: ['cut:'] }),
    ...statements({ v }, ['select w, count(*) n from v group by w order by w limit 3 offset 2', 'select distinct id from v order by id offset 7', 'select distinct id from v order by id limit 3 offset 9', 'select distinct id from v order by id offset 20'], { ordered: true, about: ['cut:', 'offset'] }),
    ...statements({}, ['select k, count(*) n from (select id % 1000 k from range(0, 100000)) group by k order by k limit 10', 'select distinct id % 1000 as k from range(0, 100000) order by k desc limit 10', 'select k, sum(x) s from (select id % 977 k, id x from range(0, 100000)) group by k order by s, k limit 20'], { ordered: true, about: ['cut:'] }),
    ...statements({}, ['select count(*) n from range(0, 10) limit 5', 'select max(id) m from range(0, 1000) limit 1', 'select 1 as one limit 1'], { about: ['cut:'] }),
    ...statements({}, ['select count(*) n from range(0, 10) limit 5 offset 1', 'select max(id) m from range(0, 10) offset 0'], { about: ['cut:', 'offset'] }),
    // rows that tie at the cut, rows in no order: the engine's choice
    ...statements({}, ['select id, id % 7 k from range(0, 100000) order by k limit 10', 'select id, id % 100 k from range(0, 100000) order by k desc limit 50', "select id, 'x' k from range(0, 50000) order by k limit 3"], { about: ['cut:ties'] }),
    ...statements({}, ['select id from range(0, 100000) order by id % 7 limit 10 offset 5'], { about: ['cut:ties'] }),
    ...statements({}, ['select id from range(0, 100000) limit 10', 'select id * 2 as x from range(0, 100000) where id % 3 = 0 limit 10', 'select distinct id % 100 as k from range(0, 100000) limit 10', 'select id % 10 as k, count(*) n from range(0, 100000) group by id % 10 limit 5', 'select a.id from range(0, 50000) a join range(0, 50000) b on a.id = b.id limit 10', 'select id from range(0, 1000) union all select id from range(0, 1000) limit 10'], { about: ['cut:none', 'cut:free'] }),
    ...statements({}, ['select id from range(0, 100000) offset 99990', 'select id from range(0, 100000) limit 10 offset 5'], { about: ['cut:none'] }),
    ...statements({}, ['select * from (select distinct id % 1000 as k from range(0, 100000) order by k desc) limit 10', 'select k + 1 as k from (select distinct id % 1000 as k from range(0, 100000) order by k desc) limit 10', 'select * from (select distinct id % 1000 as k from range(0, 100000) order by k desc) where k < 900 limit 10', 'select * from (select distinct id % 1000 as k from range(0, 100000) order by k desc) where k % 2 = 1 limit 10'], { ordered: true, about: ['cut:total:below'] }),
  ],
}; // prettier-ignore
