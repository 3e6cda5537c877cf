import { types } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, format, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { momentByPattern } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const multiStringToDate = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiStringToDate',
  name: 'String To Date',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Parses string columns as dates or timestamps by patterns and adds them under new names, or in place if no name is set. Days, months and times of day may have one or two digits. A two-digit year is at most 20 years after and 80 years before the date of the run. Weekdays, and any text after a match, are ignored. A string that does not match its pattern, or is a day that does not exist, gives null. Dates and timestamps are used unchanged.',
  fields: {
    conversions: rows(
      {
        inputColNames: column({ required: true, title: 'Column' }),
        inputColFormats: format({ default: 'yyyy-MM-dd', title: 'Pattern' }),
        outputColNames: text({ title: 'New column' }),
        outputColTypes: choice(['DATE', 'TIMESTAMP'], { default: 'DATE', title: 'Type' }),
      },
      { key: 'inputColNames', required: true },
    ),
  },
  examples: [
    {
      name: 'parses a date and a timestamp; a string that does not match gives null',
      fields: {
        inputColNames: ['d', 't'],
        inputColFormats: ['dd/MM/yyyy', 'yyyy-MM-dd HH:mm'],
        outputColNames: ['day', 'at'],
        outputColTypes: ['DATE', 'TIMESTAMP'],
      },
      input: table('d string, t string', [
        ['29/02/2024', '1969-12-31 23:59'],
        ['1/3/2024', '2024-1-2 3:4'],
        ['30/02/2024', 'x'],
        [null, ''],
      ]),
      output: table('d string, t string, day date, at timestamp', [
        ['29/02/2024', '1969-12-31 23:59', '2024-02-29', '1969-12-31T23:59:00Z'],
        ['1/3/2024', '2024-1-2 3:4', '2024-03-01', '2024-01-02T03:04:00Z'],
        ['30/02/2024', 'x', null, null],
        [null, '', null, null],
      ]),
    },
    {
      name: 'parses in place; takes names of months, and numbers as strings',
      fields: { inputColNames: ['a.b', 'n'], inputColFormats: ['MMM d, yyyy', 'yyyyMMdd'], outputColNames: ['', 'ü'] },
      input: table('`a.b` string, n int', [
        ['Feb 9, 2024', 20240229],
        ['9 Feb 2024', 20230229],
      ]),
      output: table('`a.b` date, n int, `ü` date', [
        ['2024-02-09', 20240229, '2024-02-29'],
        [null, 20230229, null],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputColNames: ['s'], outputColNames: ['t'], outputColTypes: ['TIMESTAMP'] },
      input: table('s string', []),
      output: table('s string, t timestamp', []),
    },
    {
      name: 'ignores text after a match and weekdays; takes full names of months',
      fields: {
        inputColNames: ['d', 'w', 'm', 'n'],
        inputColFormats: ['yyyy-MM-dd', 'EEE MMM dd HH:mm:ss Z yyyy', 'EEE, d MMM yyyy', 'u d/M/yyyy h:mm a'],
        outputColNames: ['', '', '', ''],
        outputColTypes: ['DATE', 'TIMESTAMP', 'DATE', 'TIMESTAMP'],
      },
      input: table('d string, w string, m string, n string', [
        ['2014-01-05 00:00:00', 'Sun Jan 05 10:11:12 +0100 2014', 'Sunday, 5 January 2014', '7 5/1/2014 3:04 PM'],
        ['2014-01-05T10:11:12Z', 'Mon Jan  5 10:11:12 -0000 2014 again', 'Sun, 05 Jan 2014', '1 05/01/2014  03:04 pm.'],
        [' 2014-1-5', 'Jan 05 10:11:12 +0000 2014', '5 Jan 2014', '5/1/2014 3:04 PM'],
        ['2014-02-30 00:00:00', 'soon', '', null],
      ]),
      output: table('d date, w timestamp, m date, n timestamp', [
        ['2014-01-05', '2014-01-05T09:11:12Z', '2014-01-05', '2014-01-05T15:04:00Z'],
        ['2014-01-05', '2014-01-05T10:11:12Z', '2014-01-05', '2014-01-05T15:04:00Z'],
        ['2014-01-05', null, null, null],
        [null, null, null, null],
      ]),
    },
    {
      name: 'reads a two-digit year as at most 20 years ahead; takes four digits too',
      fields: { inputColNames: ['s', 'c'], inputColFormats: ['dd/MM/yy', 'yyMMdd'], outputColNames: ['', ''] },
      input: table('s string, c string', [
        ['31/12/85', '851231'],
        ['28/02/44', '440228'],
        ['1/3/44', '440301'],
        ['5/3/2013', '20130305'],
        ['5/3/24 10:00', '240305 10:00'],
      ]),
      output: table('s date, c date', [
        ['1985-12-31', '1985-12-31'],
        ['2044-02-28', '2044-02-28'],
        ['1944-03-01', '1944-03-01'],
        ['2013-03-05', null],
        ['2024-03-05', '2024-03-05'],
      ]),
    },
    {
      name: 'rejects a pattern that cannot parse dates',
      fields: { inputColNames: ['s'], inputColFormats: ['YYYY-ww'] },
      input: table('s string', []),
      error: 'cannot parse dates with the letter Y',
    },
    {
      name: 'uses dates and timestamps unchanged, whatever the pattern',
      fields: {
        inputColNames: ['t', 'd', 't'],
        inputColFormats: ['dd/MM/yyyy', 'dd/MM/yyyy HH:mm', 'yyyy'],
        outputColNames: ['day', 'at', ''],
        outputColTypes: ['DATE', 'TIMESTAMP', 'TIMESTAMP'],
      },
      input: table('t timestamp, d date', [
        ['2024-02-29T10:20:30Z', '1969-12-31'],
        [null, null],
      ]),
      output: table('t timestamp, d date, day date, at timestamp', [
        ['2024-02-29T10:20:30Z', '1969-12-31', '2024-02-29', '1969-12-31T00:00:00Z'],
        [null, null, null, null],
      ]),
    },
  ],
  run: ({ input, schema, engine, now, compatibility, fields }) =>
    input.withColumns(
      fields.conversions.map(({ inputColNames, inputColFormats, outputColNames, outputColTypes }) => {
        const from = requireColumn(schema, inputColNames, 'inputColNames');
        const to = outputColTypes === 'DATE' ? types.date : types.timestamp;
        const value = momentByPattern(from, to, inputColFormats, {
          engine,
          now,
          compatibility,
          field: 'inputColFormats',
        });
        return [outputColNames?.trim() || from.name, value];
      }),
    ),
});
