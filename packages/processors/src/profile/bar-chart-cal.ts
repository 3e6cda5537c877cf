import { fromInput } from '../kit/chart-fields.ts';
import { requireColumn } from '../kit/columns.ts';
import { countsOf } from '../kit/counts.ts';
import { column, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const barChartCal = processor({
  nodeClass: 'fire.nodes.ml.NodeBarChartCal',
  name: 'BarChartCal',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Counts the rows per value of a column, as a table and a bar chart sorted by value. Null is counted as a value of its own. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Bar Chart' }),
    inputCol: column({ required: true, title: 'Column' }),
  },
  examples: [
    {
      name: 'counts rows per value, null first',
      fields: { inputCol: 'c' },
      input: table('c string, n int', [
        ['b', 1],
        ['a', 2],
        [null, 3],
        ['b', 4],
      ]),
      output: table('c string, n int', [
        ['b', 1],
        ['a', 2],
        [null, 3],
        ['b', 4],
      ]),
      results: [
        {
          type: 'table',
          title: 'Bar Chart',
          data: table('c string, count bigint', [
            [null, 1n],
            ['a', 1n],
            ['b', 2n],
          ]),
        },
        {
          type: 'chart',
          title: 'Bar Chart',
          kind: 'column',
          data: table('c string, count bigint', [
            [null, 1n],
            ['a', 1n],
            ['b', 2n],
          ]),
        },
      ],
    },
    {
      name: 'counts a column called count in numeric order',
      fields: { inputCol: 'count', title: 'Counts' },
      input: table('count int', [[10], [9], [10]]),
      results: [
        {
          type: 'table',
          title: 'Counts',
          data: table('count int, count_ bigint', [
            [9, 1n],
            [10, 2n],
          ]),
        },
        { type: 'chart', title: 'Counts', kind: 'column' },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { inputCol: 'a.b' },
      input: table('`a.b` date', []),
      output: table('`a.b` date', []),
      results: [{ type: 'table', data: table('`a.b` date, count bigint', []) }, { type: 'chart' }],
    },
  ],
  run({ input, schema, fields }) {
    const column = requireColumn(schema, fields.inputCol, 'inputCol').name;
    const { rows, x, y } = countsOf(input, column);
    const encodings = { x, y: [y], from: fromInput([x], [column]) };
    return {
      outputs: [input],
      results: [
        { type: 'table', title: fields.title, data: rows },
        { type: 'chart', title: fields.title, data: rows, chart: { kind: 'column', encodings } },
      ],
    };
  },
});
