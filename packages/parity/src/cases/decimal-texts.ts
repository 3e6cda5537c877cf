import { castOrNull, textValue } from '@millrace/processors/units';
import { functions as F, parseType } from '@millrace/spark-connect';
import type { Case, CaseInput } from './case.ts';
import { statements } from './case.ts';
import { plan, rewriteCase } from './plan-case.ts';

const N = null;
const nines = (n: number): string => '9'.repeat(n);
const zeros = (n: number): string => '0'.repeat(n);

/** Signs, dots and blanks, in all places. */
const shapes = [
  '', ' ', '\t', '0', '-0', '+0', '00', '-', '+', '.', '-.', '+.', '1', '+1', '-1', '--1', '+-1', '1-', '1+', '- 1', '1 2', '1.', '.5', '-.5', '+.5', '+5.', '-5.', '1..2', '1.2.3', '..5', '0.', '.0', '-.0', '00.00', '00012', '-00012.5000', '+00012.50', '1.10',
  ' 1', '  1  ', '\t1', '1\t', '\n1\n', '\r1', '\u000b1', '\u000c1', '\u00001', '1\u0000', '\u00011\u0002', '\u001f1\u001f', '\u001c1', '\u007f1', '\u00851', '\u00a01', '1\u00a0', '\u16801', '\u20281', '1\u3000', '\ufeff1', '1\u200b', ' -1 ', '1 \n\t .', '\u0000', '1\u0000 2', '1\u001f2',
]; // prettier-ignore

/** Exponents, up to and beyond those that Java reads. */
const exponents = [
  '1e3', '1E3', '1e+3', '1e-3', '1E-5', '1e', '1e+', '1e-', '1e1.5', '1e 3', '1 e3', '1.e2', '.1e2', '1.5e1', '12.5e-1', '1e0', '1e00', '1e-0', '1e+0003', '1e-0003', '1ee3', '1e3e', 'e', 'E5', '.e1', '1.e+', '+e1', '-.e1', '.5e', '-5.e-1', '+.5E+1', '0e', '1e400', '1e+400', '1e-400', '-1e-400', '1e9', '1e10', '1e20', '1e37', '1e38', '1e39', '1e-37', '1e-38', '1e-39', '5e-1', '5e-3', '4.9e-3', '5e-19', '4e-19', '5e-39', '4.9e-39', '0e0', '0e37', '0e38', '0e39', '0e-5', '0.00e40', '0e400', '-0e5',
  '9.9999e2', '123.456e-2', '0.00012345e6', '12345.6789e-4', '12345.6789e4', `0.${zeros(50)}15e51`, `1${zeros(50)}e-51`, `123${zeros(50)}.5e-51`, '1.7976931348623157e308', '5e-324', '6.0790316E+25569151', '1e2147483647', '1e2147483648', '1e-2147483647', '1e-2147483648', '0.1e-2147483647', '1e99999999999', '1e-99999999999', '0e2147483647', '0e99999999999', '0e-2147483647', '0e-2147483648', '1e00000000000000000000003', ' \u00011e1\u0002 ',
]; // prettier-ignore

/** Half of the last digit, and just next to it; digits of all lengths. */
const digits = [
  '0.4', '0.5', '0.49', '0.05', '0.005', '0.0049', '0.0051', '1.005', '2.675', '-2.345', '-0.005', '9.5', '9.99', '9.995', '9.994', '99.95', '999.5', '-999.5', '999.995', '99999999.994', '99999999.995', '-99999999.995', '100000000', '12345678901234567890', '-9223372036854775809', '123456789012345678901234567890', '99999999999999999999.9999999999999999994', '99999999999999999999.9999999999999999995', '17014118346046923173168730371588410572', '170141183460469231731687303715884105728', '340282366920938463463374607431768211456', '115792089237316195423570985008687907853269984665640564039457584007913129639936',
  ...[17, 18, 19, 37, 38, 39, 77, 200].flatMap((n) => [nines(n), `-${nines(n)}.4`, `${nines(n)}.5`, `0.${nines(n)}`, `-0.${nines(n)}5`, `1${zeros(n)}`, `0.${zeros(n)}5`, `1.${zeros(n)}1`]), `-0.00${'49'.repeat(40)}`, `0.005${zeros(80)}1`, `${zeros(60)}12.5`, `${zeros(60)}.${zeros(60)}`, `${zeros(500)}1.5${zeros(500)}`, `${zeros(3000)}1`, nines(3000),
]; // prettier-ignore

/** What other languages, scripts and programs take for numbers. */
const others = [
  '1d', '1f', '1L', '1.5D', '0x1F', '1_000', '1,234', '1,5', "1'000", 'NaN', 'nan', 'inf', 'Infinity', '-inf', 'INF', 'null', 'NULL', 'true', 'x', 'é', '日本', "1'", '"1"', '$1', '1%', '(1)', '1/2', '1:2', '1;', '−1', '1e−3', '²', '½', 'Ⅳ', '①', '一',
  '１２', '-１２．５', '１２.５', '１２.３４５６７', '１e２', '1１', '٣', '۳.۵', '१२', '᠑e᠒', '𝟏𝟐', '𐒠', '1 ٣', '-٠٫٥',
]; // prettier-ignore

const hardTexts: readonly (string | null)[] = [...new Set([N, ...shapes, ...exponents, ...digits, ...others])];

/** Texts that look like decimals, and ones that do not, at which readers of numbers part. */
const tableOf = (texts: readonly (string | null)[]): CaseInput => ({
  schema: 'id int, s string',
  rows: texts.map((s, id) => [id, s]),
});
const hardDecimals = tableOf(hardTexts);

/** Each character that is a digit, a number, a blank, a mark of a format or a control, around a number. */
const characters: CaseInput = {
  schema: 'id int, s string',
  rows: Array.from({ length: 0x1d800 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{N}\p{Z}\p{Cc}\p{Cf}]/u.test(character))
    .map((character, id) => [id, `${character}5.${character}`]),
};

/** Types of decimals: those of one digit to those of the most, with digits on one side of the point or on both. */
const types: readonly (readonly [number, number])[] = [
  [1, 0], [2, 1], [3, 3], [5, 2], [9, 0], [9, 9], [10, 2], [12, 4], [18, 6], [18, 18], [19, 0], [20, 20], [28, 8], [38, 0], [38, 2], [38, 18], [38, 37], [38, 38],
]; // prettier-ignore
const nameOf = ([precision, scale]: readonly [number, number]): string => `decimal(${precision},${scale})`;

/** A text as a cell of a reader and as a column that a node casts. */
const cellOf = (to: string, t: CaseInput, name: string): Case[] => [
  plan(
    `${name} as a file's ${to}`,
    ({ t: rows, engine }) => {
      const column = { name: 's', type: parseType(to), format: undefined };
      const context = { engine, now: '2024-02-29T12:34:56.789Z', field: '' };
      return rows.select('id', textValue(F.columnNamed('s'), column, context).alias('v'));
    },
    { t, about: ['unit '] },
  ),
  plan(
    `${name} to ${to}`,
    ({ t: rows, engine }) => {
      const castOptions = { from: parseType('string'), to: parseType(to), name: 's', field: '', engine };
      return rows.select('id', castOrNull(F.columnNamed('s'), castOptions).alias('v'));
    },
    { t, about: ['unit '] },
  ),
];

/** Units that read decimals. */
export const decimalUnits: Case[] = [
  ...types.flatMap((to) => cellOf(nameOf(to), hardDecimals, 'hard texts')),
  ...cellOf('decimal(10,2)', characters, 'characters'),
];

/** Numbers that Sail's casts leave to Spark (see `sql/decimal-texts.ts`). */
const isLeft = (text: string): boolean =>
  /\p{Nd}/u.test(text) && (/[eE]|(?![0-9])\p{Nd}/u.test(text) || text.length > 60);

/** True if Spark's CAST refuses a text: it is not a number, or has too many digits before its point. */
function isRefused(text: string, [precision, scale]: readonly [number, number]): boolean {
  const plain = [...text].map((c) => (/(?![0-9])[\p{Nd}--[\u{10000}-\u{10FFFF}]]/v.test(c) ? digitOf(c) : c)).join('');
  const [, whole = '', fraction = '', exponent = '0'] =
    /^[\0-\x20]*[+-]?(?=\.?\d)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?[\0-\x20]*$/.exec(plain) ?? [];
  const behind = fraction.length - Number(exponent);
  if (whole + fraction === '' || behind > 2 ** 31 - 1 || behind < -(2 ** 31)) return true;
  const digits = (whole + fraction).replace(/^0+/, '');
  const before = digits.length - behind;
  if (digits === '' || before + scale < 0) return false;
  const digitsOfResult = digits.slice(0, before + scale);
  const becomesLonger = (digits[before + scale] ?? '0') >= '5' && digitsOfResult === '9'.repeat(precision);
  return before > precision - scale || becomesLonger;
}

/** The digit that a character of another script stands for: ten of them follow one another. */
const digitOf = (character: string): string =>
  String(Array.from({ length: 9 }, (_, i) => character.charCodeAt(0) - i - 1).findIndex((code) => !/\p{Nd}/u.test(String.fromCharCode(code)))).replace('-1', '9'); // prettier-ignore

/** A cast as it is written for Sail. */
const castCase = (
  cast: string,
  texts: readonly (string | null)[],
  options: Pick<Case, 'fails' | 'tolerated'> = {},
): Case => {
  const sql = `select id, ${cast} as x from t`;
  const name = `${sql} of ${JSON.stringify(texts.length === 1 ? texts[0] : `${texts.length} texts`)}`;
  return rewriteCase(sql, tableOf(texts), { name, about: ['cast:', 'try_cast:'], ...options });
};

const plainTexts = hardTexts.filter((text) => text === null || !isLeft(text));
const texts = hardTexts.filter((text) => text !== null);
const usual = [10, 2] as const;
const refused: Pick<Case, 'tolerated'> = { tolerated: 'refused value' };

/** Casts of text to decimals in SQL. */
export const decimalCasts: Case[] = [
  ...types.map((to) => castCase(`try_cast(s as ${nameOf(to)})`, plainTexts)),
  ...types.map((to) =>
    castCase(`cast(s as ${nameOf(to)})`, plainTexts.filter((text) => text === null || !isRefused(text, to))),
  ),
  ...types.slice(3, 9).map((to) => castCase(`cast(replace(concat('x', s), 'x', '') as ${nameOf(to)})`, plainTexts.filter((text) => text === null || !isRefused(text, to)))),
  ...texts.filter(isLeft).map((text) => castCase(`try_cast(s as ${nameOf(usual)})`, [text], refused)),
  ...texts.filter((text) => isLeft(text) && !isRefused(text, usual)).map((text) => castCase(`cast(s as ${nameOf(usual)})`, [text], refused)),
  ...texts.filter((text) => isRefused(text, usual)).map((text) => castCase(`cast(s as ${nameOf(usual)})`, [text], { fails: true })),
  ...types.flatMap((to) =>
    ['9.5', '99.995', '999.995', '99999999.995', `${nines(38)}.5`, `-${nines(39)}`, '\u00a00', '0\u3000', '1\u20002'].filter((text) => isRefused(text, to)).map((text) => castCase(`s::${nameOf(to)}`, [text], { fails: true })),
  ),
  ...['\u00a01', '1\u2003', '\\u00021'].map((text) => castCase(`cast('${text}' as decimal(10,2))`, ['x'], text.startsWith('\\') ? refused : { fails: true })),
  // as it stands Sail reads what Spark refuses
  ...statements({ t: tableOf(['\u00a01']) }, ['select cast(s as decimal(10,2)) as x from t'], { fails: true }),
  ...statements({ t: tableOf(['\u00a01', '1e3']) }, ['select try_cast(s as decimal(10,2)) as x from t']),
]; // prettier-ignore
