import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { supervised, supervisedFields } from '../kit/sklearn.ts';
import { grownFields, grownParams } from './_sklearn-boosted.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';

export const sklearnXGBoostClassifier = processor({
  nodeClass: 'fire.nodes.sklearn.NodeXGBoostClassifier',
  name: 'Sklearn XGBoost Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description:
    'Learns to tell classes apart by trees of XGBoost, each grown for what those before it got wrong, from columns of numbers. Classes may be numbers or text. The objective follows how many there are: two are told apart by binary:logistic, more by multi:softprob, and metrics of two become those of many. Shows how much each feature says and how the metric fell. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...supervisedFields,
    ...grownFields,
    learning_rate: number({ default: 0.1, min: 0, title: 'Step' }),
    objective: choice(['binary:logistic', 'multi:softmax', 'multi:softprob'], {
      default: 'binary:logistic',
      title: 'Objective',
      description: 'How many classes there are says more: see above',
    }),
    eval_metric: choice(['error', 'logloss', 'auc', 'aucpr'], { default: 'error', title: 'Metric of each round' }),
    ...confusionFields,
    ...rocFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'two classes, and how often each tree was wrong',
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
      name: 'three classes that are called by words',
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
    return supervised(context, {
      title: 'XGBoost classifier',
      kind: 'classifier',
      estimator: 'XGBClassifier',
      parameters: { ...grownParams(fields), learning_rate, objective, eval_metric },
      seed: fields.random_state,
      shows: fields,
    });
  },
});
