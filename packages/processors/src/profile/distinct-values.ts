import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const distinctValues = processor({
  nodeClass: 'fire.nodes.etl.NodeDistinctValues',
  name: 'Distinct Values In Column',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Shows the distinct combinations of the chosen columns, sorted. Null counts as a value. The input is passed on unchanged.',
  fields: { distinctCols: columns({ required: true, title: 'Columns' }) },
  examples: [
    {
      name: 'shows each combination once, including null',
      fields: { distinctCols: ['c', 'n'] },
      input: table('c string, n int, z int', [
        ['b', 1, 1],
        ['a', null, 2],
        ['b', 1, 3],
        [null, null, 4],
        ['a', null, 5],
        ['a', 2, 6],
      ]),
      results: [
        {
          type: 'table',
          title: 'Distinct Values In Column',
          data: table('c string, n int', [
            [null, null],
            ['a', null],
            ['a', 2],
            ['b', 1],
          ]),
        },
      ],
    },
    {
      name: 'passes duplicates on; values are case-sensitive; a name with a dot',
      fields: { distinctCols: ['na.me'] },
      input: table('`na.me` string', [['É'], ['é'], ['É']]),
      output: table('`na.me` string', [['É'], ['é'], ['É']]),
      results: [{ type: 'table', data: table('`na.me` string', [['É'], ['é']]) }],
    },
    {
      name: 'an empty input has no values',
      fields: { distinctCols: ['d'] },
      input: table('d date', []),
      output: table('d date', []),
      results: [{ type: 'table', data: table('d date', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const columns = requireColumns(schema, fields.distinctCols, 'distinctCols').map((c) => F.columnNamed(c.name));
    const data = input
      .select(...columns)
      .distinct()
      .orderBy(...columns);
    return { outputs: [input], results: [{ type: 'table', title: 'Distinct Values In Column', data }] };
  },
});
