import { castOrNull, textValue, tryCast } from '@millrace/processors/units';
import { functions as F, parseType } from '@millrace/spark-connect';
import type { Case, CaseInput } from './case.ts';
import { statements } from './case.ts';
import { plan, rewriteCase } from './plan-case.ts';

/** Characters that one engine or another trims, in all places around a value. */
const blanks = [' ', '\t', '\n', '\r', '\v', '\f', '\0', '\u0001', '\u001f', '\u007f', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u200b', '\u3000', '\ufeff']; // prettier-ignore
const withBlanks = (value: string): string[] =>
  blanks.flatMap((blank) => [blank + value, value + blank, ` ${blank}${value}${blank}\t`]);

const numbers = [
  '0', '-0', '+7', '007', '127', '128', '-129', '32768', '2147483647', '-2147483649', '9223372036854775807', '9223372036854775808', '1 2', '- 1', '--1', '+-1', '1-', '1_0', '1,0', '0x1F', '1L', '١', '１', '²',
  '1.', '.5', '-.5', '.', '-.', '1.5', '1..2', '1e3', '1E-3', '1e', 'e1', '1e400', '-1e400', '1e-400', '4.9e-324', '2.4e-324', '1.7976931348623159e308', '9007199254740993', '16777217', '3.4028236e38',
  '1d', '1D', '1f', '1.5F', '.5d', '1.d', '1e5f', '1dd', '1 d', 'd', 'NaN', 'nan', 'NaNd', '+NaN', '+nan', '-nan', '-NAN', 'inf', '-Inf', '+infinity', 'Infinity', 'infinityd', 'infi', 'x', '',
]; // prettier-ignore
const hexadecimal = ['0x1p3', '0X1.8P-1', ' -0x1p3d\t'];
const truths = ['t', 'T', 'true', 'tRuE', 'y', 'yes', '1', 'f', 'false', 'FALSE', 'n', 'No', '0'];
const noTruths = ['tr', 'TRU', 'ye', 'on', 'ON', 'of', 'off', 'fa', 'fal', 'fals', 'truee', 'yess', '01', '1.0', '-1', '2', 'tr ue', 'yeſ', 'ｔ', 'null', '', ' ']; // prettier-ignore
const dates = [
  '2024', '2024-02', '2024-2', '2024-02-29', '2024-2-9', '+2024-02-29', '-2024-02-29', '0000', '0001-01-01', '00001-01-01', '12024-01-01', '99999-12-31', '1582-10-10', '1500-02-28', '-0-1-1'.replace('-0', '-0000'),
  '2024-02-29T', '2024-02-29 ', '2024-02-29 x', '2024-02-29Tx', '2024-02-29 10:11:12', '2024-02-29T10:11:12Z', '2024-02-29T25:61:61', '2024-02-29T\n\nx', '2024-02-29 日本', ' 2024-02-29 10:11 ', '2024 ', ' 2024-02',
]; // prettier-ignore
const noDates = [
  '2024-02-30', '2023-02-29', '2024-13-01', '2024-00-01', '2024-1-32', '2024 x', '2024 10', '2024-02 10', '2024T', '2024-02T', '2024 -02-29', '2024-02- 29', '- 2024', '2024-02-29t10', '2024-02-29x', '2024-02-29\t10:11', '2024-02-29\u00a0x', '2024/02/29', '20240229', '24-02-29', '024-02-29', '2024-002-29', '2024-', '555123-4567', '555123-x', 'today', 'epoch', '２０２４-02-29', '2024−02−29', '', ' ',
]; // prettier-ignore
const farDates = ['999999-12-31', '-262144-01-01', ' 262143-12-31', '320243', '5881580-07-11\t'];

const whole = ['tinyint', 'smallint', 'int', 'bigint'];
const fractions = ['float', 'double'];
const textsOf = (to: string): string[] =>
  to === 'boolean'
    ? [...truths, ...noTruths, ...withBlanks('true'), ...withBlanks('0'), ...withBlanks('on')]
    : to === 'date'
      ? [...dates, ...noDates, ...withBlanks('2024-02-29'), ...withBlanks('2024'), ...withBlanks('2024-02-29 10:11')]
      : [...numbers, ...withBlanks('5'), ...withBlanks('-1.5'), ...withBlanks('2d'), ...withBlanks('NaN')];

const tableOf = (texts: readonly (string | null)[]): CaseInput => ({
  schema: 'id int, s string',
  rows: [null, ...texts].map((s, id) => [id, s]),
});

/** Units that read text. `refused` where Sail may leave a value to Spark. */
const unitsOf = (to: string, texts: readonly string[], options: Pick<Case, 'tolerated'> = {}): Case[] => {
  const name = texts.length === 1 ? JSON.stringify(texts[0]) : `${texts.length} texts`;
  const [from, type] = [parseType('string'), parseType(to)];
  const t = tableOf(texts);
  const caseOptions = { t, about: ['unit '], ...options };
  const context = { now: '2024-02-29T12:34:56.789Z', field: '' };
  const s = F.columnNamed('s');
  return [
    plan(`${name} tried as ${to}`, ({ t: rows, engine }) => rows.select('id', tryCast(s, from, type, engine).alias('v')), caseOptions),
    plan(`${name} cast to ${to}`, ({ t: rows, engine }) => rows.select('id', castOrNull(s, { from, to: type, name: 's', field: '', engine }).alias('v')), caseOptions),
    plan(`${name} as ${to} of a file`, ({ t: rows, engine }) => rows.select('id', textValue(s, { name: 's', type, format: undefined }, { ...context, engine }).alias('v')), caseOptions),
  ]; // prettier-ignore
};

const refused: Pick<Case, 'tolerated'> = { tolerated: 'refused value' };
const left: Readonly<Record<string, readonly string[]>> = { float: hexadecimal, double: hexadecimal, date: farDates };
const allTypes = [...whole, ...fractions, 'boolean', 'date'];

export const textUnits: Case[] = allTypes.flatMap((to) => [
  ...unitsOf(to, textsOf(to)),
  ...(left[to] ?? []).flatMap((text) => unitsOf(to, [text], refused)),
]);

/** A cast as it is written for Sail: of a column, and of what is made of one. */
const castCases = (
  to: string,
  mode: string,
  texts: readonly string[],
  options: Pick<Case, 'fails' | 'tolerated'> = {},
): Case[] =>
  ['s', "replace(concat('x', s), 'x', '')"].map((text) => {
    const sql = `select id, ${mode}(${text} as ${to}) as x from t`;
    const name = `${sql} of ${texts.length === 1 ? JSON.stringify(texts[0]) : `${texts.length} texts`}`;
    return rewriteCase(sql, tableOf(texts), { name, about: ['cast:', 'try_cast:'], ...options });
  });
const withoutX = (texts: readonly string[]): string[] => texts.filter((text) => !text.includes('x'));
const withControls = ['\u00015', '5\u007f'];

/** Fractions that both engines read, that neither does, and that Sail refuses where Spark does not. */
const castFractions = ['0', '-0', '+7', '1.', '.5', '-.5', '1.5', '1e3', '1E-3', '1e400', '4.9e-324', '9007199254740993', 'NaN', 'nan', 'NAN', '+NaN', '-NaN', 'inf', '-Inf', '+infinity', 'Infinity', ' 5', '5 ', ' nan ']; // prettier-ignore
const noFractions = [
  '+nan',
  '-nan',
  '-NAN',
  '+Nan',
  ' +nAn ',
  '\t-nan\n',
  '1 2',
  '1..2',
  'e1',
  'infi',
  'nano',
  '+-1',
  '',
  '\u00a05',
];
const sailRefuses = ['1d', '1.5F', '\u00015', '5\u001f', ...hexadecimal];

const castFunctions: Readonly<Record<string, { reads: readonly string[]; refuses: string }>> = {
  boolean: { reads: truths, refuses: 'on' },
  date: { reads: dates, refuses: '2024 x' },
  to_date: { reads: dates, refuses: '2024 x' },
  double: { reads: castFractions, refuses: '+nan' },
  float: { reads: castFractions, refuses: '-NAN' },
};

/** Casts of text in SQL. */
export const textCasts: Case[] = [
  ...allTypes.flatMap((to) => castCases(to, 'try_cast', withoutX(textsOf(to)))),
  ...Object.entries(left).flatMap(([to, texts]) =>
    texts.flatMap((text) => castCases(to, 'try_cast', [text], refused).slice(0, text.includes('x') ? 1 : 2)),
  ),
  ...castCases('boolean', 'cast', [...truths, '\u0001true\u007f', '\t0 ']),
  ...castCases('date', 'cast', [...withoutX(dates), '\u00012024-02-29\u007f', '\t2024 ']),
  ...fractions.flatMap((to) => castCases(to, 'cast', castFractions)),
  ...fractions.flatMap((to) => noFractions.flatMap((text) => castCases(to, 'cast', [text], { fails: true }))),
  ...fractions.flatMap((to) => sailRefuses.flatMap((text) => castCases(to, 'cast', [text], refused).slice(0, text.includes('x') ? 1 : 2))),
  ...farDates.flatMap((text) => castCases('date', 'cast', [text], refused)),
  ...[...noTruths, '\u00a0true', '0\u3000'].flatMap((text) => castCases('boolean', 'cast', [text], { fails: true })),
  ...withoutX([...noDates, '\u00a02024', '2024-02-29\u3000']).flatMap((text) => castCases('date', 'cast', [text], { fails: true })),
  ...Object.entries(castFunctions).map(([name, { reads }]) => rewriteCase(`select id, ${name}(s) as x from t`, tableOf(reads), { about: ['cast:'] })),
  ...Object.entries(castFunctions).map(([name, { refuses }]) => rewriteCase(`select id, ${name}(s) as x from t`, tableOf([refuses]), { about: ['cast:'], fails: true })),
  ...["cast('on' as boolean)", "cast('2024 x' as date)", "cast('+nan' as double)", "cast(' -NAN' as float)"].map((cast) => rewriteCase(`select id, ${cast} as x from t`, tableOf([]), { about: ['cast:'], fails: true })),
  ...["try_cast('on' as boolean)", "try_cast('2024 x' as date)", "try_cast('2024-02-29T10' as date)", "try_cast('1d' as double)", "try_cast('\t5' as int)", "cast('2024-02-29T10' as date)"].map((cast) => rewriteCase(`select id, ${cast} as x from t`, tableOf([]), { about: ['cast:', 'try_cast:'] })),
  // as they stand Sail reads them in other ways
  ...whole.flatMap((to) => statements({ t: tableOf(withControls) }, [`select try_cast(s as ${to}) as x from t`])),
  ...fractions.flatMap((to) => statements({ t: tableOf(['\u00015', '5d']) }, [`select try_cast(s as ${to}) as x from t`])),
  ...['boolean', 'date'].flatMap((to) => statements({ t: tableOf(['on', '2024 x']) }, [`select try_cast(s as ${to}) as x from t`])),
  ...statements({ t: tableOf(['on']) }, ['select cast(s as boolean) as x from t', 'select boolean(s) as x from t'], { fails: true }),
  ...statements({ t: tableOf(['+nan']) }, ['select cast(s as double) as x from t', 'select double(s) as x from t', 'select cast(s as float) as x from t', 'select float(s) as x from t'], { fails: true }),
  ...statements({ t: { schema: 's string, d double', rows: [['+nan', 1]] } }, ['<', '<=', '<=>', '<>', '=', '>', '>='].map((op) => `select s ${op} d as x from t`), { fails: true }),
  ...statements({ t: tableOf(['2024 x']) }, ['select cast(s as date) as x from t', 'select date(s) as x from t', 'select to_date(s) as x from t'], { fails: true }),
]; // prettier-ignore
