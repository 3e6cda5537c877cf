import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { wrongType } from '../kit/wrong-type.ts';

export const explode = processor({
  nodeClass: 'fire.nodes.etl.NodeExplode',
  name: 'Explode',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Returns one row for each element of an array and adds the element as `<column>_explode`; the array column is kept. Several columns are exploded one after another, which combines every element with every other. Rows with a null or empty array are dropped.',
  fields: { inputCols: columns({ required: true, title: 'Arrays' }) },
  examples: [
    {
      name: 'returns a row for each element, null included; drops null and empty arrays',
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
      name: 'combines every element of two arrays',
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
      name: 'adds the new column to an empty input',
      fields: { inputCols: ['a'] },
      input: table('a array<date>', []),
      output: table('a array<date>, a_explode date', []),
    },
    {
      name: 'rejects a column that is not an array',
      fields: { inputCols: ['a'] },
      input: table('a string', [['x']]),
      error: 'column "a" in field "inputCols" has type STRING: must be ARRAY',
    },
  ],
  run({ input, schema, fields }) {
    for (const { name, type } of requireColumns(schema, fields.inputCols, 'inputCols'))
      if (type.kind !== 'array')
        throw wrongType(
          { name, type },
          'inputCols',
          'must be ARRAY',
          'choose an array column, or split the string before this node',
        );
    return fields.inputCols.reduce(
      (rows, name) => rows.withColumn(`${name}_explode`, F.explode(F.columnNamed(name))),
      input,
    );
  },
});
