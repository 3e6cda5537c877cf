import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { randomState, supervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { refuseNormalize } from './_sklearn-fields.ts';

export const sklearnLassoRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnLassoRegression',
  name: 'SkLearn Lasso Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description:
    'Foretells a number as a weighted sum of columns whose weights are held small by their size (L1), by scikit-learn: columns that say little get no weight at all. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...supervisedFields,
    alpha: number({ default: 1, min: 0, title: 'Strength of regularisation' }),
    fit_intercept: flag({ default: true, title: 'Learn an intercept' }),
    normalize: flag({ default: false, title: 'Normalise features' }),
    precompute: flag({ default: false, title: 'Work with the Gram matrix' }),
    max_iter: integer({ default: 2, min: 1, title: 'Steps at most' }),
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    warm_start: formerField(text()),
    positive: choice(['True', 'False'], { default: 'False', aliases: { false: 'False' }, title: 'No weight below 0' }),
    random_state: randomState,
    selection: text({ default: 'cyclic', title: 'Order of the columns', description: 'cyclic or random' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'a weight that is held small',
      fields: { targetCol: 'y', featureCols: ['x'], alpha: '1.25', max_iter: '100' },
      input: line,
      output: line,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients', data: table('feature string, coefficient double', [['x', 1]]) },
      ],
    },
    {
      name: 'too few steps',
      fields: { targetCol: 'y', featureCols: ['a', 'b'], alpha: '0.001', max_iter: '1' },
      input: table('a double, b double, y double', [
        [1, 2, 3],
        [2, 3, 9],
        [4, 9, 2],
        [7, 1, 5],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
        { type: 'chart', title: 'Coefficients' },
      ],
      warnings: ['the parameters were still changing when the steps were used up'],
    },
    {
      name: 'what scikit-learn does not take is told by the field',
      fields: { targetCol: 'y', featureCols: ['x'], selection: 'backwards' },
      input: line,
      error: '"selection" is \'backwards\', but must be a str among',
    },
    {
      name: 'what scikit-learn no longer has',
      fields: { targetCol: 'y', featureCols: ['x'], normalize: 'true' },
      input: line,
      error: '"normalize" is true, which scikit-learn no longer has',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    refuseNormalize(fields.normalize);
    const { alpha, fit_intercept, precompute, max_iter, tol, positive, selection } = fields;
    const seed = fields.random_state ?? 0;
    return supervised(context, {
      title: 'lasso regression',
      kind: 'regressor',
      estimator: 'Lasso',
      parameters: {
        ...{ alpha, fit_intercept, precompute, max_iter, tol, selection },
        positive: positive === 'True',
        random_state: seed,
      },
      seed,
    });
  },
});
