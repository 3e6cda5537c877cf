import { gbtClassifier as makeTrees } from '@millrace/spark-connect/ml';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { choice, formerField } from '../../kit/fields.ts';
import {
  boostedFields,
  boostingParams,
  classifierColumns,
  classImpurity,
  labelledByDefault,
  treeFields,
  treeGrid,
  treeGridOf,
} from '../kit/learner-fields.ts';
import { assembler, importanceOfA, modelTable, twoGroups, withoutLabel, withoutRows } from './_learner-examples.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { treeClassifier } from './_tree-learner.ts';
import { inspectForest } from './_tree-results.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const gbtClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeGBTClassifier',
  name: 'GBT Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description: `Trains a binary classifier for labels 0 and 1 with gradient-boosted trees: each tree corrects the errors of those before it. ${passesOnModel}`,
  fields: {
    ...labelledByDefault,
    ...boostedFields,
    lossType: choice(['logistic'], { default: 'logistic', title: 'Loss' }),
    ...treeFields,
    // Spark grows these trees by variance alone
    impurity: formerField(classImpurity),
    ...classifierColumns,
    ...treeGrid,
    ...confusionFields,
    ...rocFields,
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'gives an uninformative feature no importance',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y', maxIter: '1', minInfoGain: '-1' },
      input: twoGroups('int', 0, 1),
      results: [
        modelTable({ rows: 4, features: 2, trees: 1, nodes: 3 }),
        importanceOfA,
        { type: 'chart', kind: 'bar' },
      ],
    },
    {
      name: 'rejects a label other than 0 and 1',
      after: [assembler('a', 'b')],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y int', [
        [1, 7, 1],
        [2, 7, 2],
      ]),
      error: 'contains label 2: must be 0 or 1',
    },
    withoutLabel,
    withoutRows,
  ],
  run(context) {
    const { fields, schema } = context;
    return treeClassifier(context, {
      title: 'GBT classifier',
      labels: 'two classes',
      make: makeTrees,
      parameters: { lossType: fields.lossType, ...boostingParams(schema, fields) },
      grid: { ...treeGridOf(fields), maxIter: ['maxIterGrid', fields.maxIterGrid] },
      inspect: inspectForest,
    });
  },
});
