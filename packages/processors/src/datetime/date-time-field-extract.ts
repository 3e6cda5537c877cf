import { functions as F, type Column } from '@millrace/spark-connect';
import { isoDayOfWeek } from '../kit/date-format.ts';
import { column, flag } from '../kit/fields.ts';
import { momentOf } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Switch of the field -> name of the part, which ends the column's name. */
const parts = {
  extractYear: 'year',
  extractMonth: 'month',
  extractDayOfMonth: 'dayofmonth',
  extractHour: 'hour',
  extractMinute: 'minute',
  extractSecond: 'second',
  extractWeekOfYear: 'weekofyear',
  extractDayOfWeek: 'dayofweek',
  extractDayOfYear: 'dayofyear',
  extractMonthName: 'monthname',
} as const;

/** A part by Spark's function of the same name, but for these. */
const partOf = (part: (typeof parts)[keyof typeof parts], moment: Column): Column => {
  if (part === 'dayofweek') return isoDayOfWeek(moment);
  return part === 'monthname' ? F.call('date_format', moment, 'MMMM') : F.call(part, moment);
};

export const dateTimeFieldExtract = processor({
  nodeClass: 'fire.nodes.etl.NodeDateTimeFieldExtract',
  name: 'DateTimeFieldExtract',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Adds the selected parts of a date or timestamp in columns named after it: `<column>_year`, `<column>_hour` and so on. All are integers except the name of the month (in English). Weeks follow ISO 8601, and days of the week count from Monday as 1. Nulls, and strings that are not dates, give null.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    extractYear: flag({ default: false, title: 'Year' }),
    extractMonth: flag({ default: false, title: 'Month' }),
    extractDayOfMonth: flag({ default: false, title: 'Day of month' }),
    extractHour: flag({ default: false, title: 'Hour' }),
    extractMinute: flag({ default: false, title: 'Minute' }),
    extractSecond: flag({ default: false, title: 'Second' }),
    extractWeekOfYear: flag({ default: false, title: 'Week of the year' }),
    extractDayOfWeek: flag({ default: false, title: 'Day of the week' }),
    extractDayOfYear: flag({ default: false, title: 'Day of the year' }),
    extractMonthName: flag({ default: false, title: 'Name of the month' }),
  },
  examples: [
    {
      name: 'extracts parts of a timestamp, also before 1970; nulls remain null',
      fields: { inputCol: 't', extractYear: 'true', extractHour: 'true', extractSecond: 'true' },
      input: table('t timestamp', [['2024-02-29T23:59:58Z'], ['1969-12-31T00:00:01Z'], [null]]),
      output: table('t timestamp, t_year int, t_hour int, t_second int', [
        ['2024-02-29T23:59:58Z', 2024, 23, 58],
        ['1969-12-31T00:00:01Z', 1969, 0, 1],
        [null, null, null, null],
      ]),
    },
    {
      name: 'gives a date the hour 0',
      fields: {
        inputCol: 'd',
        extractDayOfMonth: 'true',
        extractMonth: 'true',
        extractHour: 'true',
        extractMinute: 'true',
      },
      input: table('d date', [['2024-02-29']]),
      output: table('d date, d_month int, d_dayofmonth int, d_hour int, d_minute int', [['2024-02-29', 2, 29, 0, 0]]),
    },
    {
      name: 'reads a string as a timestamp; other strings give null',
      fields: { inputCol: 's', extractYear: 'true' },
      input: table('s string', [['2024-05-01 10:00:00'], ['2024-05-01'], ['soon'], ['']]),
      output: table('s string, s_year int', [
        ['2024-05-01 10:00:00', 2024],
        ['2024-05-01', 2024],
        ['soon', null],
        ['', null],
      ]),
    },
    {
      name: 'extracts week, weekday, day of the year and name of the month of a Sunday in the last week of the previous year',
      fields: {
        inputCol: 'a.b',
        extractWeekOfYear: 'true',
        extractDayOfWeek: 'true',
        extractDayOfYear: 'true',
        extractMonthName: 'true',
      },
      input: table('`a.b` date', [['2021-01-03'], ['2022-07-01'], [null]]),
      output: table(
        '`a.b` date, `a.b_weekofyear` int, `a.b_dayofweek` int, `a.b_dayofyear` int, `a.b_monthname` string',
        [
          ['2021-01-03', 53, 7, 3, 'January'],
          ['2022-07-01', 26, 5, 182, 'July'],
          [null, null, null, null, null],
        ],
      ),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCol: 't', extractMinute: 'true' },
      input: table('t timestamp', []),
      output: table('t timestamp, t_minute int', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const moment = momentOf(fields.inputCol, schema, 'inputCol', engine).cast('timestamp');
    const selection = Object.entries(parts).filter(([field]) => fields[field as keyof typeof parts]);
    return input.withColumns(selection.map(([, part]) => [`${fields.inputCol}_${part}`, partOf(part, moment)]));
  },
});
