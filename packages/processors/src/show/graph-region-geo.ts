import { column } from '../kit/fields.ts';
import { geoChart, geoMap, geoTitle } from './_geo-chart.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const graphRegionGeo = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphRegionGeo',
  name: 'Geo Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws a value for each place on a map for the first rows, from a column with names of countries, provinces or cities and a column of values. Rows with a null are not drawn. The input is passed on unchanged.',
  fields: {
    ...geoTitle,
    groupByColumn1: column({ default: 'country', title: 'Place' }),
    groupByColumn2: column({ default: 'popularity', title: 'Value' }),
    ...geoMap,
  },
  examples: [
    {
      name: 'draws a value per country and passes the input on',
      fields: {
        groupByColumn1: 'land',
        groupByColumn2: 'n',
        region: 'world',
        displayMode: 'regions',
        resolution: 'countries',
      },
      input: table('land string, n int, z int', [
        ['Norway', 3, 1],
        [null, 1, 2],
        ['Österreich', null, 3],
      ]),
      output: table('land string, n int, z int', [
        ['Norway', 3, 1],
        [null, 1, 2],
        ['Österreich', null, 3],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Geo Chart',
          kind: 'map',
          data: table('land string, n int', [
            ['Norway', 3],
            [null, 1],
            ['Österreich', null],
          ]),
        },
      ],
    },
    {
      name: 'uses the default columns and draws the first row only',
      fields: { maxValuesToDisplay: '1', title: 'Popular' },
      input: table('popularity double, country string', [
        [0.5, 'Oslo'],
        [1, 'Rome'],
      ]),
      results: [{ type: 'chart', title: 'Popular', data: table('country string, popularity double', [['Oslo', 0.5]]) }],
    },
    {
      name: 'an empty input gives an empty map',
      fields: { groupByColumn1: 'a.b', groupByColumn2: 'a.b' },
      input: table('`a.b` string', []),
      output: table('`a.b` string', []),
      results: [{ type: 'chart', kind: 'map', data: table('`a.b` string, `a.b_` string', []) }],
    },
  ],
  run: ({ input, schema, fields }) =>
    geoChart(
      input,
      schema,
      { place: fields.groupByColumn1, value: fields.groupByColumn2, fields: ['groupByColumn1', 'groupByColumn2'] },
      fields,
    ),
});
