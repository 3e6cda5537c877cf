import { choice } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { supervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, line } from './_sklearn-examples.ts';
import { forestFields, forestParams } from './_sklearn-trees.ts';

export const sklearnRandomForestRegression = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRandomForestRegression',
  name: 'Sklearn Random Forest Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Regression',
  description:
    'Foretells a number as the mean of what many trees say, each grown on rows and features drawn at random, by scikit-learn. Shows how much each feature says. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...supervisedFields,
    n_estimators: integer({ default: 10, min: 1, title: 'Trees' }),
    criterion: choice(['friedman_mse', 'squared_error', 'poisson', 'absolute_error'], {
      default: 'friedman_mse',
      title: 'What a split makes smaller',
    }),
    ...forestFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'what each feature says, and how far it is off for rows that it has not seen',
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
      name: 'a share of rows that is none',
      fields: { targetCol: 'y', featureCols: ['x'], min_samples_split: '1' },
      input: line,
      error: '"min_samples_split" is 1, which is no number of rows and no share of them',
    },
    ...badRows,
  ],
  run(context) {
    const { fields } = context;
    const { n_estimators, criterion } = fields;
    return supervised(context, {
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
