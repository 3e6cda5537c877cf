import type { DataType } from '@millrace/spark-connect';
import { binarizer as makeBinarizer } from '@millrace/spark-connect/ml';
import { castFor } from '../kit/casting.ts';
import { isVector, newColumn, requireNumberOrVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const binarizer = processor({
  nodeClass: 'fire.nodes.ml.NodeBinarizer',
  name: 'Binarizer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column that is 1 where a number is greater than the threshold and 0 elsewhere. For a vector, the threshold applies to each element.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    threshold: number({ default: 0 }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'maps a value equal to the threshold to 0',
      fields: { inputCol: 'x', outputCol: 'b', threshold: '0.5' },
      input: table('x double', [[0.4], [0.5], [0.6]]),
      output: table('x double, b double', [
        [0.4, 0],
        [0.5, 0],
        [0.6, 1],
      ]),
    },
    {
      name: 'binarizes vectors at 0 by default',
      fields: { inputCol: 'v', outputCol: 'b', threshold: '' },
      input: table('v vector', [[denseVector(-1, 0, 3)]]),
      output: table('v vector, b vector', [[denseVector(-1, 0, 3), denseVector(0, 0, 1)]]),
    },
    {
      name: 'takes integers and decimals',
      fields: { inputCol: 'n', outputCol: 'b', threshold: '1.5' },
      input: table('n int', [[1], [2], [null]]),
      output: table('n int, b double', [
        [1, 0],
        [2, 1],
        [null, 0],
      ]),
    },
    {
      name: 'rejects a threshold that is not a number',
      fields: { inputCol: 'x', outputCol: 'b', threshold: 'high' },
      input: table('x double', [[0.4]]),
      error: 'invalid value "high" for field "threshold": must be a number',
    },
    {
      name: 'rejects text',
      fields: { inputCol: 't', outputCol: 'b' },
      input: table('t string', [['1']]),
      error: 'must be numeric or a vector',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'x', outputCol: 'b', threshold: '0.5' },
      input: table('x double', []),
      output: table('x double, b double', []),
    },
    {
      name: 'handles a null',
      fields: { inputCol: 'x', outputCol: 'b', threshold: '0.5' },
      input: table('x double', [[0.4], [0.5], [0.6], [null]]),
      output: table('x double, b double', [
        [0.4, 0],
        [0.5, 0],
        [0.6, 1],
        [null, 0],
      ]),
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumberOrVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    const isSupported = (type: DataType): boolean => type.kind === 'double' || isVector(type);
    const stages = castFor(schema, [inputCol], { to: 'double', isSupported }, ([read = inputCol]) =>
      makeBinarizer({ inputCol: read, outputCol, threshold: fields.threshold }),
    );
    return through(context, stages);
  },
});
