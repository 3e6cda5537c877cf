import { functions as F } from '@millrace/spark-connect';
import { chartKinds } from '../core/charts.ts';
import { choice, column, columns, flag, integer, list, text } from '../core/fields.ts';
import { processor, table } from '../core/processor.ts';

export const graphValues = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphValues',
  name: 'GraphValues',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws one or more columns over another, for the first rows. Sorted by the x column unless told otherwise; without an x column the position of the row stands for it. The input goes on unchanged.',
  fields: {
    title: text({ default: 'Graph Values' }),
    xlabel: text({ title: 'X label' }),
    ylabel: text({ title: 'Y label' }),
    maxValuesToDisplay: integer({ default: 20, min: 1, title: 'Most values to show' }),
    graphType: choice(
      ['LINECHART', 'COLUMNCHART', 'BARCHART', 'PIE', 'DONUT', 'SCATTERCHART', 'DUALLINECHART', 'AREACHART'],
      { default: 'COLUMNCHART', widget: 'enum' },
    ),
    xCol: column({ title: 'X column' }),
    xSortCol: flag({ default: true, title: 'Sort by the x column' }),
    yCols: columns({ required: true, title: 'Y columns' }),
    ySortCol: column({ title: 'Sort by a y column' }),
    reNameYColumns: list({ title: 'Names of the series' }),
  },
  examples: [
    {
      name: 'a line over hours, sorted by hour whatever the input order; the input goes on as it is',
      fields: { graphType: 'LINECHART', xCol: 'hour', yCols: ['speed'], xlabel: 'Hour' },
      input: table('hour int, speed double', [[2, 11.5], [0, 20.25], [1, null]]),
      output: table('hour int, speed double', [[2, 11.5], [0, 20.25], [1, null]]),
      results: [
        { type: 'chart', title: 'Graph Values', kind: 'line', data: table('hour int, speed double', [[0, 20.25], [1, null], [2, 11.5]]) },
      ],
    },
    {
      name: 'only as many values as allowed, in input order when not sorted',
      fields: { xCol: 'city', yCols: ['a', 'b'], xSortCol: 'false', maxValuesToDisplay: '2', title: 'Two' },
      input: table('city string, a int, b int', [['z', 1, 2], ['ä', 3, 4], ['m', 5, 6]]),
      output: table('city string, a int, b int', [['z', 1, 2], ['ä', 3, 4], ['m', 5, 6]]),
      results: [
        { type: 'chart', title: 'Two', kind: 'column', data: table('city string, a int, b int', [['z', 1, 2], ['ä', 3, 4]]) },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'x', yCols: ['y'], graphType: 'PIE' },
      input: table('x int, y int', []),
      output: table('x int, y int', []),
      results: [{ type: 'chart', title: 'Graph Values', kind: 'pie', data: table('x int, y int', []) }],
    },
  ],
  run({ input, fields }) {
    const { xCol, yCols, ySortCol } = fields;
    const series = yCols.map((name, i) => F.columnNamed(name).alias(fields.reNameYColumns[i]?.trim() || name));
    const names = yCols.map((name, i) => fields.reNameYColumns[i]?.trim() || name);
    const key = ySortCol ?? (fields.xSortCol ? xCol : undefined);
    const ordered = key === undefined ? input : input.orderBy(F.columnNamed(key));
    const shown = xCol === undefined ? series : [F.columnNamed(xCol), ...series];
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data: ordered.limit(fields.maxValuesToDisplay).select(...shown),
          limit: fields.maxValuesToDisplay,
          chart: {
            kind: chartKinds[fields.graphType],
            encodings: { ...(xCol === undefined ? {} : { x: xCol }), y: names },
            ...(fields.xlabel === undefined ? {} : { xLabel: fields.xlabel }),
            ...(fields.ylabel === undefined ? {} : { yLabel: fields.ylabel }),
          },
        },
      ],
    };
  },
});
