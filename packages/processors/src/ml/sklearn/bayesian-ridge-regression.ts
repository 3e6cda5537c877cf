import { flag } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { refuseNormalize } from './_sklearn-fields.ts';
import { passesOnModel } from '../kit/descriptions.ts';

const shape = (title: string) => number({ default: 1e-6, min: 0, title });

export const sklearnBayesianRidgeRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnBayesianRidgeRegression',
  name: 'Sklearn Bayesian Ridge Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description: `Trains a regression model with scikit-learn that predicts a number as a weighted sum of columns and also estimates the strength of the regularization from the rows (Bayesian ridge). ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    niter: integer({ default: 300, min: 1, title: 'Maximum iterations' }),
    alpha1: shape('Shape of the noise prior'),
    alpha2: shape('Rate of the noise prior'),
    lambda1: shape('Shape of the weight prior'),
    lambda2: shape('Rate of the weight prior'),
    tol: number({ default: 1e-3, title: 'Tolerance' }),
    fitintercept: flag({ default: true, title: 'Fit an intercept' }),
    normalize: flag({ default: false, title: 'Normalize features' }),
    compute_score: flag({ default: true, title: 'Compute the score of each iteration' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'fits a straight line',
      fields: { targetCol: 'y', featureCols: ['x'] },
      input: line,
      output: line,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Coefficients' },
      ],
    },
    {
      name: 'names the field of a parameter with another name in scikit-learn',
      fields: { targetCol: 'y', featureCols: ['x'], tol: '-1' },
      input: line,
      error: 'invalid value -1 for field "tol"',
    },
    {
      name: 'rejects a text target',
      fields: { targetCol: 'y', featureCols: ['x'] },
      input: table('x double, y string', [[1, 'a']]),
      error: 'column "y" in field "targetCol" has type STRING: must be numeric',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    refuseNormalize(fields.normalize);
    return trainSupervised(context, {
      title: 'Bayesian ridge regression',
      kind: 'regressor',
      estimator: 'BayesianRidge',
      parameters: {
        max_iter: fields.niter,
        alpha_1: fields.alpha1,
        alpha_2: fields.alpha2,
        lambda_1: fields.lambda1,
        lambda_2: fields.lambda2,
        tol: fields.tol,
        fit_intercept: fields.fitintercept,
        compute_score: fields.compute_score,
      },
      fields: {
        max_iter: 'niter',
        alpha_1: 'alpha1',
        alpha_2: 'alpha2',
        lambda_1: 'lambda1',
        lambda_2: 'lambda2',
        fit_intercept: 'fitintercept',
      },
      seed: 0,
    });
  },
});
