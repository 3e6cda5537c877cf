import { aggregate, exactMean, round, sortValues } from '@millrace/processors/units';
import { functions as F, parseType } from '@millrace/spark-connect';
import type { Case } from '../case.ts';
import { plan } from '../plan-case.ts';
import { about, columnTypes, halves, numbers } from './tables.ts';

/** As the processors that round numbers do it. */
export const roundings: Case[] = (['d', 'f'] as const).flatMap((column) =>
  [0, 1, 2, 3, 4, 5, 6, 8, 10, 15].map((digits) =>
    plan(
      `${column} rounded to ${digits} digits`,
      ({ t, engine }) =>
        t.select(
          'id',
          round(F.columnNamed(column), parseType(column === 'd' ? 'double' : 'float'), digits, engine).alias('r'),
        ),
      { t: halves, about },
    ),
  ),
);
/** The mean of whole numbers, which is left to Spark where a double cannot hold their sum. */
export const means: Case[] = (['i', 'l', 'id'] as const).flatMap((column) =>
  [numbers, { ...numbers, rows: numbers.rows.filter(([id]) => id !== 4) }].map((t, at) =>
    plan(
      `mean of ${column}, ${at}`,
      ({ t: rows, engine }) => {
        const value = F.columnNamed(column).cast(parseType('bigint'));
        return rows.groupBy(F.columnNamed('b')).agg((engine === 'sail' ? exactMean(value) : F.avg(value)).alias('m'));
      },
      { t, about, tolerated: 'refused value' },
    ),
  ),
);

/** Values in the order of their size, whatever the order of the rows; of fractions those that are numbers, too. */
export const sorted: Case[] = (['i', 'l', 'd', 'f', 'c', 'dt', 'ts'] as const).flatMap((column) => {
  const type = parseType(columnTypes[column] ?? 'string');
  const value = F.columnNamed(column);
  const values = type.kind === 'double' ? [value, F.when(value.isNaN().not(), value)] : [value];
  return values.flatMap((of, at) => [
    plan(`${column} in order, ${at}`, ({ t }) => t.agg(sortValues(of, type).alias('v')), { t: numbers, about }),
    plan(
      `${column} in order by group, ${at}`,
      ({ t }) => t.groupBy(F.columnNamed('b')).agg(sortValues(of, type).alias('v')),
      { t: numbers, about },
    ),
  ]);
});

/** Values under a condition. */
export const cases: Case[] = ['i', 'l', 'd', 'f', 'b', 'c', 'dt', 'ts'].flatMap((column) =>
  [false, true].map((otherwise) =>
    plan(
      `${column} where a condition holds${otherwise ? ', else itself' : ''}`,
      ({ t }) => {
        const value = F.columnNamed(column);
        const choice = F.when(F.columnNamed('i').gt(0), value);
        return t.select('id', (otherwise ? choice.otherwise(value) : choice).alias('v'));
      },
      { t: numbers, about: ['case:'] },
    ),
  ),
);

/** Aggregates of columns. */
export const aggregates: Case[] = (
  [
    ['sum', 'l'],
    ['min', 'd'],
    ['max', 'd'],
    ['min', 'f'],
    ['max', 'f'],
    ['avg', 'c'],
  ] as const
).flatMap(([operation, column]) =>
  ['b', undefined].map((key) =>
    plan(
      `${operation} of ${column} ${key === undefined ? 'over all' : `by ${key}`}`,
      ({ t, engine }) => {
        const value = aggregate(operation, F.columnNamed(column), parseType(columnTypes[column] ?? ''), engine).alias(
          'v',
        );
        return key === undefined ? t.agg(value) : t.groupBy(key).agg(value);
      },
      { t: numbers, about },
    ),
  ),
);
