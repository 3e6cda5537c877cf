import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { supervised, supervisedFields } from '../kit/sklearn.ts';
import { badRows, oneClass, twoClasses } from './_sklearn-examples.ts';
import { forestFields, forestParams } from './_sklearn-trees.ts';
import { integer } from '../../kit/number-fields.ts';

export const sklearnRandomForestClassifier = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRandomForestClassifier',
  name: 'Sklearn Random Forest Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Sklearn/Classification',
  description:
    'Learns to tell classes apart by the vote of many trees, each grown on rows and features drawn at random, by scikit-learn. Shows how much each feature says. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...supervisedFields,
    n_estimators: integer({ default: 100, min: 1, title: 'Trees' }),
    criterion: choice(['gini', 'entropy'], { default: 'gini', title: 'Impurity' }),
    ...forestFields,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['python'],
  examples: [
    {
      name: 'what each feature says, and how good the trees are for rows that they have not seen',
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
      name: 'rows that no tree has drawn tell how good it is only where rows are drawn',
      fields: { targetCol: 'y', featureCols: ['x'], bootstrap: 'false', oob_score: 'true' },
      input: twoClasses,
      error: '"oob_score" is true, but "bootstrap" is false',
    },
    ...badRows,
    oneClass,
  ],
  run(context) {
    const { fields } = context;
    const seed = fields.random_state ?? 0;
    return supervised(context, {
      title: 'random forest classifier',
      kind: 'classifier',
      estimator: 'RandomForestClassifier',
      parameters: { n_estimators: fields.n_estimators, criterion: fields.criterion, ...forestParams(fields) },
      seed,
      shows: fields,
    });
  },
});
