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
    'Adds a vector of some numbers of a vector: those at given places, counted from 0, then those of given names (a Vector Assembler names them by their columns).',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    indices: text({ title: 'Places', description: 'With commas between them: 0, 2' }),
    names: text({ title: 'Names', description: 'With commas between them' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'places in the order given',
      fields: { inputCol: 'v', outputCol: 'w', indices: '2, 0' },
      input: table('v vector', [[denseVector(1, 2, 3)]]),
      output: table('v vector, w vector', [[denseVector(1, 2, 3), denseVector(3, 1)]]),
    },
    {
      name: 'a place and a name',
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
      name: 'a place that is given by its number and by its name',
      fields: { inputCol: 'v', outputCol: 'w', indices: '1', names: 'b' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      input: table('a int, b int', [[1, 2]]),
      error: 'the place 1 is given more than once',
    },
    {
      name: 'neither places nor names',
      fields: { inputCol: 'v', outputCol: 'w', indices: '', names: ' ' },
      input: table('v vector', [[denseVector(1)]]),
      error: 'neither places nor names',
    },
    {
      name: 'a place that is none',
      fields: { inputCol: 'v', outputCol: 'w', indices: '-1' },
      input: table('v vector', [[denseVector(1)]]),
      error: '"indices" holds -1, which is no place',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'v', outputCol: 'w', indices: '2, 0' },
      input: table('v vector', []),
      output: table('v vector, w vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'v', outputCol: 'w', indices: '2, 0' },
      input: table('v vector', [[denseVector(1, 2, 3)], [null]]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const indices = listNumbers(fields.indices ?? '', 'indices');
    const names = parts(fields.names ?? '');
    if (indices.length === 0 && names.length === 0)
      throw new FieldError('indices', 'neither places nor names are given', 'give places such as 0, 2, or names');
    const wrong = indices.find((index) => !Number.isInteger(index) || index < 0);
    if (wrong !== undefined)
      throw new FieldError('indices', `"indices" holds ${wrong}, which is no place`, 'give whole numbers from 0');
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const column = requireColumn(schema, inputCol, 'inputCol');
    const size = vectorSizeOf(column) ?? Infinity;
    const far = indices.find((index) => index >= size);
    if (far !== undefined)
      throw new FieldError(
        'indices',
        `"indices" holds ${far}, but the vectors hold ${size} numbers`,
        `give places from 0 to ${size - 1}`,
      );
    const known = namesIn(column);
    const strange = names.find((name) => indexNamed(column, name) === undefined);
    if (strange !== undefined)
      throw new FieldError(
        'names',
        `"names" holds "${strange}", which no place of "${inputCol}" is called`,
        known.length === 0 ? 'give places by their numbers' : `choose of ${known.slice(0, 12).join(', ')}`,
      );
    const all = [...indices, ...names.flatMap((name) => indexNamed(column, name) ?? [])];
    const twice = all.find((index, i) => all.indexOf(index) !== i);
    if (twice !== undefined)
      throw new FieldError(
        indices.includes(twice) ? 'indices' : 'names',
        `the place ${twice} is given more than once`,
        'give each place once, by its number or by its name',
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
