import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';
import { forestFields, forestParams } from './_sklearn-trees.ts';
import { integer } from '../../kit/number-fields.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnRandomForestClassifier = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRandomForestClassifier',
  name: 'Sklearn Random Forest Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description: `Trains a random forest classifier with scikit-learn: many trees, each trained on random samples of rows and features, vote on the class. Shows feature importances. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    n_estimators: integer({ default: 100, min: 1, title: 'Number of trees' }),
    criterion: choice(['gini', 'entropy'], { default: 'gini', title: 'Impurity' }),
    ...forestFields,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows feature importances and metrics on held-out rows',
      fields: { targetCol: 'y', featureCols: ['x'], n_estimators: '5', splitRatio: '0.7', random_state: '1' },
      input: twoClasses,
      output: twoClasses,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'table', title: 'Test metrics' },
        { type: 'table', title: 'Confusion matrix' },
      ],
    },
    {
      name: 'rejects out-of-bag evaluation without bootstrapping',
      fields: { targetCol: 'y', featureCols: ['x'], bootstrap: 'false', oob_score: 'true' },
      input: twoClasses,
      error: 'field "oob_score": must be False',
    },
    ...badRows,
    oneClass,
  ],
  run(context) {
    const { fields } = context;
    const seed = fields.random_state ?? 0;
    return trainSupervised(context, {
      title: 'random forest classifier',
      kind: 'classifier',
      estimator: 'RandomForestClassifier',
      parameters: { n_estimators: fields.n_estimators, criterion: fields.criterion, ...forestParams(fields) },
      seed,
      shows: fields,
    });
  },
});
