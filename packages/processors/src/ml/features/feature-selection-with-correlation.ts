import { functions as F } from '@millrace/spark-connect';
import { column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { ofSquares } from '../../kit/squares.ts';
import { stack } from '../../kit/stack.ts';

export const featureSelectionWithCorrelation = processor({
  nodeClass: 'fire.nodes.featureselection.FeatureSelectionWithCorrelation',
  name: 'Feature Selection With Correlation',
  type: 'transform',
  category: 'Machine-Learning/ML-Feature-Selection',
  description:
    'Shows how each of the chosen columns correlates with a target (Pearson), the closest first, rising or falling. Null where a column does not vary; rows with null in a column do not count for it. The rows go on as they are.',
  fields: {
    targetCol: column({ required: true, title: 'Target' }),
    featureCols: columns({ required: true, title: 'Features' }),
  },
  examples: [
    {
      name: 'the closest first, with its sign; the input goes on',
      fields: { targetCol: 'y', featureCols: ['k', 'b', 'a'] },
      input: table('y int, a double, b int, k int', [
        [1, 1, -1, 7],
        [2, 2, -2, 7],
        [3, 1, -3, 7],
      ]),
      output: table('y int, a double, b int, k int', [
        [1, 1, -1, 7],
        [2, 2, -2, 7],
        [3, 1, -3, 7],
      ]),
      results: [
        {
          type: 'table',
          title: 'Correlation with y',
          data: table('feature string, correlation double', [
            ['b', -1],
            ['a', 0],
            ['k', null],
          ]),
        },
      ],
    },
    {
      name: 'rows with null do not count',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y int, a int', [
        [1, 1],
        [2, 2],
        [50, null],
      ]),
      results: [{ type: 'table', data: table('feature string, correlation double', [['a', 1]]) }],
    },
    {
      name: 'an empty input',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y int, a int', []),
      results: [{ type: 'table', data: table('feature string, correlation double', [['a', null]]) }],
    },
    {
      name: 'text does not correlate',
      fields: { targetCol: 'y', featureCols: ['t'] },
      input: table('y int, t string', [[1, 'a']]),
      error: 'holds no numbers',
    },
  ],
  run({ input, schema, fields }) {
    const [target] = requireNumbers(schema, [fields.targetCol], 'targetCol');
    const names = requireNumbers(schema, fields.featureCols, 'featureCols').map(({ name }) => name);
    const values = names.map((name) => ofSquares('corr', name, target?.name ?? fields.targetCol));
    const one = input.agg(...values.map((value, i) => value.alias(`r${i}`)));
    const all = stack(one, 'feature', names, [{ name: 'correlation', values: names.map((_, i) => F.col(`r${i}`)) }]);
    const data = all.orderBy(F.call('abs', F.col('correlation')).desc(), F.col('feature').asc());
    return {
      outputs: [input],
      results: [{ type: 'table', title: `Correlation with ${fields.targetCol}`, data, limit: names.length }],
    };
  },
});
