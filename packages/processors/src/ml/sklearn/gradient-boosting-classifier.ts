import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { supervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';
import { boostedFields, boostedParams } from './_sklearn-trees.ts';

export const sklearnGradientBoostingClassifier = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnGradientBoostingClassifier',
  name: 'Sklearn Gradient Boosting Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description:
    'Learns to tell classes apart by small trees, each of which mends what those before it got wrong, by scikit-learn. Shows how much each feature says and how the loss fell. The model goes on to later nodes, and the rows beside it.',
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
      name: 'two trees, and how the loss fell',
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
      name: 'a criterion that scikit-learn no longer has',
      fields: { targetCol: 'y', featureCols: ['x'], criterion: 'mae' },
      input: twoClasses,
      error: '"criterion" is mae, which scikit-learn no longer has',
    },
    {
      name: 'a loss that is for two classes alone',
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
    return supervised(context, {
      title: 'gradient boosting classifier',
      kind: 'classifier',
      estimator: 'GradientBoostingClassifier',
      parameters: { loss: fields.loss, ...boostedParams(fields) },
      seed: fields.random_state ?? 0,
      shows: fields,
    });
  },
});
