import { vectorSlicer as makeVectorSlicer } from '@millrace/spark-connect/ml';
import { blocksOf, namesIn, indexNamed, vectorSizeOf } from '../kit/attributes.ts';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { listNumbers, parts } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const vectorSlicer = processor({
  nodeClass: 'fire.nodes.ml.NodeVectorSlicer',
  name: 'Vector Slicer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureSelection',
  description:
    'Adds a vector with selected elements of a vector: those at the given indices, counted from 0, then those with the given feature names (a Vector Assembler names features after their columns).',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    indices: text({ title: 'Indices', description: 'Separated by commas, such as 0, 2' }),
    names: text({ title: 'Feature names', description: 'Separated by commas' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'selects elements in the given order',
      fields: { inputCol: 'v', outputCol: 'w', indices: '2, 0' },
      input: table('v vector', [[denseVector(1, 2, 3)]]),
      output: table('v vector, w vector', [[denseVector(1, 2, 3), denseVector(3, 1)]]),
    },
    {
      name: 'selects by index and by name',
      fields: { inputCol: 'v', outputCol: 'w', indices: '0', names: 'c' },
      after: [
        {
          nodeClass: 'fire.nodes.ml.NodeVectorAssembler',
          fields: { inputCols: ['a', 'b', 'c'], outputCol: 'v' },
        },
      ],
      input: table('a int, b int, c int', [[1, 2, 3]]),
      output: table('a int, b int, c int, v vector, w vector', [[1, 2, 3, denseVector(1, 2, 3), denseVector(1, 3)]]),
    },
    {
      name: 'rejects an element that is selected twice',
      fields: { inputCol: 'v', outputCol: 'w', indices: '1', names: 'b' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      input: table('a int, b int', [[1, 2]]),
      error: 'index 1 is selected more than once',
    },
    {
      name: 'rejects a node without indices and names',
      fields: { inputCol: 'v', outputCol: 'w', indices: '', names: ' ' },
      input: table('v vector', [[denseVector(1)]]),
      error: 'fields "indices" and "names" are empty',
    },
    {
      name: 'rejects a negative index',
      fields: { inputCol: 'v', outputCol: 'w', indices: '-1' },
      input: table('v vector', [[denseVector(1)]]),
      error: 'invalid value -1 for field "indices": must be a whole number, 0 or greater',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'v', outputCol: 'w', indices: '2, 0' },
      input: table('v vector', []),
      output: table('v vector, w vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 'w', indices: '2, 0' },
      input: table('v vector', [[denseVector(1, 2, 3)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const indices = listNumbers(fields.indices ?? '', 'indices');
    const names = parts(fields.names ?? '');
    if (indices.length === 0 && names.length === 0)
      throw new FieldError(
        'indices',
        'fields "indices" and "names" are empty: must select at least one element',
        'enter indices such as 0, 2, or feature names',
      );
    const wrong = indices.find((index) => !Number.isInteger(index) || index < 0);
    if (wrong !== undefined)
      throw new FieldError(
        'indices',
        `invalid value ${wrong} for field "indices": must be a whole number, 0 or greater`,
        'enter indices such as 0, 2',
      );
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const column = requireColumn(schema, inputCol, 'inputCol');
    const size = vectorSizeOf(column) ?? Infinity;
    const far = indices.find((index) => index >= size);
    if (far !== undefined)
      throw new FieldError(
        'indices',
        `invalid value ${far} for field "indices": must be less than ${size}, the size of the vectors`,
        `enter indices from 0 to ${size - 1}`,
      );
    const vectorNames = namesIn(column);
    const unknownName = names.find((name) => indexNamed(column, name) === undefined);
    if (unknownName !== undefined)
      throw new FieldError(
        'names',
        `unknown feature name "${unknownName}" in field "names" for column "${inputCol}"`,
        vectorNames.length === 0 ? 'enter indices instead' : `choose from ${vectorNames.slice(0, 12).join(', ')}`,
      );
    const all = [...indices, ...names.flatMap((name) => indexNamed(column, name) ?? [])];
    const twice = all.find((index, i) => all.indexOf(index) !== i);
    if (twice !== undefined)
      throw new FieldError(
        indices.includes(twice) ? 'indices' : 'names',
        `index ${twice} is selected more than once`,
        'select each element once, by index or by name',
      );
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    // of a long vector Spark knows few feature names
    const isLong = blocksOf(column).length > 0;
    return through(
      context,
      [makeVectorSlicer({ inputCol, outputCol, ...(isLong ? { indices: all, names: [] } : { indices, names }) })],
      [inputCol],
    );
  },
});
