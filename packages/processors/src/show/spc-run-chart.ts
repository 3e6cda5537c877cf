import { functions as F } from '@millrace/spark-connect';
import { control, controlChart, controlColumns, double, median, pointsOf } from './_control-chart.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { number } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const spcRunChart = processor({
  nodeClass: 'fire.nodes.graph.NodeSpcRunChart',
  name: 'Run Chart',
  type: 'SPC-Chart',
  category: 'Data-Visualization/SPC',
  description:
    'Draws values in the order of the rows with two limits and a centre line that are given, one chart for each chosen column, and marks values beyond the limits (test 1). Without a centre line it is the median of the values. Nulls and NaN are left out. The input goes on unchanged.',
  fields: {
    ...control('Run Chart'),
    values: columns({ required: true, title: 'Values', description: 'Columns of numbers, a chart each' }),
    lcl: number({ required: true, title: 'Lower limit' }),
    center: number({ title: 'Centre line', description: 'The median of the values where none is given' }),
    ucl: number({ required: true, title: 'Upper limit' }),
  },
  examples: [
    {
      name: 'the median is the centre line; a limit itself is not beyond; null and NaN are left out',
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
      name: 'a centre line that is given, and a chart for each column',
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
      name: 'limits in the wrong order are refused',
      fields: { values: ['a'], lcl: '1', ucl: '0' },
      input: table('a int', []),
      error: '"lcl" is 1, which is not below "ucl"',
    },
  ],
  run({ input, fields, ...context }) {
    const { lcl, ucl, center, title } = fields;
    if (lcl >= ucl)
      throw new FieldError('lcl', `"lcl" is ${lcl}, which is not below "ucl" (${ucl})`, 'give the lower limit first');
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
