import { choice } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { boostedFields, boostingParams } from './_sklearn-trees.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnGradientBoostingRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnGradientBoostingRegressor',
  name: 'Sklearn Gradient Boosting Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description: `Trains a gradient boosting regression model with scikit-learn: small trees, each of which corrects the errors of those before it. Shows feature importances and the training loss. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    loss: choice(['absolute_error', 'squared_error', 'huber', 'quantile'], {
      default: 'absolute_error',
      title: 'Loss',
    }),
    ...boostedFields,
    alpha: number({ default: 0.9, min: 0, max: 1, title: 'Quantile (huber and quantile)' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'trains one tree on all rows',
      fields: { targetCol: 'y', featureCols: ['x'], n_estimators: '2', loss: 'squared_error' },
      input: line,
      output: line,
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 1],
          ]),
        },
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', title: 'Training history' },
      ],
    },
    {
      name: 'names the field of a parameter that scikit-learn rejects',
      fields: { targetCol: 'y', featureCols: ['x'], subsample: '0' },
      input: line,
      error: 'invalid value 0 for field "subsample"',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    return trainSupervised(context, {
      title: 'gradient boosting regression',
      kind: 'regressor',
      estimator: 'GradientBoostingRegressor',
      parameters: { loss: fields.loss, alpha: fields.alpha, ...boostingParams(fields) },
      seed: fields.random_state ?? 0,
    });
  },
});
