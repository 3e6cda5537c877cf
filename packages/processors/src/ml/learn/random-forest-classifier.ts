import { randomForestClassifier as makeForest } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { flag } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import {
  maxInteger,
  classifierColumns,
  classImpurity,
  featureSubsetStrategy,
  labelFields,
  numTreesGrid,
  subsamplingRate,
  treeFields,
  treeGrid,
} from '../kit/learner-fields.ts';
import { assembler, modelTable, withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeClassifier } from './_tree-learner.ts';
import { inspectForest } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const randomForestClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeRandomForestClassifier',
  name: 'Random Forest Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains a classifier that is a random forest: many decision trees, each trained on random samples of rows and features. ${passesOnModel}`,
  fields: {
    ...labelFields,
    numTrees: integer({ default: 20, min: 1, max: maxInteger, title: 'Number of trees' }),
    ...treeFields,
    minWeightFractionPerNode: number({
      default: 1,
      min: 0,
      max: 1,
      title: 'Minimum weight fraction per node',
      description: 'Below 0.5; greater values disable it',
    }),
    impurity: classImpurity,
    featureSubsetStrategy,
    subsamplingRate,
    bootstrap: flag({ default: true, title: 'Sample rows with replacement' }),
    ...classifierColumns,
    ...treeGrid,
    numTreesGrid,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'gives all importance to the informative feature and passes the rows on',
      after: [assembler('a')],
      fields: {
        featuresCol: 'v',
        labelCol: 'y',
        numTrees: '1',
        bootstrap: 'false',
        output_confusion_matrix_chart: 'true',
      },
      input: table('a int, y int', [
        [1, 0],
        [2, 0],
        [3, 1],
        [4, 1],
      ]),
      results: [
        modelTable({ rows: 4, features: 1, trees: 1, nodes: 3 }),
        { type: 'table', title: 'Feature importances', data: table('feature string, importance double', [['a', 1]]) },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint', [
            ['0', 2n, 0n],
            ['1', 0n, 2n],
          ]),
        },
        { type: 'chart', kind: 'heat-map' },
      ],
    },
    {
      name: 'rejects labels of one class',
      after: [assembler('a')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, y int', [
        [1, 1],
        [2, 1],
      ]),
      error: 'is 1 in every row: must have at least two classes',
    },
    {
      name: 'rejects a feature column that is not a vector',
      fields: { featuresCol: 'a', labelCol: 'y' },
      input: table('a int, y int', [[1, 0]]),
      error: 'must be a vector',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields } = context;
    const { numTrees, impurity, bootstrap, featureSubsetStrategy: strategy, subsamplingRate: rate } = fields;
    return treeClassifier(context, {
      title: 'random forest classifier',
      labels: 'classes',
      make: makeForest,
      parameters: { numTrees, impurity, bootstrap, featureSubsetStrategy: strategy, subsamplingRate: rate },
      // in the order in which a search tries them
      grid: {
        maxDepth: ['maxDepthGrid', fields.maxDepthGrid],
        maxBins: ['maxBinsGrid', fields.maxBinsGrid],
        numTrees: ['numTreesGrid', fields.numTreesGrid],
        minInfoGain: ['minInfoGainGrid', fields.minInfoGainGrid],
      },
      inspect: inspectForest,
    });
  },
});
