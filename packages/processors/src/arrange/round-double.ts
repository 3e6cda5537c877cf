import { functions as F } from '@millrace/spark-connect';
import { columns } from '../kit/list-fields.ts';
import { integer } from '../kit/number-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { round } from '../kit/round.ts';

export const roundDouble = processor({
  nodeClass: 'fire.nodes.etl.NodeRoundDouble',
  name: 'Round Value',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Rounds columns of numbers in place to a number of decimals, halves away from zero, as the numbers are written: 1.005 becomes 1.01. A negative number of decimals rounds to tens, hundreds and so on. Types stay, but decimals lose the decimals rounded away. Nulls, NaN and infinities stay.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    precision: integer({ default: 2, min: -38, max: 38, title: 'Decimals' }),
  },
  examples: [
    {
      name: 'halves by the written number; nulls, NaN and infinities stay',
      fields: { inputCols: ['x'] },
      input: table('x double, n int', [
        [1.005, 1],
        [2.675, 2],
        [-2.345, 3],
        [0.285, 4],
        [1e20, 5],
        [1e-7, 6],
        [null, 7],
        [Number.NaN, 8],
        [Number.NEGATIVE_INFINITY, 9],
      ]),
      output: table('x double, n int', [
        [1.01, 1],
        [2.68, 2],
        [-2.35, 3],
        [0.29, 4],
        [1e20, 5],
        [0, 6],
        [null, 7],
        [Number.NaN, 8],
        [Number.NEGATIVE_INFINITY, 9],
      ]),
    },
    {
      name: 'decimals, floats and whole numbers, names with dots',
      fields: { inputCols: ['a.b', 'f', 'i'], precision: '1' },
      input: table('`a.b` decimal(6,3), f float, i int', [
        ['1.250', 0.25, 7],
        ['-0.049', 0.75, null],
      ]),
      output: table('`a.b` decimal(5,1), f float, i int', [
        ['1.3', 0.30000001192092896, 7],
        ['0.0', 0.800000011920929, null],
      ]),
    },
    {
      name: 'to hundreds',
      fields: { inputCols: ['n', 'x'], precision: '-2' },
      input: table('n bigint, x double', [
        [1250n, 1249.99],
        [-50n, -50],
      ]),
      output: table('n bigint, x double', [
        [1300n, 1200],
        [-100n, -100],
      ]),
    },
    {
      name: 'an empty input stays empty',
      fields: { inputCols: ['x'] },
      input: table('x double', []),
      output: table('x double', []),
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    input.withColumns(
      requireNumbers(schema, fields.inputCols, 'inputCols').map(({ name, type }) => [
        name,
        round(F.columnNamed(name), type, fields.precision, engine),
      ]),
    ),
});
