import { decisionTreeRegressor as makeTree } from '@millrace/spark-connect/ml';
import { labelledByDefault, numberImpurity, treeFields, treeGrid } from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeRegressor } from './_tree-learner.ts';
import { lookAtTree } from './_tree-results.ts';
import { denseVector } from '../kit/vectors.ts';
import { trainingAggregates } from './_training-facts.ts';

export const decisionTreeRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeDecisionTreeRegression',
  name: 'Decision Tree Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description:
    'Learns to foretell a number by one tree of questions about the features, whose rules can be read. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelledByDefault,
    ...treeFields,
    impurity: numberImpurity,
    ...treeGrid,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'the rules are shown with the names of the features',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: twoGroups('double', 10, 30),
      results: [
        modelTable({ rows: 4, features: 2, depth: 1, nodes: 3 }),
        importanceOfA,
        { type: 'chart', kind: 'bar' },
        { type: 'text', title: 'Rules', text: 'Predict: 10.0' },
      ],
    },
    {
      name: 'columns are called as in Spark where nothing is said',
      fields: {},
      input: table('features vector, label double', [
        [denseVector(1), 10],
        [denseVector(2), 30],
      ]),
      results: [{ type: 'table', title: 'Model' }, { type: 'table' }, { type: 'text', title: 'Rules' }],
    },
    {
      name: 'a row without a label',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y double', [
        [1, 7, null],
        [2, 7, 1],
      ]),
      error: 'is null or NaN in 1 of 2 rows',
    },
    withoutRows,
  ],
  run: (context) =>
    treeRegressor(context, {
      title: 'decision tree regression',
      make: makeTree,
      parameters: { impurity: context.fields.impurity },
      look: lookAtTree,
    }),
});
