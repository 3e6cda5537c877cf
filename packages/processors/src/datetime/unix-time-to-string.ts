import { functions as F, types } from '@millrace/spark-connect';
import { momentOfSeconds } from '../kit/moment.ts';
import { castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { formatMoment } from '../kit/date-format.ts';
import { column, format, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const unixTimeToString = processor({
  nodeClass: 'fire.nodes.etl.NodeUnixTimeToString',
  name: 'Unix Time To String',
  type: 'transform',
  category: 'Data-Preparation/DateTime',
  description:
    'Formats seconds since 1970 as strings in UTC by a pattern, in a new column. Patterns are the datetime patterns of Spark SQL and also accept the letter u for the number of the weekday (Monday is 1). A string is parsed as a number. Nulls, and strings that are not numbers, give null.',
  fields: {
    inputColName: column({ required: true, title: 'Column' }),
    outputColName: text({ required: true, title: 'New column' }),
    outputColFormat: format({ default: 'yyyy-MM-dd HH:mm:ss', title: 'Pattern' }),
  },
  examples: [
    {
      name: 'formats times before and after 1970; nulls remain null',
      fields: { inputColName: 'n', outputColName: 't', outputColFormat: 'yyyy-MM-dd HH:mm:ss' },
      input: table('n bigint', [[0n], [-1n], [4102444800n], [null]]),
      output: table('n bigint, t string', [
        [0n, '1970-01-01 00:00:00'],
        [-1n, '1969-12-31 23:59:59'],
        [4102444800n, '2100-01-01 00:00:00'],
        [null, null],
      ]),
    },
    {
      name: 'formats the number of the weekday, also from strings',
      fields: { inputColName: 'a.b', outputColName: 'ü', outputColFormat: 'u' },
      input: table('`a.b` string', [['0'], ['259200'], ['x']]),
      output: table('`a.b` string, `ü` string', [
        ['0', '4'],
        ['259200', '7'],
        ['x', null],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputColName: 'n', outputColName: 't', outputColFormat: 'HH' },
      input: table('n int', []),
      output: table('n int, t string', []),
    },
  ],
  run({ input, schema, engine, compatibility, fields }) {
    const { name, type } = requireColumn(schema, fields.inputColName, 'inputColName');
    const seconds = castOrNull(F.columnNamed(name), {
      from: type,
      to: types.long,
      name,
      field: 'inputColName',
      engine,
    });
    const moment = momentOfSeconds(seconds, engine);
    return input.withColumn(
      fields.outputColName.trim(),
      formatMoment(moment, fields.outputColFormat, { engine, compatibility, field: 'outputColFormat' }),
    );
  },
});
