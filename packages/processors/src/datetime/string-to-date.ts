import { types } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, format, text } from '../kit/fields.ts';
import { momentByPattern } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const stringToDate = processor({
  nodeClass: 'fire.nodes.etl.NodeStringToDate',
  name: 'String To Date',
  type: 'transform',
  category: 'Deprecated',
  description:
    'Parses a string column as a date or timestamp by a pattern and adds it under a new name, or in place if no name is set. A string that does not match the pattern, or is a day that does not exist, gives null. Dates and timestamps are used unchanged.',
  fields: {
    inputColName: column({ required: true, title: 'Column' }),
    inputColFormat: format({ default: 'yyyy-MM-dd HH:mm:ss', title: 'Pattern' }),
    outputColName: text({ default: ' ', title: 'New column' }),
    outputColType: choice(['DATE', 'TIMESTAMP'], { default: 'DATE', title: 'Type' }),
  },
  examples: [
    {
      name: 'parses dates with one- or two-digit days and months; other strings become null',
      fields: { inputColName: 's', inputColFormat: 'dd/MM/yyyy', outputColName: 'd' },
      input: table('s string', [['29/02/2024'], ['1/3/1969'], ['30/02/2024'], ['soon'], [''], [null]]),
      output: table('s string, d date', [
        ['29/02/2024', '2024-02-29'],
        ['1/3/1969', '1969-03-01'],
        ['30/02/2024', null],
        ['soon', null],
        ['', null],
        [null, null],
      ]),
    },
    {
      name: 'parses a timestamp in place',
      fields: { inputColName: 'a.b', outputColType: 'TIMESTAMP' },
      input: table('`a.b` string, n int', [
        ['2024-02-29 23:59:58', 1],
        ['2024-02-29', 2],
        ['2024-02-29 23:59:58.9', 3],
      ]),
      output: table('`a.b` timestamp, n int', [
        ['2024-02-29T23:59:58Z', 1],
        [null, 2],
        ['2024-02-29T23:59:58Z', 3],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputColName: 's', outputColName: 'd' },
      input: table('s string', []),
      output: table('s string, d date', []),
    },
    {
      name: 'uses a timestamp unchanged',
      fields: { inputColName: 't', inputColFormat: 'dd/MM/yyyy', outputColName: 'd' },
      input: table('t timestamp', [['2024-02-29T23:59:59Z'], [null]]),
      output: table('t timestamp, d date', [
        ['2024-02-29T23:59:59Z', '2024-02-29'],
        [null, null],
      ]),
    },
  ],
  run({ input, schema, fields, engine, now, compatibility }) {
    const { inputColName, inputColFormat, outputColName, outputColType } = fields;
    const from = requireColumn(schema, inputColName, 'inputColName');
    const type = outputColType === 'DATE' ? types.date : types.timestamp;
    const value = momentByPattern(from, type, inputColFormat, { engine, now, compatibility, field: 'inputColFormat' });
    return input.withColumn(outputColName.trim() || inputColName, value);
  },
});
