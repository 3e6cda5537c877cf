import { vectorIndexer as makeVectorIndexer } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';

export const vectorIndexer = processor({
  nodeClass: 'fire.nodes.ml.NodeVectorIndexer',
  formerly: ['fire.nodes.etl.NodeVectorIndexer'],
  name: 'Vector Indexer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Finds the features of a vector that have few values, and adds a vector in which those hold the number of their value, from 0 in the order of the values; 0 itself always has the number 0. Other features stay. The model goes on beside the rows, for its twin and for other nodes.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    maxCategories: integer({
      default: 10,
      min: 2,
      max: maxInteger,
      title: 'Values of a category at most',
      description: 'Features with more values are numbers and stay as they are',
    }),
    handleInvalid: choice(['error', 'skip', 'keep'], { default: 'error', title: 'Rows with unknown values' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'a feature with few values becomes categories, one with many stays',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '2' },
      input: table('v vector', [[denseVector(-1, 5)], [denseVector(4, 6)], [denseVector(-1, 7)]]),
      output: table('v vector, w vector', [
        [denseVector(-1, 5), denseVector(0, 5)],
        [denseVector(4, 6), denseVector(1, 6)],
        [denseVector(-1, 7), denseVector(0, 7)],
      ]),
    },
    {
      name: '0 has the number 0',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '' },
      input: table('v vector', [[denseVector(-1)], [denseVector(0)]]),
      output: table('v vector, w vector', [
        [denseVector(-1), denseVector(1)],
        [denseVector(0), denseVector(0)],
      ]),
    },
    {
      name: 'a single number is no vector',
      fields: { inputCol: 'x', outputCol: 'w' },
      input: table('x double', [[1]]),
      error: 'holds no vectors',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '2' },
      input: table('v vector', []),
      error: 'there are no rows to learn from',
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'v', outputCol: 'w', maxCategories: '2' },
      input: table('v vector', [[denseVector(-1, 5)], [denseVector(4, 6)], [denseVector(-1, 7)], [null]]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'vector indexer', makeVectorIndexer({ ...fields, inputCol, outputCol }), [inputCol]);
  },
});
