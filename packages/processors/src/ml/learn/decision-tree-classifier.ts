import { decisionTreeClassifier as makeTree } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { classifierColumns, classImpurity, labelledByDefault, treeFields, treeGrid } from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeClassifier } from './_tree-learner.ts';
import { inspectTree } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const decisionTreeClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeDecisionTreeClassifier',
  name: 'Decision Tree Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains a classifier that is a single decision tree with readable rules. ${passesOnModel}`,
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
      name: 'shows the rules with feature names',
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
      name: 'shows a ROC curve if chosen',
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
      name: 'leaves out the ROC curve for three classes',
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
      name: 'rejects a label that is not a whole number',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y double', [
        [1, 7, 0.5],
        [2, 7, 1],
      ]),
      error: 'contains label 0.5: must be a whole number from 0 to 99',
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
      inspect: inspectTree,
    }),
});
