import { oneHotEncoder as makeOneHotEncoder } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { sparseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const oneHotEncoderAdvanced = processor({
  nodeClass: 'fire.nodes.ml.NodeOneHotEncoderAdvanced',
  formerly: ['fire.nodes.etl.NodeOneHotEncoder'],
  name: 'One Hot Encoder Advanced',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a vector that is 1 at the position of an index and 0 elsewhere; the last index is all zeros. The number of indices is taken from the rows, or from the labels of a String Indexer; applying the model to an unknown index fails the run. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'encodes three indices',
      fields: { inputCol: 'i', outputCol: 'v' },
      input: table('i double', [[0], [1], [2]]),
      output: table('i double, v vector', [
        [0, sparseVector(2, [0], [1])],
        [1, sparseVector(2, [1], [1])],
        [2, sparseVector(2, [], [])],
      ]),
    },
    {
      name: 'rejects text that is not indexed',
      fields: { inputCol: 'c', outputCol: 'v' },
      input: table('c string', [['x']]),
      error: 'must be numeric',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'i', outputCol: 'v' },
      input: table('i double', []),
      output: table('i double, v vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'i', outputCol: 'v' },
      input: table('i double', [[0], [1], [2], [null]]),
      error: 'a row has null in column "i"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'one-hot encoder', makeOneHotEncoder({ inputCol, outputCol }), [inputCol]);
  },
});
