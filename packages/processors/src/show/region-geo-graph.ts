import { column } from '../kit/fields.ts';
import { geoChart, geoMap, geoTitle } from './_geo-chart.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const regionGeoGraph = processor({
  nodeClass: 'fire.nodes.graph.NodeRegionGeoGraph',
  name: 'RegionGeoGraph',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws a value for each place on a map for the first rows, with the fields of older workflows. Rows with a null are not drawn. The input is passed on unchanged.',
  fields: {
    ...geoTitle,
    col1: column({ required: true, title: 'Place' }),
    col2: column({ required: true, title: 'Value' }),
    ...geoMap,
  },
  examples: [
    {
      name: 'draws a value per place and passes the input on',
      fields: { col1: 'state', col2: 'n', title: 'States' },
      input: table('n bigint, state string', [
        [3n, 'Ohio'],
        [null, 'Utah'],
      ]),
      output: table('n bigint, state string', [
        [3n, 'Ohio'],
        [null, 'Utah'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'States',
          kind: 'map',
          data: table('state string, n bigint', [
            ['Ohio', 3n],
            ['Utah', null],
          ]),
        },
      ],
    },
    {
      name: 'draws rows up to the maximum, with dots in names',
      fields: { col1: 'a.b', col2: 'größe', maxValuesToDisplay: '1' },
      input: table('`a.b` string, `größe` int', [
        ['Goa', 1],
        ['Assam', 2],
      ]),
      results: [{ type: 'chart', data: table('`a.b` string, `größe` int', [['Goa', 1]]) }],
    },
    {
      name: 'an empty input gives an empty map',
      fields: { col1: 'p', col2: 'v' },
      input: table('p string, v int', []),
      output: table('p string, v int', []),
      results: [{ type: 'chart', kind: 'map', data: table('p string, v int', []) }],
    },
  ],
  run: ({ input, schema, fields }) =>
    geoChart(input, schema, { place: fields.col1, value: fields.col2, fields: ['col1', 'col2'] }, fields),
});
