import { decisionTreeRegressor as makeTree } from '@millrace/spark-connect/ml';
import { labelledByDefault, numberImpurity, treeFields, treeGrid } from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeRegressor } from './_tree-learner.ts';
import { inspectTree } from './_tree-results.ts';
import { denseVector } from '../kit/vectors.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const decisionTreeRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeDecisionTreeRegression',
  name: 'Decision Tree Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description: `Trains a regression model that is a single decision tree with readable rules. ${passesOnModel}`,
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
      name: 'shows the rules with feature names',
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
      name: 'uses the column names of Spark by default',
      fields: {},
      input: table('features vector, label double', [
        [denseVector(1), 10],
        [denseVector(2), 30],
      ]),
      results: [{ type: 'table', title: 'Model' }, { type: 'table' }, { type: 'text', title: 'Rules' }],
    },
    {
      name: 'rejects a row without a label',
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
      inspect: inspectTree,
    }),
});
