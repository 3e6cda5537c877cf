import { functions as F } from '@millrace/spark-connect';
import { uniqueNames } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { ofSquares } from '../kit/squares.ts';

export const standardDeviation = processor({
  nodeClass: 'fire.nodes.etl.NodeStandardDeviation',
  name: 'Standard Deviation',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Adds a column `<column>_stddev` with the sample standard deviation of each selected column over all rows, the same in every row. Nulls are ignored. The result is null for fewer than two values, and NaN if the column contains NaN.',
  fields: { inputCols: columns({ title: 'Columns' }) },
  examples: [
    {
      name: 'adds the sample standard deviation to every row and ignores nulls',
      fields: { inputCols: ['n', 'd'] },
      input: table('n int, d double', [
        [1, 2],
        [2, null],
        [3, 4],
        [null, 6],
      ]),
      output: table('n int, d double, n_stddev double, d_stddev double', [
        [1, 2, 1, 2],
        [2, null, 1, 2],
        [3, 4, 1, 2],
        [null, 6, 1, 2],
      ]),
      ordered: true,
    },
    {
      name: 'gives null for a single value; replaces a column of the same name; takes names with dots',
      fields: { inputCols: ['a.b', 'x'] },
      input: table('`a.b` bigint, x double, x_stddev string', [
        [5n, NaN, 'old'],
        [null, 1, 'old'],
      ]),
      output: table('`a.b` bigint, x double, x_stddev double, `a.b_stddev` double', [
        [5n, NaN, NaN, null],
        [null, 1, NaN, null],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCols: ['n'] },
      input: table('n float', []),
      output: table('n float, n_stddev double', []),
    },
    {
      name: 'rejects a string column',
      fields: { inputCols: ['s'] },
      input: table('s string', [['1']]),
      error: 'column "s" in field "inputCols" has type STRING: must be numeric',
    },
  ],
  run({ input, schema, fields }) {
    const columns = requireNumbers(schema, fields.inputCols, 'inputCols');
    if (columns.length === 0) return input;
    const existing = schema.fields.map((f) => f.name);
    const names = uniqueNames([...existing, ...columns.map((_, i) => `_stddev${i}`)], '_').slice(existing.length);
    const deviations = columns.map(({ name }, i) => ofSquares('stddev', name).alias(names[i] ?? ''));
    return input
      .crossJoin(input.agg(...deviations))
      .withColumns(columns.map(({ name }, i) => [`${name}_stddev`, F.columnNamed(names[i] ?? '')]))
      .drop(...names.map((name) => F.columnNamed(name)));
  },
});
