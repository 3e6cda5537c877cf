import { vectorAssembler as makeVectorAssembler } from '@millrace/spark-connect/ml';
import { requireColumns } from '../../kit/columns.ts';
import { isVector, newColumn } from '../kit/feature-columns.ts';
import { choice, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { withoutMissing } from '../kit/nulls.ts';
import { isNumber } from '../../kit/numbers.ts';
import { withBlocks } from '../kit/add-feature-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';
import { wrongType } from '../../kit/wrong-type.ts';

export const vectorAssembler = processor({
  nodeClass: 'fire.nodes.ml.NodeVectorAssembler',
  name: 'Vector Assembler',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector column that combines the values of other columns in the chosen order: numbers, Booleans and vectors. Rows with null or NaN in one of them fail the run, are left out, or are kept with NaN.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    outputCol: text({ required: true, title: 'Output column' }),
    handleInvalid: choice(['error', 'skip', 'keep'], { default: 'error', title: 'Handling of null and NaN' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'combines numbers, Booleans and a vector in the chosen order',
      fields: { inputCols: ['b', 'a', 'c'], outputCol: 'v' },
      input: table('a int, b double, c boolean', [[1, 2.5, true]]),
      output: table('a int, b double, c boolean, v vector', [[1, 2.5, true, denseVector(2.5, 1, 1)]]),
    },
    {
      name: 'leaves out rows with missing values if chosen',
      fields: { inputCols: ['a', 'b'], outputCol: 'v', handleInvalid: 'skip' },
      input: table('a int, b double', [
        [1, 2.5],
        [null, 1],
        [3, NaN],
      ]),
      output: table('a int, b double, v vector', [[1, 2.5, denseVector(1, 2.5)]]),
    },
    {
      name: 'rejects text',
      fields: { inputCols: ['a'], outputCol: 'v' },
      input: table('a string', [['1']]),
      error: 'has type STRING',
    },
    {
      name: 'rejects a missing column',
      fields: { inputCols: ['x'], outputCol: 'v' },
      input: table('a int', [[1]]),
      error: 'unknown column "x" in field "inputCols": the input has a',
    },
    {
      name: 'handles an empty input',
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
      throw wrongType(
        wrong,
        'inputCols',
        'must be numeric, Boolean or a vector',
        wrong.type.kind === 'string'
          ? 'index its values with a String Indexer, or cast it, before this node'
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
