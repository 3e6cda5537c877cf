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
    'Rounds numeric columns in place to a number of decimal places, with halves rounded away from zero by the decimal text of the number: 1.005 becomes 1.01. A negative number of decimal places rounds to tens, hundreds and so on. Types do not change, except that the scale of decimals decreases. Nulls, NaN and infinities remain.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    precision: integer({ default: 2, min: -38, max: 38, title: 'Decimal places' }),
  },
  examples: [
    {
      name: 'rounds halves by the decimal text; keeps nulls, NaN and infinities',
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
      name: 'rounds decimals, floats and integers; takes names with dots',
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
      name: 'rounds to hundreds',
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
      name: 'keeps an empty input empty',
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
