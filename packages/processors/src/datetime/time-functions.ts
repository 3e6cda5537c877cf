import { functions as F, type Column } from '@millrace/spark-connect';
import { choices } from '../kit/choices.ts';
import { isoDayOfWeek } from '../kit/date-format.ts';
import { column } from '../kit/fields.ts';
import { momentOf } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const names = [
  'year',
  'month',
  'dayofmonth',
  'dayofyear',
  'weekofyear',
  'dayofweek',
  'quarter',
  'hour',
  'minute',
  'second',
  'season',
] as const;

const part =
  (name: string) =>
  (moment: Column): Column =>
    F.call(name, moment);

const functions = {
  year: part('year'),
  month: part('month'),
  dayofmonth: part('dayofmonth'),
  dayofyear: part('dayofyear'),
  weekofyear: part('weekofyear'),
  dayofweek: isoDayOfWeek,
  quarter: part('quarter'),
  hour: (moment) => F.hour(moment.cast('timestamp')),
  minute: (moment) => F.minute(moment.cast('timestamp')),
  second: (moment) => F.second(moment.cast('timestamp')),
  // from December, three months each
  season: (moment) =>
    F.call(
      'get',
      F.call('array', 'Winter', 'Spring', 'Summer', 'Autumn'),
      F.month(moment).mod(12).dividedBy(3).cast('int'),
    ),
} as const satisfies Record<(typeof names)[number], (moment: Column) => Column>;

export const timeFunctions = processor({
  nodeClass: 'fire.nodes.etl.NodeTimeFunctions',
  name: 'Time Functions',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Adds the selected parts of a date or timestamp as `<column>_<part>`. Days of the week count from Monday as 1; weeks follow ISO 8601; seasons are those of the northern hemisphere, with Winter from December to February. Nulls, and strings that are not timestamps, give null.',
  fields: {
    timeStampCol: column({ required: true, title: 'Column' }),
    timeFunctions: choices(names, { required: true, title: 'Parts' }),
  },
  examples: [
    {
      name: 'extracts parts of a day in summer',
      fields: { timeStampCol: 'd', timeFunctions: ['dayofweek', 'weekofyear', 'dayofyear', 'quarter', 'season'] },
      input: table('d date', [['2022-07-01'], [null]]),
      output: table('d date, d_dayofweek int, d_weekofyear int, d_dayofyear int, d_quarter int, d_season string', [
        ['2022-07-01', 5, 26, 182, 3, 'Summer'],
        [null, null, null, null, null, null],
      ]),
    },
    {
      name: 'takes a Sunday in the last week of the previous year, and the last second of 1969',
      fields: {
        timeStampCol: 'a.b',
        timeFunctions: ['season', 'dayofweek', 'weekofyear', 'hour', 'minute', 'second', 'year', 'month', 'dayofmonth'],
      },
      input: table('`a.b` timestamp', [['2021-01-03T00:00:00Z'], ['1969-12-31T23:59:58Z']]),
      output: table(
        '`a.b` timestamp, `a.b_season` string, `a.b_dayofweek` int, `a.b_weekofyear` int, `a.b_hour` int, `a.b_minute` int, `a.b_second` int, `a.b_year` int, `a.b_month` int, `a.b_dayofmonth` int',
        [
          ['2021-01-03T00:00:00Z', 'Winter', 7, 53, 0, 0, 0, 2021, 1, 3],
          ['1969-12-31T23:59:58Z', 'Winter', 3, 1, 23, 59, 58, 1969, 12, 31],
        ],
      ),
    },
    {
      name: 'takes the season from the month of a string',
      fields: { timeStampCol: 'ü', timeFunctions: ['season'] },
      input: table('`ü` string', [
        ['2024-02-29'],
        ['2024-03-01'],
        ['2024-08-31'],
        ['2024-09-01'],
        ['2024-11-30'],
        ['soon'],
      ]),
      output: table('`ü` string, `ü_season` string', [
        ['2024-02-29', 'Winter'],
        ['2024-03-01', 'Spring'],
        ['2024-08-31', 'Summer'],
        ['2024-09-01', 'Autumn'],
        ['2024-11-30', 'Autumn'],
        ['soon', null],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { timeStampCol: 'd', timeFunctions: ['year', 'hour'] },
      input: table('d date', []),
      output: table('d date, d_year int, d_hour int', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const moment = momentOf(fields.timeStampCol, schema, 'timeStampCol', engine);
    return input.withColumns(
      fields.timeFunctions.map((name) => [`${fields.timeStampCol}_${name}`, functions[name](moment)]),
    );
  },
});
