import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';
import { boostedFields, boostingParams } from './_sklearn-trees.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnGradientBoostingClassifier = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnGradientBoostingClassifier',
  name: 'Sklearn Gradient Boosting Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description: `Trains a gradient boosting classifier with scikit-learn: small trees, each of which corrects the errors of those before it. Shows feature importances and the training loss. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    loss: choice(['log_loss', 'exponential'], { default: 'log_loss', title: 'Loss' }),
    ...boostedFields,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'trains two trees and shows the loss',
      fields: { targetCol: 'y', featureCols: ['x'], n_estimators: '2', output_confusion_matrix_chart: 'true' },
      input: twoClasses,
      output: twoClasses,
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances', data: table('feature string, importance double', [['x', 1]]) },
        { type: 'chart', title: 'Training history', kind: 'line' },
        { type: 'table', title: 'Confusion matrix' },
        { type: 'chart', title: 'Confusion Matrix Chart' },
      ],
    },
    {
      name: 'rejects a criterion that scikit-learn no longer supports',
      fields: { targetCol: 'y', featureCols: ['x'], criterion: 'mae' },
      input: twoClasses,
      error: 'invalid value "mae" for field "criterion": scikit-learn no longer supports it',
    },
    {
      name: 'rejects a loss that is only for two classes',
      fields: { targetCol: 'y', featureCols: ['x'], loss: 'exponential' },
      input: table('x double, y int', [
        [1, 0],
        [2, 1],
        [3, 2],
      ]),
      error: 'is only suitable for a binary classification problem',
    },
    ...badRows,
    oneClass,
  ],
  run(context) {
    const { fields } = context;
    return trainSupervised(context, {
      title: 'gradient boosting classifier',
      kind: 'classifier',
      estimator: 'GradientBoostingClassifier',
      parameters: { loss: fields.loss, ...boostingParams(fields) },
      seed: fields.random_state ?? 0,
      shows: fields,
    });
  },
});
