import { decisionTreeClassifier as makeTree } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { classifierColumns, classImpurity, labelledByDefault, treeFields, treeGrid } from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeClassifier } from './_tree-learner.ts';
import { lookAtTree } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';

export const decisionTreeClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeDecisionTreeClassifier',
  name: 'Decision Tree Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description:
    'Learns to tell classes apart by one tree of questions about the features, whose rules can be read. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelledByDefault,
    ...treeFields,
    impurity: classImpurity,
    ...classifierColumns,
    ...treeGrid,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'the rules are shown with the names of the features',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: twoGroups('int', 0, 1),
      results: [
        modelTable({ rows: 4, features: 2, depth: 1, nodes: 3 }),
        importanceOfA,
        { type: 'chart', kind: 'bar' },
        { type: 'text', title: 'Rules', text: 'If (a <= 2.5)' },
      ],
    },
    {
      name: 'a ROC curve where it is asked for',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y', output_roc_curve: 'true' },
      input: twoGroups('int', 0, 1),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', title: 'Feature importances' },
        { type: 'text', title: 'Rules' },
        {
          type: 'chart',
          title: 'ROC Curve',
          kind: 'line',
          data: table('false_positive_rate double, true_positive_rate double, threshold double', [
            [0, 0, null],
            [0, 1, 1],
            [1, 1, 0],
          ]),
        },
        { type: 'chart', title: 'Precision-Recall Curve', kind: 'line' },
      ],
    },
    {
      name: 'no ROC curve of three classes',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y', output_roc_curve: 'true' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 1],
        [3, 7, 2],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Feature importances' },
        { type: 'chart', title: 'Feature importances' },
        { type: 'text', title: 'Rules' },
      ],
      warnings: ['the ROC curve is left out'],
    },
    {
      name: 'labels are whole numbers',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y double', [
        [1, 7, 0.5],
        [2, 7, 1],
      ]),
      error: 'holds 0.5, but labels are whole numbers from 0 to 99',
    },
    withoutLabel,
    withoutRows,
  ],
  run: (context) =>
    treeClassifier(context, {
      title: 'decision tree classifier',
      labels: 'classes',
      make: makeTree,
      parameters: { impurity: context.fields.impurity },
      look: lookAtTree,
    }),
});
