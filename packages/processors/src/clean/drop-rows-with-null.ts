import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const dropRowsWithNull = processor({
  nodeClass: 'fire.nodes.etl.NodeDropRowsWithNull',
  name: 'DropRowsWithNull',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Keeps the rows in which every column has a value. NaN counts as missing, as in Spark; an empty string does not.',
  fields: {},
  examples: [
    {
      name: 'drops a row with a null in any column and keeps empty strings',
      input: table('a int, b string', [
        [1, 'x'],
        [2, null],
        [null, 'y'],
        [3, ''],
        [null, null],
      ]),
      output: table('a int, b string', [
        [1, 'x'],
        [3, ''],
      ]),
      ordered: true,
    },
    {
      name: 'drops a row with NaN and checks dates, decimals and arrays like every other type',
      input: table('`a.b` double, d date, m decimal(4,2), l array<int>', [
        [1, '2024-01-01', '1.00', []],
        [NaN, '2024-01-01', '1.00', []],
        [1, null, '1.00', []],
        [1, '2024-01-01', null, []],
        [1, '2024-01-01', '1.00', null],
        [2, '2024-01-01', '1.00', [null]],
      ]),
      output: table('`a.b` double, d date, m decimal(4,2), l array<int>', [
        [1, '2024-01-01', '1.00', []],
        [2, '2024-01-01', '1.00', [null]],
      ]),
    },
    {
      name: 'keeps an empty input empty',
      input: table('a int', []),
      output: table('a int', []),
    },
  ],
  run: ({ input }) => input.na.drop(),
});
