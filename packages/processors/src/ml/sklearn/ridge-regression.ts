import { choice, flag, formerField } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { randomState, supervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { refuseNormalize } from './_sklearn-fields.ts';

export const sklearnRidgeRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRidgeRegression',
  name: 'Sklearn Ridge Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description:
    'Foretells a number as a weighted sum of columns whose weights are held small by their squares (L2), by scikit-learn. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...supervisedFields,
    alpha: number({ default: 1, min: 0, title: 'Strength of regularisation' }),
    fitintercept: flag({ default: true, title: 'Learn an intercept' }),
    normalize: flag({ default: false, title: 'Normalise features' }),
    maxiter: integer({ min: 1, title: 'Steps at most' }),
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
      name: 'a straight line, and its coefficient',
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
    const seed = fields.randomstate ?? fields.random_state ?? 0;
    return supervised(context, {
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
