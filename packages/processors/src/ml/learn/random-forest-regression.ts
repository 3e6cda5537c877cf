import { randomForestRegressor as makeForest } from '@millrace/spark-connect/ml';
import { flag } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import {
  maxInteger,
  featureSubsetStrategy,
  labelledByDefault,
  numberImpurity,
  numTreesGrid,
  subsamplingRate,
  treeFields,
  treeGrid,
  treeGridOf,
} from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeRegressor } from './_tree-learner.ts';
import { inspectForest } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const randomForestRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeRandomForestRegression',
  name: 'Random Forest Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description: `Trains a regression model that is a random forest: the mean of many decision trees, each trained on random samples of rows and features. ${passesOnModel}`,
  fields: {
    ...labelledByDefault,
    numTrees: integer({ default: 20, min: 1, max: maxInteger, title: 'Number of trees' }),
    featureSubsetStrategy,
    subsamplingRate,
    bootstrap: flag({ default: true, title: 'Sample rows with replacement' }),
    numTreesGrid,
    ...treeFields,
    minWeightFractionPerNode: number({
      default: 1,
      min: 0,
      max: 1,
      title: 'Minimum weight fraction per node',
      description: 'Below 0.5; greater values disable it',
    }),
    impurity: numberImpurity,
    ...treeGrid,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'trains one tree on all rows',
      after: [assembler('a', 'b')],
      fields: {
        featuresCol: 'v',
        labelCol: 'y',
        numTrees: '1',
        bootstrap: 'false',
        minWeightFractionPerNode: '1.0',
      },
      input: twoGroups('double', 10, 30),
      results: [
        modelTable({ rows: 4, features: 2, trees: 1, nodes: 3 }),
        importanceOfA,
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'rejects a text label',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y string', [[1, 7, '10']]),
      error: 'has type STRING: must be numeric',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields } = context;
    const { numTrees, impurity, bootstrap, featureSubsetStrategy: strategy, subsamplingRate: rate } = fields;
    return treeRegressor(context, {
      title: 'random forest regression',
      make: makeForest,
      parameters: { impurity, numTrees, bootstrap, featureSubsetStrategy: strategy, subsamplingRate: rate },
      grid: { ...treeGridOf(fields), numTrees: ['numTreesGrid', fields.numTreesGrid] },
      inspect: inspectForest,
    });
  },
});
