import { choice, flag, formerField } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { allNumbers, fittingInPython } from '../kit/sklearn-transforming.ts';

export const sklearnQuantileTransformer = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeQuantileTransformerFitTransform',
  name: 'Sklearn Quantile Fit Transform',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description:
    'Gives all columns of numbers an even or a normal distribution by their quantiles, by scikit-learn: outliers lose their weight. They become doubles in their places. What was learned goes on beside the rows.',
  fields: {
    n_estimators: integer({ default: 1000, min: 1, title: 'Quantiles', description: 'No more than rows' }),
    output_distribution: choice(['uniform', 'normal'], { default: 'uniform', title: 'Distribution' }),
    ignore_implicit_zeros: formerField(flag({ default: false })),
    subsample: integer({ default: 100_000, min: 1, title: 'Rows to learn from at most' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'an even distribution',
      input: table('x int, note string', [
        [1, 'a'],
        [1000, null],
        [2, 'b'],
      ]),
      output: table('x double, note string', [
        [0, 'a'],
        [1, null],
        [0.5, 'b'],
      ]),
    },
    {
      name: 'no rows to learn from',
      input: table('x double', []),
      error: 'its input has no rows',
    },
    {
      name: 'a null ends the run',
      input: table('x double', [[1], [null]]),
      error: 'the column "x" is null in 1 of 2 rows',
    },
    {
      name: 'no numbers',
      input: table('note string', [['a']]),
      error: 'its input has no column of numbers',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    return fittingInPython(context, {
      title: 'scikit-learn quantile transformer',
      estimator: 'QuantileTransformer',
      parameters: {
        n_quantiles: fields.n_estimators,
        output_distribution: fields.output_distribution,
        // no more of them than rows to learn them from
        subsample: Math.max(fields.subsample, fields.n_estimators),
        random_state: 0,
      },
      features: allNumbers(schema),
      fields: { n_quantiles: 'n_estimators' },
    });
  },
});
