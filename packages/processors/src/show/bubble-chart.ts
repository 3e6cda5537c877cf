import { functions as F } from '@millrace/spark-connect';
import {
  axes,
  chartColors,
  chartOf,
  fromInput,
  isStreaming,
  styleFields,
  maxValuesToDisplay,
} from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { column, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Field -> what its column stands for. */
const roles = { bubbles: 'label', xCoordinate: 'x', yCoordinate: 'y', color: 'color', size: 'size' } as const;

export const bubbleChart = processor({
  nodeClass: 'fire.nodes.graph.NodeBubbleChart',
  name: 'Bubble Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws the first rows as bubbles at two coordinates, optionally with label, colour and size from other columns. A row with a null coordinate has no bubble. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Bubble Chart' }),
    ...styleFields,
    maxValuesToDisplay,
    isStreaming,
    chartColors,
    bubbles: column({ title: 'Bubble label' }),
    xCoordinate: column({ required: true, title: 'X' }),
    yCoordinate: column({ required: true, title: 'Y' }),
    color: column({ title: 'Colour', description: 'Each value has its own colour, or each number its own shade' }),
    size: column({ title: 'Size' }),
    ...axes,
  },
  examples: [
    {
      name: 'draws label, position, colour and size, with one column in two roles',
      fields: { bubbles: 'city', xCoordinate: 'lon', yCoordinate: 'lat', color: 'city', size: 'people' },
      input: table('city string, lon double, lat double, people int', [
        ['Rome', 12.5, 41.9, 3],
        ['Oslo', 10.75, null, 1],
      ]),
      output: table('city string, lon double, lat double, people int', [
        ['Rome', 12.5, 41.9, 3],
        ['Oslo', 10.75, null, 1],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Bubble Chart',
          kind: 'bubble',
          data: table('city string, lon double, lat double, city_ string, people int', [
            ['Rome', 12.5, 41.9, 'Rome', 3],
            ['Oslo', 10.75, null, 'Oslo', 1],
          ]),
        },
      ],
    },
    {
      name: 'draws the first row by coordinates alone',
      fields: { xCoordinate: 'a.b', yCoordinate: 'y', maxValuesToDisplay: '1', title: 'One' },
      input: table('`a.b` int, y int', [
        [2, 1],
        [1, 2],
      ]),
      results: [{ type: 'chart', title: 'One', data: table('`a.b` int, y int', [[2, 1]]) }],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCoordinate: 'x', yCoordinate: 'y', size: 's' },
      input: table('x int, y int, s int', []),
      output: table('x int, y int, s int', []),
      results: [{ type: 'chart', kind: 'bubble', data: table('x int, y int, s int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const roleColumns = (Object.keys(roles) as (keyof typeof roles)[]).flatMap((field) => {
      const name = fields[field];
      return name === undefined ? [] : [{ role: roles[field], name: requireColumn(schema, name, field).name }];
    });
    const columns = roleColumns.map((c) => c.name);
    const names = uniqueNames(columns, '_');
    const { y = '', ...encodings } = Object.fromEntries(roleColumns.map(({ role }, i) => [role, names[i] ?? '']));
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data: input
            .limit(fields.maxValuesToDisplay)
            .select(...roleColumns.map(({ name }, i) => F.columnNamed(name).alias(names[i] ?? name))),
          limit: fields.maxValuesToDisplay,
          chart: chartOf('bubble', { ...encodings, y: [y], from: fromInput(names, columns) }, fields),
        },
      ],
    };
  },
});
