import { gbtRegressor as makeTrees } from '@millrace/spark-connect/ml';
import { choice } from '../../kit/fields.ts';
import {
  boostedFields,
  boostingParams,
  labelledByDefault,
  numberImpurity,
  treeFields,
  treeGrid,
  treeGridOf,
} from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutLabel } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeRegressor } from './_tree-learner.ts';
import { inspectForest } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const gbtRegression = processor({
  nodeClass: 'fire.nodes.ml.NodeGBTRegression',
  name: 'GBT Regression',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Regression',
  description: `Trains a regression model with gradient-boosted trees: each tree corrects the errors of those before it. ${passesOnModel}`,
  fields: {
    ...labelledByDefault,
    ...boostedFields,
    lossType: choice(['squared', 'absolute'], { default: 'squared', title: 'Loss' }),
    ...treeFields,
    impurity: numberImpurity,
    ...treeGrid,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'gives an uninformative feature no importance',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y', maxIter: '1' },
      input: twoGroups('double', 10, 30),
      results: [
        modelTable({ rows: 4, features: 2, trees: 1, nodes: 3 }),
        importanceOfA,
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'rejects an input without rows',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y double', []),
      error: 'no rows to train on',
    },
    withoutLabel,
  ],
  run(context) {
    const { fields, schema } = context;
    return treeRegressor(context, {
      title: 'GBT regression',
      make: makeTrees,
      parameters: { impurity: fields.impurity, lossType: fields.lossType, ...boostingParams(schema, fields) },
      grid: { ...treeGridOf(fields), maxIter: ['maxIterGrid', fields.maxIterGrid] },
      inspect: inspectForest,
    });
  },
});
