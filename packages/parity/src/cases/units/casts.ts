import { asText, castOrNull, textValue } from '@millrace/processors/units';
import { functions as F, parseType } from '@millrace/spark-connect';
import type { Case, CaseInput } from '../case.ts';
import { plan } from '../plan-case.ts';
import { N, about, columnTypes, now, numbers, textInput, tiny } from './tables.ts';

/** Texts cast to a type. */
const targets = 'tinyint,smallint,int,bigint,float,double,boolean,date,timestamp'.split(',');

export const casts: Case[] = [...targets, 'decimal(38,18)', 'decimal(10,2)'].map((to) =>
  plan(
    `text to ${to}`,
    ({ t, engine }) => {
      const value = castOrNull(F.columnNamed('s'), {
        from: parseType('string'),
        to: parseType(to),
        name: 's',
        field: '',
        engine,
      });
      return t.select('id', value.alias('v'));
    },
    { t: textInput, about },
  ),
);

/** Texts of a file as values of a type. */
export const readers: Case[] = [
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
  'boolean',
  'date',
  'timestamp',
  'decimal(38,18)',
].map((to) =>
  plan(
    `text as a file's ${to}`,
    ({ t, engine }) =>
      t.select(
        'id',
        textValue(
          F.columnNamed('s'),
          { name: 's', type: parseType(to), format: undefined },
          { engine, now, field: '' },
        ).alias('v'),
      ),
    { t: textInput, about: [...about, 'try_cast:string->'] },
  ),
);

/** Values of one type cast to another. */
export const casting: Case[] = ['i', 'l', 'd', 'f', 'b', 'c', 'dt', 'ts'].flatMap((column) =>
  ['tinyint', 'smallint', 'int', 'bigint', 'double', 'float', 'decimal(20,4)', 'boolean', 'string', 'timestamp', 'date']
    .filter(
      (to) =>
        !(to === 'date' && column !== 'ts' && column !== 'dt') &&
        !(column === 'dt' && to !== 'date' && to !== 'timestamp') &&
        !(to === 'string' && column !== 'd' && column !== 'f') &&
        !(column === 'b' && to === 'timestamp') &&
        !(column === 'ts' && to === 'boolean'),
    )
    .map((to) =>
      plan(
        `${column} to ${to}`,
        ({ t, engine }) => {
          const from = parseType(columnTypes[column] ?? 'string');
          return t.select(
            'id',
            castOrNull(F.columnNamed(column), {
              from,
              to: parseType(to),
              name: column,
              field: '',
              engine,
            }).alias('v'),
          );
        },
        { t: numbers, about },
      ),
    ),
);
/** Times of which a double does not hold all digits. */
const farTimes: CaseInput = {
  schema: 'id int, ts timestamp',
  rows: ['9999-12-31T23:59:59.999999Z', '3000-01-01T00:00:00.123457Z', '2024-01-02T03:04:05.123456Z', N].map(
    (ts, id) => [id, ts],
  ),
};

/** Numbers next to zero and far times as decimals. */
export const boundariesToDecimals: Case[] = (
  [
    ['d', tiny],
    ['f', tiny],
    ['ts', farTimes],
  ] as const
).map(([column, t]) =>
  plan(
    `${column} to decimal(38,18)${t === tiny ? ', next to zero' : ', far away'}`,
    ({ t: rows, engine }) => {
      const castOptions = { from: parseType(columnTypes[column] ?? ''), to: parseType('decimal(38,18)'), name: column, field: '', engine }; // prettier-ignore
      return rows.select('id', castOrNull(F.columnNamed(column), castOptions).alias('v'));
    },
    { t, about },
  ),
);

/** Fractions as text. */
export const asTexts: Case[] = ['d', 'f'].flatMap((column) =>
  [numbers, tiny].map((t) =>
    plan(
      `${column} as text${t === tiny ? ', next to zero' : ''}`,
      ({ t: rows, engine }) =>
        rows.select('id', asText(F.columnNamed(column), parseType(columnTypes[column] ?? ''), engine).alias('v')),
      { t, about },
    ),
  ),
);
