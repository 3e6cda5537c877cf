import { functions as F } from '@millrace/spark-connect';
import { columns, flag, integer, text } from '../core/fields.ts';
import { processor, table } from '../core/processor.ts';

export const printFirstNRows = processor({
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  name: 'PrintNRows',
  type: 'transform',
  category: 'Data-Visualization',
  description: 'Shows the first rows as a table, all columns or the chosen ones. The input goes on unchanged.',
  fields: {
    title: text({ default: 'Row Values' }),
    n: integer({ default: 10, min: 0, title: 'Rows to show' }),
    columns: columns({ description: 'Columns to show; all when none is chosen' }),
    enableInExecution: flag({ default: true, title: 'Show in runs', description: 'False: only while designing' }),
    displayDataType: flag({ default: true, title: 'Show types' }),
  },
  examples: [
    {
      name: 'shows the first rows in input order and hands all on',
      fields: { n: '2' },
      input: table('id int, name string', [[3, 'c'], [1, null], [2, 'b']]),
      output: table('id int, name string', [[3, 'c'], [1, null], [2, 'b']]),
      results: [{ type: 'table', title: 'Row Values', data: table('id int, name string', [[3, 'c'], [1, null]]) }],
    },
    {
      name: 'shows only the chosen columns',
      fields: { n: '5', title: 'Names', columns: ['name'] },
      input: table('id int, name string', [[1, 'é'], [2, null]]),
      output: table('id int, name string', [[1, 'é'], [2, null]]),
      results: [{ type: 'table', title: 'Names', data: table('name string', [['é'], [null]]) }],
    },
    {
      name: 'an empty input shows an empty table with its columns',
      input: table('id int', []),
      output: table('id int', []),
      results: [{ type: 'table', title: 'Row Values', data: table('id int', []) }],
    },
  ],
  run({ input, fields }) {
    const shown = fields.columns.length === 0 ? input : input.select(...fields.columns.map((name) => F.columnNamed(name)));
    const results = fields.enableInExecution
      ? [
          {
            type: 'table' as const,
            title: fields.title,
            data: shown.limit(fields.n),
            limit: fields.n,
            options: { displayDataType: fields.displayDataType },
          },
        ]
      : [];
    return { outputs: [input], results };
  },
});
