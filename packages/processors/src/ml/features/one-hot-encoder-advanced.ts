import { oneHotEncoder as makeOneHotEncoder } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { sparseVector } from '../kit/vectors.ts';

export const oneHotEncoderAdvanced = processor({
  nodeClass: 'fire.nodes.ml.NodeOneHotEncoderAdvanced',
  formerly: ['fire.nodes.etl.NodeOneHotEncoder'],
  name: 'One Hot Encoder Advanced',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector that holds 1 at the place of an index, all zeros for the last one. How many indices there are is learned from the rows, or from the labels of a String Indexer; an index that was not among them ends a run later. The model goes on beside the rows.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'three indices',
      fields: { inputCol: 'i', outputCol: 'v' },
      input: table('i double', [[0], [1], [2]]),
      output: table('i double, v vector', [
        [0, sparseVector(2, [0], [1])],
        [1, sparseVector(2, [1], [1])],
        [2, sparseVector(2, [], [])],
      ]),
    },
    {
      name: 'text has to be indexed before',
      fields: { inputCol: 'c', outputCol: 'v' },
      input: table('c string', [['x']]),
      error: 'holds no numbers',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'i', outputCol: 'v' },
      input: table('i double', []),
      output: table('i double, v vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'i', outputCol: 'v' },
      input: table('i double', [[0], [1], [2], [null]]),
      error: 'a row has null in the column "i"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'one-hot encoder', makeOneHotEncoder({ inputCol, outputCol }), [inputCol]);
  },
});
