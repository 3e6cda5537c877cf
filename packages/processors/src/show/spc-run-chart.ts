import { functions as F } from '@millrace/spark-connect';
import { control, controlChart, controlColumns, double, median, pointsOf } from './_control-chart.ts';
import { columns } from '../kit/list-fields.ts';
import { number } from '../kit/number-fields.ts';
import { limitsOutOfOrder } from './_limits.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const spcRunChart = processor({
  nodeClass: 'fire.nodes.graph.NodeSpcRunChart',
  name: 'Run Chart',
  type: 'SPC-Chart',
  category: 'Data-Visualization/SPC',
  description:
    'Draws values in row order with two limits and a centre line, one chart per chosen column, and marks values beyond the limits (test 1). The centre line defaults to the median of the values. Null and NaN are omitted. The input is passed on unchanged.',
  fields: {
    ...control('Run Chart'),
    values: columns({ required: true, title: 'Values', description: 'Numeric columns, one chart each' }),
    lcl: number({ required: true, title: 'Lower limit' }),
    center: number({ title: 'Centre line', description: 'Defaults to the median of the values' }),
    ucl: number({ required: true, title: 'Upper limit' }),
  },
  examples: [
    {
      name: 'uses the median as centre line; a value on a limit is not marked; omits null and NaN',
      fields: { values: ['v'], lcl: '1', ucl: '5.5', identifier: 'day' },
      input: table('day date, v double', [
        ['2024-02-28', 1],
        ['2024-02-29', null],
        ['2024-03-01', 6],
        ['2024-03-02', NaN],
        [null, 2],
        ['2024-03-03', 5],
      ]),
      output: table('day date, v double', [
        ['2024-02-28', 1],
        ['2024-02-29', null],
        ['2024-03-01', 6],
        ['2024-03-02', NaN],
        [null, 2],
        ['2024-03-03', 5],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Run Chart: v',
          kind: 'control',
          data: table(controlColumns('day date', 'v'), [
            ['2024-02-28', 1, 3.5, 5.5, 1, null, false],
            ['2024-03-01', 6, 3.5, 5.5, 1, '1', true],
            [null, 2, 3.5, 5.5, 1, null, false],
            ['2024-03-03', 5, 3.5, 5.5, 1, null, false],
          ]),
        },
      ],
    },
    {
      name: 'uses the given centre line and draws a chart per column',
      fields: { title: 'Wait', values: ['a', 'b.c'], lcl: '-1', center: '0', ucl: '1' },
      input: table('a int, `b.c` decimal(4,2)', [
        [2, '0.50'],
        [null, '-1.25'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Wait: a',
          data: table(controlColumns('row bigint', 'a'), [[1n, 2, 0, 1, -1, '1', true]]),
        },
        {
          type: 'chart',
          title: 'Wait: b.c',
          data: table(controlColumns('row bigint', '`b.c`'), [
            [1n, 0.5, 0, 1, -1, null, false],
            [2n, -1.25, 0, 1, -1, '1', true],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { values: ['a'], lcl: '0', ucl: '1' },
      input: table('a int', []),
      output: table('a int', []),
      results: [{ type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'a'), []) }],
    },
    {
      name: 'rejects limits in the wrong order',
      fields: { values: ['a'], lcl: '1', ucl: '0' },
      input: table('a int', []),
      error: 'invalid value "1" for field "lcl": must be less than field "ucl" (0)',
    },
  ],
  run({ input, fields, ...context }) {
    const { lcl, ucl, center, title } = fields;
    if (lcl >= ucl) throw limitsOutOfOrder(lcl, ucl);
    const limits = { upper: double(ucl), lower: double(lcl) };
    return {
      outputs: [input],
      results: fields.values.map((name) => {
        const points = pointsOf({ input, ...context }, { values: [name] }, fields.identifier);
        const value = F.col('v0');
        const middle = center === undefined ? median(value) : double(center);
        const line = { name, value, center: middle, ...limits };
        return controlChart(points, line, `${title}: ${name}`, { ...fields, test1: true });
      }),
    };
  },
});
