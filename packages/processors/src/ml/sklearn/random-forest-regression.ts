import { choice } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { forestFields, forestParams } from './_sklearn-trees.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnRandomForestRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRandomForestRegression',
  name: 'Sklearn Random Forest Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description: `Trains a random forest regression model with scikit-learn: the mean of many trees, each trained on random samples of rows and features. Shows feature importances. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    n_estimators: integer({ default: 10, min: 1, title: 'Number of trees' }),
    criterion: choice(['friedman_mse', 'squared_error', 'poisson', 'absolute_error'], {
      default: 'friedman_mse',
      title: 'Split criterion',
    }),
    ...forestFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows feature importances and metrics on held-out rows',
      fields: { targetCol: 'y', featureCols: ['x'], splitRatio: '0.5', random_state: '1' },
      input: line,
      output: line,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'table', title: 'Test metrics' },
        { type: 'chart', title: 'Residuals' },
      ],
    },
    {
      name: 'rejects an invalid share of rows',
      fields: { targetCol: 'y', featureCols: ['x'], min_samples_split: '1' },
      input: line,
      error: 'invalid value 1 for field "min_samples_split": must be a whole number of 2 or greater',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    const { n_estimators, criterion } = fields;
    return trainSupervised(context, {
      title: 'random forest regression',
      kind: 'regressor',
      estimator: 'RandomForestRegressor',
      parameters: {
        n_estimators,
        // scikit-learn has come to call it by what it makes smaller: the splits are the same
        criterion: criterion === 'friedman_mse' ? 'squared_error' : criterion,
        ...forestParams(fields),
      },
      seed: fields.random_state ?? 0,
    });
  },
});
