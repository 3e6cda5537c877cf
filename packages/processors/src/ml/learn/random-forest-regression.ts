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
import { lookAtForest } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';

export const randomForestRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeRandomForestRegression',
  name: 'Random Forest Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description:
    'Learns to foretell a number by the mean of many decision trees, each grown on rows and features drawn at random. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelledByDefault,
    numTrees: integer({ default: 20, min: 1, max: maxInteger, title: 'Trees' }),
    featureSubsetStrategy,
    subsamplingRate,
    bootstrap: flag({ default: true, title: 'Draw rows with replacement' }),
    numTreesGrid,
    ...treeFields,
    minWeightFractionPerNode: number({
      default: 1,
      min: 0,
      max: 1,
      title: 'Least share of weight of a node',
      description: 'Below 0.5; more means none',
    }),
    impurity: numberImpurity,
    ...treeGrid,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'one tree on all rows',
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
      name: 'a text is no number',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y string', [[1, 7, '10']]),
      error: 'is of type string and holds no numbers',
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
      look: lookAtForest,
    });
  },
});
