import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const concatColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeConcatColumns',
  name: 'ConcatColumns',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a column that concatenates the values of the selected columns as strings, in the order of selection and with a separator between them. Nulls are skipped together with their separator.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    outputCol: text({ required: true, title: 'New column' }),
    sep: text({ default: '|', title: 'Separator' }),
  },
  examples: [
    {
      name: 'concatenates strings and numbers in the order of selection; skips nulls but not empty strings',
      fields: { inputCols: ['c3', 'c1'], outputCol: 'C', sep: '-' },
      input: table('c1 string, c2 int, c3 int', [
        ['a', 0, 1],
        ['b', 0, null],
        [null, 0, null],
        ['', 0, 4],
      ]),
      output: table('c1 string, c2 int, c3 int, C string', [
        ['a', 0, 1, '1-a'],
        ['b', 0, null, 'b'],
        [null, 0, null, ''],
        ['', 0, 4, '4-'],
      ]),
    },
    {
      name: 'writes every type as Spark does, with the default separator',
      fields: { inputCols: ['d', 'f', 'm', 'b', 't', 'n'], outputCol: 'all' },
      input: table('d double, f float, m decimal(6,2), b boolean, t timestamp, n date', [
        [1e7, 0.1, '1.50', true, '2024-01-01T00:00:00.500000Z', '2024-02-29'],
        [NaN, null, null, false, null, null],
      ]),
      output: table('d double, f float, m decimal(6,2), b boolean, t timestamp, n date, all string', [
        [
          1e7,
          0.10000000149011612,
          '1.50',
          true,
          '2024-01-01T00:00:00.500000Z',
          '2024-02-29',
          '1.0E7|0.1|1.50|true|2024-01-01 00:00:00.5|2024-02-29',
        ],
        [NaN, null, null, false, null, null, 'NaN|false'],
      ]),
    },
    {
      name: 'takes a separator of several characters, names with dots and Unicode; replaces an existing column',
      fields: { inputCols: ['a.b', 'ü'], outputCol: 'ü', sep: ' → ' },
      input: table('`a.b` string, `ü` string', [
        ['日本', 'é'],
        ['x', null],
      ]),
      output: table('`a.b` string, `ü` string', [
        ['日本', '日本 → é'],
        ['x', 'x'],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputCols: ['a'], outputCol: 'b' },
      input: table('a int', []),
      output: table('a int, b string', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const parts = requireColumns(schema, fields.inputCols, 'inputCols').map((c) =>
      asText(F.columnNamed(c.name), c.type, engine),
    );
    return input.withColumn(fields.outputCol, F.call('concat_ws', fields.sep, ...parts));
  },
});
