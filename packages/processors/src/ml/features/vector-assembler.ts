import { typeName } from '@millrace/spark-connect';
import { vectorAssembler as makeVectorAssembler } from '@millrace/spark-connect/ml';
import { requireColumns } from '../../kit/columns.ts';
import { isVector, newColumn } from '../kit/feature-columns.ts';
import { choice, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { withoutMissing } from '../kit/nulls.ts';
import { isNumber } from '../../kit/numbers.ts';
import { withBlocks } from '../kit/add-feature-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const vectorAssembler = processor({
  nodeClass: 'fire.nodes.ml.NodeVectorAssembler',
  name: 'Vector Assembler',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with a vector of the values of other columns, in the order chosen: numbers, booleans and vectors. Rows with null or NaN in one of them end the run, are left out, or are kept with NaN.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    outputCol: text({ required: true, title: 'Output column' }),
    handleInvalid: choice(['error', 'skip', 'keep'], { default: 'error', title: 'Rows with missing values' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'numbers, booleans and a vector, in the order chosen',
      fields: { inputCols: ['b', 'a', 'c'], outputCol: 'v' },
      input: table('a int, b double, c boolean', [[1, 2.5, true]]),
      output: table('a int, b double, c boolean, v vector', [[1, 2.5, true, denseVector(2.5, 1, 1)]]),
    },
    {
      name: 'rows with a missing value are left out where that is asked for',
      fields: { inputCols: ['a', 'b'], outputCol: 'v', handleInvalid: 'skip' },
      input: table('a int, b double', [
        [1, 2.5],
        [null, 1],
        [3, NaN],
      ]),
      output: table('a int, b double, v vector', [[1, 2.5, denseVector(1, 2.5)]]),
    },
    {
      name: 'a text is no number',
      fields: { inputCols: ['a'], outputCol: 'v' },
      input: table('a string', [['1']]),
      error: 'string',
    },
    {
      name: 'a column that is not there',
      fields: { inputCols: ['x'], outputCol: 'v' },
      input: table('a int', [[1]]),
      error: 'names the column "x"',
    },
    {
      name: 'an empty input',
      fields: { inputCols: ['b', 'a', 'c'], outputCol: 'v' },
      input: table('a int, b double, c boolean', []),
      output: table('a int, b double, c boolean, v vector', []),
    },
  ],
  async run(context) {
    const { schema, fields } = context;
    const inputColumns = requireColumns(schema, fields.inputCols, 'inputCols');
    const wrong = inputColumns.find(({ type }) => !isNumber(type) && type.kind !== 'boolean' && !isVector(type));
    if (wrong !== undefined)
      throw new FieldError(
        'inputCols',
        `"inputCols" names the column "${wrong.name}", which is of type ${typeName(wrong.type)} and holds neither numbers nor vectors`,
        wrong.type.kind === 'string'
          ? 'number its values by a String Indexer, or cast it, before this node'
          : 'leave it out, or cast it to a number before this node',
      );
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    const input = fields.handleInvalid === 'error' ? withoutMissing(context.input, inputColumns) : context.input;
    const inputCols = inputColumns.map(({ name }) => name);
    const outcome = await through({ ...context, input }, [makeVectorAssembler({ ...fields, inputCols, outputCol })]);
    return {
      ...outcome,
      outputs: outcome.outputs.map((rows) => withBlocks(rows, outputCol, inputColumns)),
      ...(outcome.sameRows === undefined ? {} : { sameRows: context.input }),
    };
  },
});
