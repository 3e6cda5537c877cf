import { formatMoment } from '../kit/date-format.ts';
import { column, format, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { momentOf } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const multiDateToString = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiDateToString',
  name: 'Date To String',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Formats dates and timestamps as strings by patterns, in new columns, or in place if no name is set. Patterns are the datetime patterns of Spark SQL and also accept the letter u for the number of the weekday (Monday is 1). A string is first parsed as a timestamp. Nulls, and strings that are not timestamps, give null.',
  fields: {
    conversions: rows(
      {
        inputColNames: column({ required: true, title: 'Column' }),
        outputColFormats: format({ default: 'yyyy-MM-dd', title: 'Pattern' }),
        outputColNames: text({ title: 'New column' }),
      },
      { key: 'inputColNames', required: true },
    ),
  },
  examples: [
    {
      name: 'formats a date and a timestamp by several patterns; nulls remain null',
      fields: {
        inputColNames: ['d', 't', 't'],
        outputColFormats: ['dd-MM-yyyy', 'MMM d, HH:mm', 'EEEE'],
        outputColNames: ['day', 'at', 'weekday'],
      },
      input: table('d date, t timestamp', [
        ['2024-02-29', '1969-12-31T23:59:58Z'],
        [null, null],
      ]),
      output: table('d date, t timestamp, day string, at string, weekday string', [
        ['2024-02-29', '1969-12-31T23:59:58Z', '29-02-2024', 'Dec 31, 23:59', 'Wednesday'],
        [null, null, null, null, null],
      ]),
    },
    {
      name: 'formats the number of the weekday, alone and among other letters; takes quoted text',
      fields: {
        inputColNames: ['a.b', 'a.b'],
        outputColFormats: ['u', "'day' uu 'of week in' yyyy"],
        outputColNames: ['', 'ü'],
      },
      input: table('`a.b` date', [['2024-03-03'], ['2024-03-04'], [null]]),
      output: table('`a.b` string, `ü` string', [
        ['7', 'day 07 of week in 2024'],
        ['1', 'day 01 of week in 2024'],
        [null, null],
      ]),
    },
    {
      name: 'reads a string as a timestamp',
      fields: { inputColNames: ['s'], outputColFormats: ['yyyyMMdd'], outputColNames: ['t'] },
      input: table('s string', [['2024-05-01 10:00:00'], ['soon']]),
      output: table('s string, t string', [
        ['2024-05-01 10:00:00', '20240501'],
        ['soon', null],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputColNames: ['d'], outputColNames: ['t'] },
      input: table('d date', []),
      output: table('d date, t string', []),
    },
    {
      name: 'rejects a letter that Spark does not support',
      fields: { inputColNames: ['d'], outputColFormats: ['YYYY-ww'] },
      input: table('d date', []),
      error: 'invalid value "YYYY-ww" for field "outputColFormats": Spark does not support the letter Y',
    },
  ],
  // every pattern reads the columns of the input, even where one takes the place of a column
  run: ({ input, schema, engine, compatibility, fields }) =>
    input.withColumns(
      fields.conversions.map(({ inputColNames, outputColFormats, outputColNames }) => [
        outputColNames?.trim() || inputColNames,
        formatMoment(momentOf(inputColNames, schema, 'inputColNames', engine), outputColFormats, {
          engine,
          compatibility,
          field: 'outputColFormats',
        }),
      ]),
    ),
});
