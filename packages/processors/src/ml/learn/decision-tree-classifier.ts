import { decisionTreeClassifier as makeTree } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import {
  classifierColumns,
  classImpurity,
  given,
  labelledByDefault,
  seedOf,
  treeFields,
  treeGrid,
  treeGridOf,
  treeParams,
} from '../kit/learner-fields.ts';
import { withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { supervised } from './_supervised.ts';
import { lookAtTree } from './_tree-results.ts';
import { lessonAsks } from './_training-facts.ts';
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
  asks: lessonAsks,
  examples: [
    {
      name: 'the rules are shown with the names of the features',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 0],
        [3, 7, 1],
        [4, 7, 1],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 2],
            ['depth', 1],
            ['nodes', 3],
          ]),
        },
        {
          type: 'table',
          title: 'Feature importances',
          data: table('feature string, importance double', [
            ['a', 1],
            ['b', 0],
          ]),
        },
        { type: 'chart', kind: 'bar' },
        { type: 'text', title: 'Rules', text: 'If (a <= 2.5)' },
      ],
    },
    {
      name: 'a ROC curve where it is asked for',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', output_roc_curve: 'true' },
      input: table('a int, b int, y int', [
        [1, 7, 0],
        [2, 7, 0],
        [3, 7, 1],
        [4, 7, 1],
      ]),
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
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
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
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
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
  run(context) {
    const { fields, session } = context;
    return supervised(context, {
      title: 'decision tree classifier',
      labels: 'classes',
      maxBins: fields.maxBins,
      estimator: (columns) =>
        makeTree({
          ...columns,
          ...treeParams(fields),
          impurity: fields.impurity,

          ...given({
            seed: seedOf(fields),
            probabilityCol: fields.probabilityCol,
            rawPredictionCol: fields.rawPredictionCol,
          }),
        }),
      grid: treeGridOf(fields),
      look: (model, names) => lookAtTree(session, model, names),
      shows: fields,
    });
  },
});
