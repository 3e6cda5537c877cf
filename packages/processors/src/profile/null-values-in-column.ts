import { functions as F, types } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { stack } from '../kit/stack.ts';

export const nullValuesInColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeNullValuesInColumn',
  name: 'Null Values In Column',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Counts the nulls of each chosen column and their percentage of all rows. Empty text and NaN are not null. Without rows, the percentage is null.',
  fields: { inputCols: columns({ required: true, title: 'Columns' }) },
  outputs: ['input', 'output'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'counts nulls and their percentage; empty text and NaN are not null',
      fields: { inputCols: ['t', 'n'] },
      input: table('t string, n double, m int', [
        ['', NaN, null],
        [null, 1, null],
        [null, 2, null],
        [null, null, null],
      ]),
      ordered: true,
      output: [
        table('t string, n double, m int', [
          ['', NaN, null],
          [null, 1, null],
          [null, 2, null],
          [null, null, null],
        ]),
        table('column string, null_count bigint, null_percent double', [
          ['t', 3n, 75],
          ['n', 1n, 25],
        ]),
      ],
      results: [
        {
          type: 'table',
          title: 'Null Values In Column',
          data: table('column string, null_count bigint, null_percent double', [
            ['t', 3n, 75],
            ['n', 1n, 25],
          ]),
        },
      ],
    },
    {
      name: 'an empty input has no percentages',
      fields: { inputCols: ['a'] },
      input: table('a int', []),
      output: [table('a int', []), table('column string, null_count bigint, null_percent double', [['a', 0n, null]])],
    },
    {
      name: 'accepts names with dots, spaces and backticks',
      fields: { inputCols: ['a.b', 'größe (m)', 'q`t'] },
      input: table('`a.b` int, `größe (m)` string, `q``t` date', [
        [1, 'x', '2024-01-01'],
        [2, null, null],
      ]),
      ordered: true,
      output: [
        table('`a.b` int, `größe (m)` string, `q``t` date', [
          [1, 'x', '2024-01-01'],
          [2, null, null],
        ]),
        table('column string, null_count bigint, null_percent double', [
          ['a.b', 0n, 0],
          ['größe (m)', 1n, 50],
          ['q`t', 1n, 50],
        ]),
      ],
    },
  ],
  run({ input, schema, fields }) {
    const names = requireColumns(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    const counts = input.agg(
      F.count().alias('total'),
      ...names.map((name, i) => F.count(F.columnNamed(name)).alias(`filled_${i}`)),
    );
    const nulls = names.map((_, i) => F.col('total').minus(F.col(`filled_${i}`)));
    const total = F.when(F.col('total').gt(F.lit(0n)), F.col('total').cast(types.double));
    const data = stack(counts, 'column', names, [
      { name: 'null_count', values: nulls },
      {
        name: 'null_percent',
        values: nulls.map((n) => n.cast(types.double).times(F.lit(100, types.double)).dividedBy(total)),
      },
    ]);
    return {
      outputs: [input, data],
      results: [{ type: 'table', title: 'Null Values In Column', data, limit: names.length }],
    };
  },
});
