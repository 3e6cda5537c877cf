import { functions as F, types, type Column } from '@millrace/spark-connect';
import { column, text } from '../kit/fields.ts';
import { momentOf } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const dateToAge = processor({
  nodeClass: 'fire.nodes.etl.NodeDateToAge',
  name: 'Date To Age',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Adds the age on the day of the run (in UTC): the full years since the date and the total days since it. For a birthday on 29 February, the age increases on 1 March of other years. A future date gives negative numbers. Nulls, and strings that are not dates, give null.',
  fields: {
    inputColName: column({ required: true, title: 'Date' }),
    yearsOutputColName: text({ required: true, title: 'Column for years' }),
    daysOutputColName: text({ required: true, title: 'Column for days' }),
  },
  varies: ['now'],
  examples: [
    {
      name: 'computes the age on the birthday, the day before and the day after, on 29 February 2024',
      fields: { inputColName: 'born', yearsOutputColName: 'years', daysOutputColName: 'days' },
      input: table('born date', [['2000-02-29'], ['2000-03-01'], ['2000-02-28'], ['2023-05-27'], [null]]),
      output: table('born date, years int, days int', [
        ['2000-02-29', 24, 8766],
        ['2000-03-01', 23, 8765],
        ['2000-02-28', 24, 8767],
        ['2023-05-27', 0, 278],
        [null, null, null],
      ]),
    },
    {
      name: 'takes the day of a timestamp; gives negative numbers for future dates',
      fields: { inputColName: 'a.b', yearsOutputColName: 'ü', daysOutputColName: 'd' },
      input: table('`a.b` timestamp', [
        ['2024-02-28T23:59:59Z'],
        ['2024-03-01T00:00:00Z'],
        ['2026-02-28T00:00:00Z'],
        ['2026-03-01T00:00:00Z'],
      ]),
      output: table('`a.b` timestamp, `ü` int, d int', [
        ['2024-02-28T23:59:59Z', 0, 1],
        ['2024-03-01T00:00:00Z', 0, -1],
        ['2026-02-28T00:00:00Z', -1, -730],
        ['2026-03-01T00:00:00Z', -2, -731],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputColName: 'd', yearsOutputColName: 'y', daysOutputColName: 'z' },
      input: table('d date', []),
      output: table('d date, y int, z int', []),
    },
  ],
  run({ input, schema, engine, now, fields }) {
    const birthDate = momentOf(fields.inputColName, schema, 'inputColName', engine).cast(types.date);
    const today = F.lit(now.slice(0, 10), types.date);
    return input.withColumns([
      [
        fields.yearsOutputColName.trim(),
        F.when(birthDate.lte(today), yearsBetween(birthDate, today)).otherwise(yearsBetween(today, birthDate).negate()),
      ],
      [fields.daysOutputColName.trim(), F.call('datediff', today, birthDate).cast(types.integer)],
    ]);
  },
});

/** Whole years from a day to a later one. */
const yearsBetween = (from: Column, to: Column): Column => {
  const day = (date: Column): Column => F.month(date).times(100).plus(F.dayofmonth(date));
  return F.year(to)
    .minus(F.year(from))
    .minus(F.when(day(to).lt(day(from)), 1).otherwise(0));
};
