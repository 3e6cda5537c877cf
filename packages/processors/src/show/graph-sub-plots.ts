import type { StructType } from '@millrace/spark-connect';
import { jsonList } from '@millrace/workflow';
import { chartColors, chartOf, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { chartKinds } from '../kit/charts.ts';
import { choice, column, flag, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { plot } from './_series.ts';
import { commaList } from '../kit/text.ts';

export const graphSubPlots = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphSubPlots',
  name: 'Graph Subplots',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws several charts in a grid, each of its own columns, for the first rows sorted by the x column or the first y column, nulls first. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Graph Subplots' }),
    ...styleFields,
    maxValuesToDisplay,
    chartColors,
    plots: rows(
      {
        xCols: column({ required: true, title: 'X column' }),
        yCols: text({
          required: true,
          kind: 'text',
          title: 'Y columns',
          description: 'One or more columns, separated by commas',
        }),
        graphTypes: choice(['LINECHART', 'COLUMNCHART', 'BARCHART', 'PIE', 'SCATTERCHART', 'DUALLINECHART'], {
          title: 'Chart type',
        }),
        xLabels: text({ title: 'X label' }),
        yLabels: text({ title: 'Y label' }),
        chartTitle: text({ title: 'Title' }),
        sortByYCol: flag({ default: false, title: 'Sort by the y column' }),
      },
      { key: 'xCols', required: true, widgets: { yCols: 'variables_list_options' } },
    ),
  },
  examples: [
    {
      name: 'draws two charts, the second of two columns sorted by the first',
      fields: {
        xCols: ['x', 'x'],
        yCols: ['a', 'b, a'],
        graphTypes: ['LINECHART', 'BARCHART'],
        xLabels: ['', 'X'],
        yLabels: ['', 'Y'],
        chartTitle: ['First', ''],
        sortByYCol: ['', 'true'],
        maxValuesToDisplay: '2',
      },
      input: table('x int, a int, b double', [
        [3, 1, 0.5],
        [1, null, 2.5],
        [2, 3, 1.5],
      ]),
      output: table('x int, a int, b double', [
        [3, 1, 0.5],
        [1, null, 2.5],
        [2, 3, 1.5],
      ]),
      results: [
        {
          type: 'chart',
          title: 'First',
          kind: 'line',
          data: table('x int, a int', [
            [1, null],
            [2, 3],
          ]),
        },
        {
          type: 'chart',
          title: 'Graph Subplots',
          kind: 'stacked-column',
          data: table('x int, b double, a int', [
            [3, 0.5, 1],
            [2, 1.5, 3],
          ]),
        },
      ],
    },
    {
      name: 'reads a JSON list of columns and a name with a comma; the chart type is optional',
      fields: { xCols: ['a.b', 'a.b'], yCols: ['["q`t","a.b"]', 'm, n'] },
      input: table('`a.b` int, `q``t` int, `m, n` int', [[1, 2, 3]]),
      results: [
        { type: 'chart', kind: 'column', data: table('`a.b` int, `q``t` int, `a.b_` int', [[1, 2, 1]]) },
        { type: 'chart', data: table('`a.b` int, `m, n` int', [[1, 3]]) },
      ],
    },
    {
      name: 'an empty input gives empty charts',
      fields: { xCols: ['x'], yCols: ['y'], graphTypes: ['PIE'] },
      input: table('x int, y int', []),
      output: table('x int, y int', []),
      results: [{ type: 'chart', kind: 'pie', data: table('x int, y int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    return {
      outputs: [input],
      results: fields.plots.map((one, i) => {
        const yCols = columnsIn(one.yCols, schema);
        const { data, ...encodings } = plot(input, schema, {
          xCol: one.xCols,
          xSortCol: true,
          yCols,
          ...(one.sortByYCol ? { ySortCol: yCols[0] } : {}),
          maxValuesToDisplay: fields.maxValuesToDisplay,
        });
        const kind = chartKinds[one.graphTypes ?? 'COLUMNCHART'];
        const labels = { xlabel: one.xLabels || undefined, ylabel: one.yLabels || undefined };
        const position = { group: fields.title, place: i };
        return {
          type: 'chart',
          title: one.chartTitle || fields.title,
          data,
          limit: fields.maxValuesToDisplay,
          chart: chartOf(kind, encodings, { ...fields, ...labels }, position),
        };
      }),
    };
  },
});

/** The columns of one plot: a name as it stands, a JSON list, or names with commas between. */
function columnsIn(chartType: string, schema: StructType): readonly string[] {
  if (schema.fields.some((f) => f.name.toLowerCase() === chartType.toLowerCase())) return [chartType];
  return jsonList(chartType) ?? commaList(chartType);
}
