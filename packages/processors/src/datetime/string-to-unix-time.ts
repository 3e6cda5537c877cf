import { functions as F, types } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { column, format, text } from '../kit/fields.ts';
import { momentByPattern } from '../kit/moment.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const stringToUnixTime = processor({
  nodeClass: 'fire.nodes.etl.NodeStringToUnixTime',
  name: 'String To Unix Time',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Parses a string column as a timestamp in UTC by a pattern and adds the seconds since 1970 as an integer. Days, months and times of day may have one or two digits. A string that does not match the pattern gives null. Dates and timestamps are used unchanged.',
  fields: {
    inputColName: column({ required: true, title: 'Column' }),
    inputColFormat: format({ default: 'yyyy-MM-dd HH:mm:ss', title: 'Pattern' }),
    outputColName: text({ required: true, title: 'New column' }),
  },
  examples: [
    {
      name: 'computes seconds since 1970, negative before; a string that does not match gives null',
      fields: { inputColName: 's', inputColFormat: 'yyyy-MM-dd HH:mm:ss', outputColName: 'u' },
      input: table('s string', [
        ['1970-01-01 00:00:01'],
        ['1969-12-31 23:59:59'],
        ['2024-2-29 1:2:3'],
        ['2024-02-30 00:00:00'],
        ['x'],
        [null],
      ]),
      output: table('s string, u bigint', [
        ['1970-01-01 00:00:01', 1n],
        ['1969-12-31 23:59:59', -1n],
        ['2024-2-29 1:2:3', 1709168523n],
        ['2024-02-30 00:00:00', null],
        ['x', null],
        [null, null],
      ]),
    },
    {
      name: 'computes times far beyond 2038, in place',
      fields: { inputColName: 'a.b', inputColFormat: 'd.M.yyyy', outputColName: 'a.b' },
      input: table('`a.b` string', [['01.01.2100']]),
      output: table('`a.b` bigint', [[4102444800n]]),
    },
    {
      name: 'uses timestamps unchanged',
      fields: { inputColName: 't', outputColName: 'ü' },
      input: table('t timestamp', [['2024-01-01T00:00:00.900Z']]),
      output: table('t timestamp, `ü` bigint', [['2024-01-01T00:00:00.900000Z', 1704067200n]]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputColName: 's', outputColName: 'u' },
      input: table('s string', []),
      output: table('s string, u bigint', []),
    },
  ],
  run({ input, schema, engine, now, compatibility, fields }) {
    const from = requireColumn(schema, fields.inputColName, 'inputColName');
    const moment = momentByPattern(from, types.timestamp, fields.inputColFormat, {
      engine,
      now,
      compatibility,
      field: 'inputColFormat',
    });
    return input.withColumn(fields.outputColName.trim(), F.call('unix_timestamp', moment));
  },
});
