import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { randomState, trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { refuseNormalize } from './_sklearn-fields.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnLassoRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnLassoRegression',
  name: 'SkLearn Lasso Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description: `Trains a regression model with scikit-learn that predicts a number as a weighted sum of columns with L1 regularization: uninformative columns get weight 0. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    alpha: number({ default: 1, min: 0, title: 'Regularization strength' }),
    fit_intercept: flag({ default: true, title: 'Fit an intercept' }),
    normalize: flag({ default: false, title: 'Normalize features' }),
    precompute: flag({ default: false, title: 'Precompute the Gram matrix' }),
    max_iter: integer({ default: 2, min: 1, title: 'Maximum iterations' }),
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    warm_start: formerField(text()),
    positive: choice(['True', 'False'], {
      default: 'False',
      aliases: { false: 'False' },
      title: 'Nonnegative weights',
    }),
    random_state: randomState,
    selection: text({ default: 'cyclic', title: 'Update order of weights', description: 'cyclic or random' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'shrinks a weight',
      fields: { targetCol: 'y', featureCols: ['x'], alpha: '1.25', max_iter: '100' },
      input: line,
      output: line,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients', data: table('feature string, coefficient double', [['x', 1]]) },
      ],
    },
    {
      name: 'warns of too few iterations',
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
      warnings: ['the model did not converge'],
    },
    {
      name: 'names the field of a parameter that scikit-learn rejects',
      fields: { targetCol: 'y', featureCols: ['x'], selection: 'backwards' },
      input: line,
      error: 'invalid value "backwards" for field "selection": must be a str among',
    },
    {
      name: 'rejects an option that scikit-learn no longer supports',
      fields: { targetCol: 'y', featureCols: ['x'], normalize: 'true' },
      input: line,
      error: 'field "normalize": scikit-learn no longer supports it',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    refuseNormalize(fields.normalize);
    const { alpha, fit_intercept, precompute, max_iter, tol, positive, selection } = fields;
    const seed = fields.random_state ?? 0;
    return trainSupervised(context, {
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
