import { interaction as makeInteraction } from '@millrace/spark-connect/ml';
import { newColumn, requireNumberOrVector } from '../kit/feature-columns.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const interaction = processor({
  nodeClass: 'fire.nodes.etl.NodeInteraction',
  name: 'Interaction',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a vector of all products that take one number from each chosen column, which may be numeric or a vector. ${passesOnFitted}`,
  fields: {
    inputCols: columns({ required: true, title: 'Columns', description: 'At least two' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'multiplies a number and a vector',
      fields: { inputCols: ['x', 'v'], outputCol: 'p' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      input: table('x int, a double, b double', [[2, 3, 5]]),
      output: table('x int, a double, b double, v vector, p vector', [
        [2, 3, 5, denseVector(3, 5), denseVector(6, 10)],
      ]),
    },
    {
      name: 'multiplies three numbers',
      fields: { inputCols: ['a', 'b', 'c'], outputCol: 'p' },
      input: table('a double, b double, c double', [[2, 3, 5]]),
      output: table('a double, b double, c double, p vector', [[2, 3, 5, denseVector(30)]]),
    },
    {
      name: 'rejects a single column',
      fields: { inputCols: ['a'], outputCol: 'p' },
      input: table('a double', [[2]]),
      error: 'must name at least two columns',
    },
    {
      name: 'handles an empty input',
      fields: { inputCols: ['x', 'v'], outputCol: 'p' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      input: table('x int, a double, b double', []),
      output: table('x int, a double, b double, v vector, p vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCols: ['a', 'b'], outputCol: 'p' },
      input: table('a double, b double', [[2, null]]),
      error: 'a row has null in column "b"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    if (fields.inputCols.length < 2)
      throw new FieldError(
        'inputCols',
        'field "inputCols" names one column: must name at least two columns',
        'choose two or more columns',
      );
    const inputCols = fields.inputCols.map((name) => requireNumberOrVector(schema, name, 'inputCols'));
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'interaction', makeInteraction({ inputCols, outputCol }), inputCols);
  },
});
