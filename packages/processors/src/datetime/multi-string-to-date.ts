import { types } from '@millrace/spark-connect';
import { requireColumn } from '../core/columns.ts';
import { choice, column, format, rows, text } from '../core/fields.ts';
import { momentByPattern } from '../core/moment.ts';
import { processor, table } from '../core/processor.ts';

export const multiStringToDate = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiStringToDate',
  name: 'String To Date',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Reads text columns as dates or timestamps by patterns and adds them under new names (in place of the column where no name is given). Days, months and times of day may have one digit or two. Text that does not fit its pattern, or names a day that does not exist, gives null. Dates and timestamps are taken as they are.',
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
      name: 'a date and a timestamp; text that does not fit gives null',
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
      name: 'in place of the column; names of months, and numbers read as text',
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
      name: 'an empty input keeps the new column',
      fields: { inputColNames: ['s'], outputColNames: ['t'], outputColTypes: ['TIMESTAMP'] },
      input: table('s string', []),
      output: table('s string, t timestamp', []),
    },
    {
      name: 'a pattern that cannot be read with is refused',
      fields: { inputColNames: ['s'], inputColFormats: ['EEE, d MMM yyyy'] },
      input: table('s string', []),
      error: 'dates cannot be read with the letter E',
    },
    {
      name: 'dates and timestamps are taken as they are, whatever the pattern',
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
  run: ({ input, schema, engine, fields }) =>
    input.withColumns(
      fields.conversions.map(({ inputColNames, inputColFormats, outputColNames, outputColTypes }) => {
        const from = requireColumn(schema, inputColNames, 'inputColNames');
        const to = outputColTypes === 'DATE' ? types.date : types.timestamp;
        const value = momentByPattern(from, to, inputColFormats, { engine, field: 'inputColFormats' });
        return [outputColNames?.trim() || from.name, value];
      }),
    ),
});
