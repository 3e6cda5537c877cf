import { interaction as makeInteraction } from '@millrace/spark-connect/ml';
import { newColumn, requireNumberOrVector } from '../kit/feature-columns.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';

export const interaction = processor({
  nodeClass: 'fire.nodes.etl.NodeInteraction',
  name: 'Interaction',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector of all products of one number from each of the chosen columns, which are numbers or vectors. The model goes on beside the rows.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns', description: 'Two or more' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'a number and a vector',
      fields: { inputCols: ['x', 'v'], outputCol: 'p' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      input: table('x int, a double, b double', [[2, 3, 5]]),
      output: table('x int, a double, b double, v vector, p vector', [
        [2, 3, 5, denseVector(3, 5), denseVector(6, 10)],
      ]),
    },
    {
      name: 'three numbers',
      fields: { inputCols: ['a', 'b', 'c'], outputCol: 'p' },
      input: table('a double, b double, c double', [[2, 3, 5]]),
      output: table('a double, b double, c double, p vector', [[2, 3, 5, denseVector(30)]]),
    },
    {
      name: 'one column has nothing to meet',
      fields: { inputCols: ['a'], outputCol: 'p' },
      input: table('a double', [[2]]),
      error: 'names one column',
    },
    {
      name: 'an empty input',
      fields: { inputCols: ['x', 'v'], outputCol: 'p' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      input: table('x int, a double, b double', []),
      output: table('x int, a double, b double, v vector, p vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCols: ['a', 'b'], outputCol: 'p' },
      input: table('a double, b double', [[2, null]]),
      error: 'a row has null in the column "b"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    if (fields.inputCols.length < 2)
      throw new FieldError('inputCols', '"inputCols" names one column, which has none to meet', 'choose two or more');
    const inputCols = fields.inputCols.map((name) => requireNumberOrVector(schema, name, 'inputCols'));
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'interaction', makeInteraction({ inputCols, outputCol }), inputCols);
  },
});
