import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { frequentValues } from '../kit/counts.ts';
import { columns } from '../kit/list-fields.ts';
import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { stack } from '../kit/stack.ts';

export const columnsCardinality = processor({
  nodeClass: 'fire.nodes.ml.NodeColumnsCardinality',
  name: 'Columns Cardinality',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Shows the number of distinct values of each chosen column, without null, and then its most frequent values with their counts, including null. Equally frequent values are sorted by value. The input is passed on unchanged.',
  fields: {
    maxValuesToDisplay: integer({ default: 20, min: 1, title: 'Maximum number of values' }),
    inputCols: columns({ required: true, title: 'Columns' }),
  },
  examples: [
    {
      name: 'shows distinct counts, then the most frequent values of each column',
      fields: { inputCols: ['c', 'n'], maxValuesToDisplay: '2' },
      input: table('c string, n int', [
        ['b', 1],
        ['a', 1],
        ['b', null],
        ['a', null],
        ['z', null],
      ]),
      output: table('c string, n int', [
        ['b', 1],
        ['a', 1],
        ['b', null],
        ['a', null],
        ['z', null],
      ]),
      results: [
        {
          type: 'table',
          title: 'Columns Cardinality',
          data: table('column string, distinct_count bigint', [
            ['c', 3n],
            ['n', 1n],
          ]),
        },
        {
          type: 'table',
          title: 'Values of c',
          data: table('c string, count bigint', [
            ['a', 2n],
            ['b', 2n],
          ]),
        },
        {
          type: 'table',
          title: 'Values of n',
          data: table('n int, count bigint', [
            [null, 3n],
            [1, 2n],
          ]),
        },
      ],
    },
    {
      name: 'an empty input has no values',
      fields: { inputCols: ['a.b'] },
      input: table('`a.b` double', []),
      output: table('`a.b` double', []),
      results: [
        { type: 'table', data: table('column string, distinct_count bigint', [['a.b', 0n]]) },
        { type: 'table', title: 'Values of a.b', data: table('`a.b` double, count bigint', []) },
      ],
    },
    {
      name: 'a column called count keeps its name',
      fields: { inputCols: ['count'] },
      input: table('count int', [[4], [4]]),
      results: [
        { type: 'table', data: table('column string, distinct_count bigint', [['count', 1n]]) },
        { type: 'table', data: table('count int, count_ bigint', [[4, 2n]]) },
      ],
    },
  ],
  run({ input, schema, fields }) {
    const names = requireColumns(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    const counts = input.agg(...names.map((name, i) => F.countDistinct(F.columnNamed(name)).alias(`n${i}`)));
    const cardinality = stack(counts, 'column', names, [
      { name: 'distinct_count', values: names.map((_, i) => F.col(`n${i}`)) },
    ]);
    return {
      outputs: [input],
      results: [
        { type: 'table', title: 'Columns Cardinality', data: cardinality, limit: names.length },
        ...names.map((name) => frequentValues(input, name, fields.maxValuesToDisplay)),
      ],
    };
  },
});
