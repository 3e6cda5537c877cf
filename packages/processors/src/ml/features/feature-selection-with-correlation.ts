import { functions as F } from '@millrace/spark-connect';
import { column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { ofSquares } from '../../kit/squares.ts';
import { stack } from '../../kit/stack.ts';
import { passesOnInput } from '../kit/descriptions.ts';

export const featureSelectionWithCorrelation = processor({
  nodeClass: 'fire.nodes.featureselection.FeatureSelectionWithCorrelation',
  name: 'Feature Selection With Correlation',
  type: 'transform',
  category: 'Machine-Learning/ML-Feature-Selection',
  description: `Shows the Pearson correlation of each chosen column with a target, strongest first, positive or negative. The correlation is null if a column does not vary; rows with a null in a column do not count for it. ${passesOnInput}`,
  fields: {
    targetCol: column({ required: true, title: 'Target' }),
    featureCols: columns({ required: true, title: 'Features' }),
  },
  examples: [
    {
      name: 'shows signed correlations, strongest first, and passes the input on',
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
      name: 'ignores rows with a null',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y int, a int', [
        [1, 1],
        [2, 2],
        [50, null],
      ]),
      results: [{ type: 'table', data: table('feature string, correlation double', [['a', 1]]) }],
    },
    {
      name: 'handles an empty input',
      fields: { targetCol: 'y', featureCols: ['a'] },
      input: table('y int, a int', []),
      results: [{ type: 'table', data: table('feature string, correlation double', [['a', null]]) }],
    },
    {
      name: 'rejects text',
      fields: { targetCol: 'y', featureCols: ['t'] },
      input: table('y int, t string', [[1, 'a']]),
      error: 'column "t" in field "featureCols" has type STRING: must be numeric',
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
