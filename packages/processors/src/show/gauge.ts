import { functions as F } from '@millrace/spark-connect';
import { chartOf, fromInput, styleFields } from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { column, text } from '../kit/fields.ts';
import { number } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Most gauges that are drawn. */
const maxRows = 20;

export const gauge = processor({
  nodeClass: 'fire.nodes.graph.NodeGauge',
  name: 'Gauge Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws a gauge with coloured ranges for each of the first 20 rows, with the label from one column and the value from another. A null value leaves the gauge without a pointer. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Gauge Chart' }),
    ...styleFields,
    keyCol: column({ title: 'Gauge label' }),
    valueCol: column({ required: true, title: 'Value' }),
    redfrom: number({ default: 90, title: 'Red from' }),
    redTo: number({ default: 100, title: 'Red to' }),
    yellowfrom: number({ default: 75, title: 'Yellow from' }),
    yellowTo: number({ default: 90, title: 'Yellow to' }),
    greenFrom: number({ default: 75, title: 'Green from' }),
    greenTo: number({ default: 90, title: 'Green to' }),
    max: number({ default: 100, title: 'Maximum' }),
    min: number({ default: 0, title: 'Minimum' }),
    minorTicks: number({ default: 5, min: 0, title: 'Minor ticks' }),
  },
  examples: [
    {
      name: 'draws a labelled gauge per row and keeps a null value',
      fields: { keyCol: 'part', valueCol: 'load', greenFrom: '0', greenTo: '75' },
      input: table('part string, load double, z int', [
        ['cpu', 80.5, 1],
        ['disk', null, 2],
      ]),
      output: table('part string, load double, z int', [
        ['cpu', 80.5, 1],
        ['disk', null, 2],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Gauge Chart',
          kind: 'gauge',
          data: table('part string, load double', [
            ['cpu', 80.5],
            ['disk', null],
          ]),
        },
      ],
    },
    {
      name: 'draws a gauge without a label for a column with a dot',
      fields: { valueCol: 'größe.m', title: 'Size' },
      input: table('`größe.m` int', [[101]]),
      results: [{ type: 'chart', title: 'Size', kind: 'gauge', data: table('`größe.m` int', [[101]]) }],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { keyCol: 'k', valueCol: 'v' },
      input: table('k string, v int', []),
      output: table('k string, v int', []),
      results: [{ type: 'chart', kind: 'gauge', data: table('k string, v int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const { redfrom, redTo, yellowfrom, yellowTo, greenFrom, greenTo, max, min, minorTicks } = fields;
    const key = fields.keyCol === undefined ? [] : [requireColumn(schema, fields.keyCol, 'keyCol').name];
    const columns = [...key, requireColumn(schema, fields.valueCol, 'valueCol').name];
    const names = uniqueNames(columns, '_');
    const data = input.limit(maxRows).select(...columns.map((name, i) => F.columnNamed(name).alias(names[i] ?? name)));
    const x = key.length === 0 ? {} : { x: names[0] ?? '' };
    const ranges = { red: [redfrom, redTo], yellow: [yellowfrom, yellowTo], green: [greenFrom, greenTo] };
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          limit: maxRows,
          chart: chartOf('gauge', { ...x, y: names.slice(-1), from: fromInput(names, columns) }, fields, {
            min,
            max,
            ...ranges,
            minorTicks,
          }),
        },
      ],
    };
  },
});
