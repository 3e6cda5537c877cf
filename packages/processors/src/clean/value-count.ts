import { functions as F } from '@millrace/spark-connect';
import { uniqueNames } from '../kit/columns.ts';
import { list } from '../kit/list-fields.ts';
import { requireColumnList } from './_names.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const valueCount = processor({
  nodeClass: 'fire.nodes.etl.NodeValueCount',
  name: 'Value count',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Shows a table for each selected column, or for each column if none is selected: its values and their row counts, the most frequent first, then in order of the value. Null counts as a value. The input is passed on unchanged.',
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
      name: 'sorts by frequency, then by value with null first',
      fields: { inputCols: 'k' },
      input: table('k string, n int', [
        ['b', 1],
        ['a', 2],
        ['b', 3],
        [null, 4],
        ['ä', 5],
      ]),
      output: table('k string, n int', [
        ['b', 1],
        ['a', 2],
        ['b', 3],
        [null, 4],
        ['ä', 5],
      ]),
      results: [
        {
          type: 'table',
          title: 'Values of k',
          data: table('k string, count bigint', [
            ['b', 2n],
            [null, 1n],
            ['a', 1n],
            ['ä', 1n],
          ]),
        },
      ],
    },
    {
      name: 'shows a table for each column, also of a column named count',
      fields: { inputCols: ['count', 'a.b'] },
      input: table('count int, `a.b` boolean', [
        [2, true],
        [1, true],
        [2, false],
      ]),
      output: table('count int, `a.b` boolean', [
        [2, true],
        [1, true],
        [2, false],
      ]),
      results: [
        {
          type: 'table',
          title: 'Values of count',
          data: table('count int, count_ bigint', [
            [2, 2n],
            [1, 1n],
          ]),
        },
        {
          type: 'table',
          title: 'Values of a.b',
          data: table('`a.b` boolean, count bigint', [
            [true, 2n],
            [false, 1n],
          ]),
        },
      ],
    },
    {
      name: 'shows no values of an empty input',
      input: table('a int', []),
      output: table('a int', []),
      results: [{ type: 'table', title: 'Values of a', data: table('a int, count bigint', []) }],
    },
  ],
  run: ({ input, schema, fields }) => ({
    outputs: [input],
    results: requireColumnList(schema, fields.inputCols, 'inputCols').map(({ name }) => {
      const [, count = 'count'] = uniqueNames([name, 'count'], '_');
      const value = F.columnNamed(name);
      const data = input.groupBy(value).agg(F.count().alias(count)).orderBy(F.columnNamed(count).desc(), value);
      return { type: 'table' as const, title: `Values of ${name}`, data };
    }),
  }),
});
