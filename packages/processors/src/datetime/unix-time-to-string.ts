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
    'Writes seconds since 1970 as text in UTC by a pattern, in a new column. Patterns are those of Spark SQL; the letter u, the day number of the week with Monday 1, works too. Text is read as a number; null, and text that is none, gives null.',
  fields: {
    inputColName: column({ required: true, title: 'Column' }),
    outputColName: text({ required: true, title: 'New column' }),
    outputColFormat: format({ default: 'yyyy-MM-dd HH:mm:ss', title: 'Pattern' }),
  },
  examples: [
    {
      name: 'before and after 1970; null stays null',
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
      name: 'the day number of the week, from text too',
      fields: { inputColName: 'a.b', outputColName: 'ü', outputColFormat: 'u' },
      input: table('`a.b` string', [['0'], ['259200'], ['x']]),
      output: table('`a.b` string, `ü` string', [
        ['0', '4'],
        ['259200', '7'],
        ['x', null],
      ]),
    },
    {
      name: 'an empty input keeps the new column',
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
