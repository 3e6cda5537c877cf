import { choice, flag, formerField } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { randomState, trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { refuseNormalize } from './_sklearn-fields.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnRidgeRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRidgeRegression',
  name: 'Sklearn Ridge Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description: `Trains a regression model with scikit-learn that predicts a number as a weighted sum of columns with L2 regularization. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    alpha: number({ default: 1, min: 0, title: 'Regularization strength' }),
    fitintercept: flag({ default: true, title: 'Fit an intercept' }),
    normalize: flag({ default: false, title: 'Normalize features' }),
    maxiter: integer({ min: 1, title: 'Maximum iterations' }),
    tol: number({ default: 0.001, min: 0, title: 'Tolerance' }),
    solver: choice(['auto', 'svd', 'cholesky', 'lsqr', 'sparse_cg', 'sag', 'saga'], {
      default: 'auto',
      title: 'Solver',
    }),
    randomstate: randomState,
    random_state: formerField(randomState),
  },
  needs: ['python'],
  examples: [
    {
      name: 'fits a straight line and shows its coefficient',
      fields: { targetCol: 'y', featureCols: ['x'], alpha: '0' },
      input: line,
      output: line,
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 1],
            ['intercept', 1],
          ]),
        },
        { type: 'table', title: 'Coefficients', data: table('feature string, coefficient double', [['x', 2]]) },
      ],
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
    const seed = fields.randomstate ?? fields.random_state ?? 0;
    return trainSupervised(context, {
      title: 'ridge regression',
      kind: 'regressor',
      estimator: 'Ridge',
      parameters: {
        alpha: fields.alpha,
        fit_intercept: fields.fitintercept,
        max_iter: fields.maxiter ?? null,
        tol: fields.tol,
        solver: fields.solver,
        random_state: seed,
      },
      fields: { fit_intercept: 'fitintercept', max_iter: 'maxiter', random_state: 'randomstate' },
      seed,
    });
  },
});
