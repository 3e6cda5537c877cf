import { functions as F, types } from '@millrace/spark-connect';
import { list } from '../kit/list-fields.ts';
import { requireColumnList } from './_names.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const nullCount = processor({
  nodeClass: 'fire.nodes.etl.NodeNullCount',
  name: 'Count Null Values',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Shows a table with the number of nulls in each selected column, or in each column if none is selected. NaN and empty strings do not count as null. The input is passed on unchanged.',
  fields: {
    inputCols: list({
      kind: 'column',
      widget: 'textfield',
      title: 'Columns',
      description: 'A list, or names separated by commas',
    }),
  },
  examples: [
    {
      name: 'counts the nulls of each column in the order of selection',
      fields: { inputCols: 'b, a' },
      input: table('a int, b string, c int', [
        [1, null, null],
        [null, '', 2],
        [3, null, null],
      ]),
      output: table('a int, b string, c int', [
        [1, null, null],
        [null, '', 2],
        [3, null, null],
      ]),
      results: [
        {
          type: 'table',
          title: 'Null values',
          data: table('column string, null_count bigint', [
            ['b', 2n],
            ['a', 1n],
          ]),
        },
      ],
    },
    {
      name: 'counts in all columns if none is selected; NaN is not null; takes names with dots and commas',
      input: table('`a.b` double, `c,d` int', [
        [NaN, null],
        [null, null],
      ]),
      output: table('`a.b` double, `c,d` int', [
        [NaN, null],
        [null, null],
      ]),
      results: [
        {
          type: 'table',
          title: 'Null values',
          data: table('column string, null_count bigint', [
            ['a.b', 1n],
            ['c,d', 2n],
          ]),
        },
      ],
    },
    {
      name: 'counts no nulls in an empty input',
      fields: { inputCols: ['a'] },
      input: table('a int', []),
      output: table('a int', []),
      results: [{ type: 'table', title: 'Null values', data: table('column string, null_count bigint', [['a', 0n]]) }],
    },
  ],
  run({ input, schema, fields }) {
    const countedColumns = requireColumnList(schema, fields.inputCols, 'inputCols');
    const nulls = countedColumns.map(({ name }) =>
      F.call(
        'struct',
        F.lit(name).alias('column'),
        F.count(F.when(F.columnNamed(name).isNull(), 1)).alias('null_count'),
      ),
    );
    const entries = input
      .agg(F.call('array', ...nulls).alias('entries'))
      .select(F.explode(F.columnNamed('entries')).alias('entry'));
    const entry = F.columnNamed('entry');
    const data = entries.select(
      entry.getField('column').cast(types.string).alias('column'),
      entry.getField('null_count').alias('null_count'),
    );
    return { outputs: [input], results: [{ type: 'table', title: 'Null values', data }] };
  },
});
