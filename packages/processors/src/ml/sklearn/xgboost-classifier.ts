import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainSupervised, supervisedFields } from '../kit/sklearn.ts';
import { grownFields, growthParams } from './_sklearn-boosted.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const sklearnXGBoostClassifier = processor({
  nodeClass: 'fire.nodes.sklearn.NodeXGBoostClassifier',
  name: 'Sklearn XGBoost Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description: `Trains an XGBoost classifier on numeric columns: boosted trees, each of which corrects the errors of those before it. Classes may be numbers or text. The objective depends on the number of classes: two use binary:logistic, more use multi:softprob, and metrics for two classes are replaced by those for more. Shows feature importances and the training metric. ${passesOnModel}`,
  fields: {
    ...supervisedFields,
    ...grownFields,
    learning_rate: number({ default: 0.1, min: 0, title: 'Learning rate' }),
    objective: choice(['binary:logistic', 'multi:softmax', 'multi:softprob'], {
      default: 'binary:logistic',
      title: 'Objective',
      description: 'The number of classes may change it: see the description of the node',
    }),
    eval_metric: choice(['error', 'logloss', 'auc', 'aucpr'], { default: 'error', title: 'Evaluation metric' }),
    ...confusionFields,
    ...rocFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'trains two classes and shows the error after each tree',
      fields: {
        targetCol: 'y',
        featureCols: ['x'],
        n_estimators: '3',
        min_child_weight: '0',
        output_confusion_matrix_chart: 'true',
      },
      input: twoClasses,
      output: twoClasses,
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 6],
            ['features', 1],
            ['classes', 2],
            ['iterations', 3],
          ]),
        },
        { type: 'table', title: 'Feature importances', data: table('feature string, importance double', [['x', 1]]) },
        { type: 'chart', title: 'Training history', kind: 'line' },
        { type: 'table', title: 'Confusion matrix' },
        { type: 'chart', title: 'Confusion Matrix Chart' },
      ],
    },
    {
      name: 'trains three text classes',
      fields: { targetCol: 'y', featureCols: ['x'], n_estimators: '2', min_child_weight: '0' },
      input: table('x double, y string', [
        [1, 'cat'],
        [2, 'dog'],
        [3, 'elk'],
      ]),
      output: table('x double, y string', [
        [1, 'cat'],
        [2, 'dog'],
        [3, 'elk'],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', title: 'Training history' },
      ],
    },
    ...badRows,
    oneClass,
  ],
  run(context) {
    const { fields } = context;
    const { learning_rate, objective, eval_metric } = fields;
    return trainSupervised(context, {
      title: 'XGBoost classifier',
      kind: 'classifier',
      estimator: 'XGBClassifier',
      parameters: { ...growthParams(fields), learning_rate, objective, eval_metric },
      seed: fields.random_state,
      shows: fields,
    });
  },
});
