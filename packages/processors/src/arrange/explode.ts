import { functions as F, typeName } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const explode = processor({
  nodeClass: 'fire.nodes.etl.NodeExplode',
  name: 'Explode',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Makes one row of each element of an array, which it adds as `<column>_explode`; the array stays. Several columns are exploded one after another, so that every element meets every other. A row whose array is null or empty goes.',
  fields: { inputCols: columns({ required: true, title: 'Arrays' }) },
  examples: [
    {
      name: 'a row for each element; null elements stay, null and empty arrays go',
      fields: { inputCols: ['a'] },
      input: table('i int, a array<int>', [
        [1, [1, null]],
        [2, []],
        [3, null],
      ]),
      output: table('i int, a array<int>, a_explode int', [
        [1, [1, null], 1],
        [1, [1, null], null],
      ]),
    },
    {
      name: 'two arrays: every element meets every other',
      fields: { inputCols: ['a.b', 'ü'] },
      input: table('`a.b` array<string>, `ü` array<struct<x:int>>', [
        [
          ['p', 'q'],
          [{ x: 1 }, { x: 2 }],
        ],
      ]),
      output: table('`a.b` array<string>, `ü` array<struct<x:int>>, `a.b_explode` string, `ü_explode` struct<x:int>', [
        [['p', 'q'], [{ x: 1 }, { x: 2 }], 'p', { x: 1 }],
        [['p', 'q'], [{ x: 1 }, { x: 2 }], 'p', { x: 2 }],
        [['p', 'q'], [{ x: 1 }, { x: 2 }], 'q', { x: 1 }],
        [['p', 'q'], [{ x: 1 }, { x: 2 }], 'q', { x: 2 }],
      ]),
    },
    {
      name: 'an empty input keeps the new column',
      fields: { inputCols: ['a'] },
      input: table('a array<date>', []),
      output: table('a array<date>, a_explode date', []),
    },
    {
      name: 'a column that holds no arrays is refused',
      fields: { inputCols: ['a'] },
      input: table('a string', [['x']]),
      error: '"inputCols" names the column "a", which is of type string and holds no arrays',
    },
  ],
  run({ input, schema, fields }) {
    for (const { name, type } of requireColumns(schema, fields.inputCols, 'inputCols'))
      if (type.kind !== 'array')
        throw new FieldError(
          'inputCols',
          `"inputCols" names the column "${name}", which is of type ${typeName(type)} and holds no arrays`,
          'choose a column of arrays, or split the text before this node',
        );
    return fields.inputCols.reduce(
      (rows, name) => rows.withColumn(`${name}_explode`, F.explode(F.columnNamed(name))),
      input,
    );
  },
});
