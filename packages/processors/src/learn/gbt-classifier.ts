import { gbtClassifier as makeTrees } from '@millrace/spark-connect/ml';
import { requireColumn } from '../core/columns.ts';
import { confusionFields } from '../core/confusion.ts';
import { rocFields } from '../core/curves.ts';
import { choice, column, formerField, integer, number } from '../core/fields.ts';
import {
  boostedSubsetStrategy,
  classifierColumns,
  classImpurity,
  given,
  labelled,
  maxIterGrid,
  seedOf,
  subsamplingRate,
  treeFields,
  treeGrid,
  treeParams,
} from '../core/learner-fields.ts';
import { processor, table } from '../core/processor.ts';
import { supervised } from '../core/supervised.ts';
import { lookAtForest } from '../core/tree-results.ts';
export const gbtClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeGBTClassifier',
  name: 'GBT Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description:
    'Learns to tell two classes, 0 and 1, apart by trees that are grown one after the other, each for what those before got wrong. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...labelled,
    maxIter: integer({ default: 20, min: 0, title: 'Trees' }),
    stepSize: number({ default: 0.1, min: 0, max: 1, title: 'Step' }),
    featureSubsetStrategy: boostedSubsetStrategy,
    subsamplingRate,
    validationIndicatorCol: column({
      title: 'Rows to validate with',
      description: 'A column that is true where a row only says when to stop',
    }),
    maxIterGrid,
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
  varies: ['seed'],
  examples: [
    {
      name: 'a feature that says nothing has no importance',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y', maxIter: '1', minInfoGain: '-1' },
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
            ['trees', 1],
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
      ],
    },
    {
      name: 'labels are 0 and 1',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, b int, y int', [
        [1, 7, 1],
        [2, 7, 2],
      ]),
      error: 'holds 2, but labels are 0 and 1',
    },
    {
      name: 'a row without a label',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, y double', [
        [1, 1],
        [2, null],
      ]),
      error: 'is null or NaN in 1 of 2 rows',
    },
    {
      name: 'no rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', labelCol: 'y' },
      input: table('a int, y double', []),
      error: 'no rows to learn from',
    },
  ],
  run(context) {
    const { fields, schema, session } = context;
    const validationIndicatorCol =
      fields.validationIndicatorCol &&
      requireColumn(schema, fields.validationIndicatorCol, 'validationIndicatorCol').name;
    return supervised(context, {
      title: 'GBT classifier',
      labels: 'two classes',
      estimator: (columns) =>
        makeTrees({
          ...columns,
          ...treeParams(fields),
          lossType: fields.lossType,
          maxIter: fields.maxIter,
          stepSize: fields.stepSize,
          featureSubsetStrategy: fields.featureSubsetStrategy,
          subsamplingRate: fields.subsamplingRate,
          ...given({
            seed: seedOf(fields),
            probabilityCol: fields.probabilityCol,
            rawPredictionCol: fields.rawPredictionCol,
            validationIndicatorCol,
          }),
        }),
      grid: {
        maxDepth: ['maxDepthGrid', fields.maxDepthGrid],
        maxBins: ['maxBinsGrid', fields.maxBinsGrid],
        minInfoGain: ['minInfoGainGrid', fields.minInfoGainGrid],
        maxIter: ['maxIterGrid', fields.maxIterGrid],
      },
      look: (model, names) => lookAtForest(session, model, names),
      shows: fields,
    });
  },
});
