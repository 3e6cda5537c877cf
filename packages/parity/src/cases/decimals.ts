import { parseSchema } from '@millrace/spark-connect';
import { rewriteForSail } from '@millrace/spark-sql/rewrite';
import { type Area, type Case, type CaseInput, expressions, statements } from './case.ts';
import { expressionCases } from './everyday/expression-cases.ts';
import { plan } from './plan-case.ts';

const N = null;
/** Long decimals, and what stays within them when it is multiplied. */
const t: CaseInput = {
  schema: 'id int, k string, x decimal(32,4), y decimal(16,2), z decimal(36,2), w decimal(38,4), n decimal(10,2)',
  rows: [
    [1, 'a', '1.0000', '1.00', '1.00', '1.0000', '1.00'], [2, 'a', '-2.5000', '0.07', '-0.01', '0.0001', '0.33'], [3, 'a', N, '3.00', N, N, N], [4, 'b', '123456789012345.6789', '-99999.99', '987654321098765432109876.54', '-1234567890123.4567', '-0.01'],
    [5, 'b', '0.0000', '0.00', '0.00', '0.0000', '0.00'], [6, 'b', '-999999999999.9999', '100000.00', '-1.05', '5.5555', '2.50'], [7, N, '0.0001', '0.01', '0.05', '-0.0001', '99999999.99'], [8, 'c', N, N, N, N, N], [9, 'd', '33333.3333', '0.10', '123456789.12', '2.0000', '-99999999.99'],
  ],
}; // prettier-ignore

/** As a product of 38 digits is written for Sail. */
const boundedProduct = (product: string, scale: number): string =>
  `cast(cast(${product} as decimal(37,${scale})) as decimal(38,${scale}))`;

const products = [
  boundedProduct('x * y', 6),
  boundedProduct('y * x', 6),
  boundedProduct('z * 0.0001', 6),
  boundedProduct('100.00 * w', 6),
  boundedProduct('w * 1.5', 5),
  'cast(x * y as decimal(28,6))',
  'cast(z * 0.01 as decimal(28,4))',
];
const sums = [
  'sum(cast(x as decimal(28,4)))',
  'sum(cast(z as decimal(28,2)))',
  'sum(cast(w as decimal(28,4)))',
  'sum(cast(x * y as decimal(28,6)))',
  'sum(cast(y as decimal(28,2)))',
  'sum(cast(id as decimal(28,0)))',
  'max(w)',
  'min(w)',
  'max(cast(x as decimal(38,6)))',
];
/** One value in so many rows. */
const many = (value: string, type: string, rows: number): string =>
  `(select cast(v as ${type}) x from (select '${value}' v from range(0, ${rows}, 1, 2)))`;
const largest = '999999999999999999999999.9999';
/** Factors whose product has as many digits as Spark, as a whole number of 128 bits, or as one of 256 bits can hold, and more. */
const factors = [
  ['120000000000000000', '1000000000000000'], ['-120000000000000000', '1000000000000000'], ['300000000000000000', '1000000000000000'], ['150000000000000000', '999999999999999.9999'], ['99999999999999999999999999999999.99', '99.9999'], ['99999999999999999999999999999999.99', '999999999999999999999999999999.9999'], ['99999999999999999999999999999999.99', '-999999999999999999999999999999.9999'],
]; // prettier-ignore

/** Divisors of all digits and signs, and what is divided: values whose quotient lies at, just below or above half of its last digit. */
const q: CaseInput = {
  schema: 'id int, k string, n decimal(10,2), nz decimal(10,2), y decimal(16,2), yz decimal(15,6), w decimal(38,4), wz decimal(38,4), s decimal(25,2), o decimal(5,0), oz decimal(3,0)',
  rows: [
    [1, 'a', '1.00', '3.00', '1.00', '3.000000', '1.0000', '3.0000', '2.00', '1', '3'], [2, 'a', '2.00', '3.00', '-2.00', '0.000007', '2.0000', '7.0000', '-2.00', '2', '3'], [3, 'b', '-5.00', '6.00', '0.05', '-1.500000', '-12345678901.2345', '0.0001', '98765432109876.54', '-5', '6'], [4, 'b', N, '1.00', N, '1.000000', N, '1.0000', N, N, '1'],
    [5, 'c', '99999999.99', '0.01', '99999999999999.99', '0.000001', '123456789012345678.9012', '99999999.9999', '0.01', '99999', '7'], [6, 'c', '-99999999.99', '7.77', '-99999999999999.99', '123456789.123456', '-0.0001', '20000.0000', '-0.01', '-99999', '-7'], [7, 'd', '0.00', '-0.01', '0.00', '-0.000001', '0.0000', '-5.0000', '0.00', '0', '999'], [8, 'd', '0.01', '2.00', '0.01', '2000000.000000', '0.0001', '200.0000', '0.03', '1', '2'], [9, 'e', '1.00', N, '1.00', N, '1.0000', N, '1.00', '1', N], [10, 'e', '2.50', '-20.00', '1234.56', '-8.000000', '0.0003', '-200.0000', '7.00', '125', '-8'],
  ],
}; // prettier-ignore
const schema = parseSchema(q.schema).fields;

/** Asks Sail what it is asked for in place of a query, and Spark for the query itself. */
const rewriteCase = (sql: string, subjects: string[], options: Pick<Case, 'fails' | 'tolerated'> = {}): Case =>
  plan(
    sql,
    ({ session, t: rows, engine }) =>
      session.sql(engine === 'sail' ? rewriteForSail(sql, { t: schema }).sql : sql, { inputs: { t: rows } }),
    { t: q, subjects, ...options },
  );
/** Sail makes both sides longer first, and fails if no digits are left for that. */
const refused: Pick<Case, 'tolerated'> = { tolerated: 'refused value' };
const dividends = ['n', 'y', 'w', 's', 'o', 'cast(n as decimal(38,6))', '(n * y)'];
const divisors = ['nz', 'yz', 'wz', 'oz', '(nz * 2)', 'cast(wz as decimal(38,6))'];
const quotients = dividends.flatMap((a) => divisors.map((b) => `${a} / ${b}`));
const byLiterals = dividends.flatMap((a) => ['7.0', '1.5', '-0.03', '200.00'].map((b) => `${a} / ${b}`));
const ofLiterals = ['1.0', '-2.5', '100.00'].flatMap((a) => divisors.map((b) => `${a} / ${b}`));

/** Decimals with whole numbers. */
const wholes = [
  'id',
  '(id - 5)',
  '(id * id * id * 123457)',
  'cast(id as bigint)',
  '(id * 98765432101L)',
  'cast(id as smallint)',
  '7',
  '-3',
  '100',
  '6L',
];
const withWholeNumbers = [
  ...dividends.flatMap((a) => wholes.filter((b) => b !== '(id - 5)').map((b) => `${a} / ${b}`)),
  ...wholes.flatMap((a) => [...divisors, '7.0', '1.5', '-0.03', '365.25'].map((b) => `${a} / ${b}`)),
];

/** Long decimals and what is refused of them; quotients; operators between literals. */
export const decimals: Area = {
  name: 'decimals',
  cases: [
    ...expressions({ t }, 't', 'id', products, { about: ['op:*'] }),
    ...expressions({ t }, 't', undefined, sums, { about: ['agg:'] }),
    ...expressions({ t }, 't group by k', 'k', sums, { about: ['agg:'] }),
    ...expressions({ t }, 't where id > 100', undefined, sums, { about: ['agg:'] }),
    ...statements(
      {},
      [largest, `-${largest}`, '0.0001'].map(
        (value) => `select sum(cast(x as decimal(28,4))) s from ${many(value, 'decimal(38,4)', 100_000)}`,
      ),
      { about: ['agg:'] },
    ),
    ...statements(
      {},
      ['1000000000000000000000000', '-1000000000000000000000000', '9999999999999999999999999999999999.9999'].map(
        (value) => `select sum(cast(x as decimal(28,4))) s from ${many(value, 'decimal(38,4)', 3)}`,
      ),
      { fails: true, about: ['agg:'] },
    ),
    ...statements(
      {},
      factors.map(
        ([a = '', b = '']) =>
          `select ${boundedProduct('x * y', 6)} p from (select cast(a as decimal(34,2)) x, cast(b as decimal(34,4)) y from (select '${a}' a, '${b}' b from range(0, 2)))`,
      ),
      { fails: true, about: ['op:*'] },
    ),
    ...quotients.map((x) => rewriteCase(`select id, ${x} as x from t`, ['op:/(decimal,decimal):rounded'], refused)),
    ...byLiterals.map((x) => rewriteCase(`select id, ${x} as x from t`, ['op:/(decimal,decimal#):rounded'])),
    ...ofLiterals.map((x) => rewriteCase(`select id, ${x} as x from t`, ['op:/(decimal#,decimal):rounded'], refused)),
    ...expressionCases(q, 'q', 'id', withWholeNumbers, { about: ['op:/'], ...refused }),
    rewriteCase('select k, 100.00 * sum(n * y) / sum(y * nz) as x, sum(w) / 7.0 as y, max(s) / 1.5 as z from t group by k', ['op:/(decimal,decimal):rounded', 'op:/(decimal,decimal#):rounded'], refused),
    ...['n', 'y', 's'].map((a) => rewriteCase(`select id, ${a} / (nz * 0) as x from t`, ['op:/(decimal,decimal):rounded'], { fails: true })),
    ...expressions({ t }, 't', 'id', ['1 + 10', '2 - 3', '4 * 5', '0.06 - 0.01', '0.06 + 0.01', '1.50 + 2.255', '0.1 - 0.125', '12.5 + 100.00']),
    ...expressions({ t }, 't', 'id', ['n between 0.06 - 0.01 and 2.49 + 0.01', 'n between y and x', 'n not between y and x', 'x between n and w', 'n between -0.01 and y', 'y between n and 100.00']),
  ],
}; // prettier-ignore
