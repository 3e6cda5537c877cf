import { vectorIndexer as makeVectorIndexer } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const vectorIndexer = processor({
  nodeClass: 'fire.nodes.ml.NodeVectorIndexer',
  formerly: ['fire.nodes.etl.NodeVectorIndexer'],
  name: 'Vector Indexer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Finds the features of a vector that have few distinct values, and adds a vector in which those are replaced by the index of their value, from 0 in ascending order; the value 0 always has index 0. Other features stay unchanged. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    maxCategories: integer({
      default: 10,
      min: 2,
      max: maxInteger,
      title: 'Maximum categories',
      description: 'Features with more values are continuous and stay unchanged',
    }),
    handleInvalid: choice(['error', 'skip', 'keep'], { default: 'error', title: 'Handling of unknown values' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'indexes a feature with few values and leaves one with many',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '2' },
      input: table('v vector', [[denseVector(-1, 5)], [denseVector(4, 6)], [denseVector(-1, 7)]]),
      output: table('v vector, w vector', [
        [denseVector(-1, 5), denseVector(0, 5)],
        [denseVector(4, 6), denseVector(1, 6)],
        [denseVector(-1, 7), denseVector(0, 7)],
      ]),
    },
    {
      name: 'gives the value 0 index 0',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '' },
      input: table('v vector', [[denseVector(-1)], [denseVector(0)]]),
      output: table('v vector, w vector', [
        [denseVector(-1), denseVector(1)],
        [denseVector(0), denseVector(0)],
      ]),
    },
    {
      name: 'rejects a number',
      fields: { inputCol: 'x', outputCol: 'w' },
      input: table('x double', [[1]]),
      error: 'must be a vector',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '2' },
      input: table('v vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '2' },
      input: table('v vector', [[denseVector(-1, 5)], [denseVector(4, 6)], [denseVector(-1, 7)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'vector indexer', makeVectorIndexer({ ...fields, inputCol, outputCol }), [inputCol]);
  },
});
