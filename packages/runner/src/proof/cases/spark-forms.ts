import { parseSchema } from '../../sql/index.ts';
import { rewriteForSail } from '../../sql/rewrite.ts';
import type { Area, Case, CaseInput } from './case.ts';
import { plan } from './plan-case.ts';
import { v } from './values.ts';

const N = null;

/** Numbers at and beside half of a digit, as they are written and as they are held; the rims of doubles. */
const halves = [1.005, 2.675, -2.345, 0.285, 4.35, 0.005, 0.0049999999999999999, -0.005, 0.5, -0.5, 1.5, 2.5, 99999.995, 1e15 + 0.125, 123456789012345.67, 1e16, 1e20, -1e20, 9007199254740993, 1e-5, 9.999e-6, 4e-5, 5e-5, 0.00005, 0.00015, -1e-300, 5e-324, 1.7976931348623157e308, -0, 0, NaN, Infinity, -Infinity, N]; // prettier-ignore
const h: CaseInput = { schema: 'id int, k int, x double', rows: halves.map((x, id) => [id, id % 4, x]) };

/** Asks Sail what it is asked for in place of a query, and Spark for the query itself. */
const rewritten = (sql: string, t: CaseInput, key: string, options: Pick<Case, 'tolerated'> = {}): Case => {
  const schema = parseSchema(t.schema) ?? [];
  return plan(
    sql,
    ({ session, t: rows, engine }) =>
      session.sql(engine === 'sail' ? rewriteForSail(sql, { t: schema }).sql : sql, { inputs: { t: rows } }),
    { t, about: [key], ...options },
  );
};

const days = ['dt, dt2', 'dt2, dt', 'dt, dx', 'ts, ts2', 'ts2, ts', 'dt, ts', 'ts, dt', "date '2024-02-29', dt", "dt, date '0001-01-01'", "date '9999-12-31', ts", 'dt, tn', 'current_date(), current_date()'].flatMap((args) => [`datediff(${args})`, `date_diff(${args})`]); // prettier-ignore

/** Functions that are written in another way for Sail (`sql/spark-forms.ts`). */
export const sparkForms: Area = {
  name: 'spark forms',
  cases: [
    ...[0, 1, 2, 3, 4].flatMap((n) => [
      rewritten(`select id, round(x, ${n}) as r from t`, h, 'fn:round('),
      rewritten(`select id, round((x * 3 - 1) / 7, ${n}) as r from t`, h, 'fn:round('),
    ]),
    ...['d', 'u1', 'pos', 'd / 3', 'dmax / 1e300D'].flatMap((x) =>
      [0, 1, 2, 4].map((n) => rewritten(`select id, round(${x}, ${n}) as r from t`, v, 'fn:round(')),
    ),
    rewritten('select k, round(max(id) / 7D, 2) as r, round(count(x) / 3D, 3) as n from t group by k', h, 'fn:round('),
    rewritten('select round(x, 1) as r, count(*) as n from t where id < 24 group by round(x, 1) order by r, n', h, 'fn:round('),
    rewritten('select id, round(x, 2) as r from t where round(x, 2) > 1 and round(x, 1) < 5', h, 'fn:round('),
    rewritten('select id, round(round(x, 3), 1) as r, round(id / 7D, 2) + 1 as s, sum(round(id / 7D, 2)) over (order by id) as w from t', h, 'fn:round('),
    ...days.map((x) => rewritten(`select id, ${x} as d from t`, v, 'fn:date', x.includes('dx') ? { tolerated: 'refused value' } : {})),
    rewritten('select id, datediff(dt, dt2) + 1 as d, datediff(dt, dt2) / 30 as y from t where datediff(dt, dt2) < 400', v, 'fn:date'),
    rewritten('select max(datediff(dt, dt2)) as d, avg(datediff(ts, ts2)) as a from t', v, 'fn:date'),
    ...['d', 'f', 'dmax', 'fmax', 'd / 3'].flatMap((x) => [
      rewritten(`select id, isnan(${x}) as n from t`, v, 'fn:isnan('),
      rewritten(`select id from t where not isnan(${x})`, v, 'fn:isnan('),
      rewritten(`select id, case when isnan(${x}) then 'n' else 'y' end as n from t`, v, 'fn:isnan('),
    ]),
    rewritten('select id, isnan(x) as n from t where isnan(x) or x > 1', h, 'fn:isnan('),
  ],
}; // prettier-ignore
