import { functions as F, types } from '@millrace/spark-connect';
import { axes, chartColors, chartOf, styleFields } from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { column, flag, text } from '../kit/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Most points of a chart. */
const maxPoints = 1000;

export const scatterClusterChart = processor({
  nodeClass: 'fire.nodes.graph.NodeScatterClusterChart',
  name: 'Scatter Cluster Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws the first 1,000 rows as points coloured by cluster, optionally with the centroid of each cluster: the means of all its rows, ignoring nulls. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Scatter Cluster Chart' }),
    titleColor: styleFields.titleColor,
    xCol: column({ required: true, title: 'X column', description: 'A numeric column' }),
    yCol: column({ required: true, title: 'Y column', description: 'A numeric column' }),
    clusterColumn: column({ required: true, title: 'Cluster' }),
    centroid: flag({ default: false, title: 'Draw centroids' }),
    chartColors,
    ...axes,
    description: styleFields.description,
    descriptionColor: styleFields.descriptionColor,
  },
  examples: [
    {
      name: 'draws points by cluster, then the centroid of each cluster',
      fields: { xCol: 'x', yCol: 'y', clusterColumn: 'k', centroid: 'true' },
      input: table('x int, y double, k int', [
        [1, 1, 1],
        [3, 2, 1],
        [8, null, 0],
      ]),
      output: table('x int, y double, k int', [
        [1, 1, 1],
        [3, 2, 1],
        [8, null, 0],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Scatter Cluster Chart',
          kind: 'scatter',
          data: table('x double, y double, k int, centroid boolean', [
            [1, 1, 1, false],
            [3, 2, 1, false],
            [8, null, 0, false],
            [8, null, 0, true],
            [2, 1.5, 1, true],
          ]),
        },
      ],
    },
    {
      name: 'draws points alone, with dots in names and a column in two roles',
      fields: { xCol: 'a.b', yCol: 'a.b', clusterColumn: 'größe', title: 'Points' },
      input: table('`a.b` double, `größe` string', [
        [0.5, null],
        [1.5, 'x'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Points',
          data: table('`a.b` double, `a.b_` double, `größe` string, centroid boolean', [
            [0.5, 0.5, null, false],
            [1.5, 1.5, 'x', false],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'x', yCol: 'y', clusterColumn: 'k', centroid: 'true' },
      input: table('x int, y int, k int', []),
      output: table('x int, y int, k int', []),
      results: [{ type: 'chart', kind: 'scatter', data: table('x double, y double, k int, centroid boolean', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const cluster = requireColumn(schema, fields.clusterColumn, 'clusterColumn').name;
    const [x, y] = [requireNumbers(schema, [fields.xCol], 'xCol'), requireNumbers(schema, [fields.yCol], 'yCol')]
      .flat()
      .map((c) => c.name);
    const names = uniqueNames([x ?? '', y ?? '', cluster, 'centroid'], '_');
    const [xName = '', yName = '', series = '', marked = ''] = names;
    const coordinate = (name: string | undefined) => F.columnNamed(name ?? '').cast(types.double);
    const rows = input.select(coordinate(x).alias('x'), coordinate(y).alias('y'), F.columnNamed(cluster).alias('k'));
    const points = rows.limit(maxPoints).withColumns([
      ['c', false],
      ['place', F.monotonicallyIncreasingId()],
    ]);
    const centres = rows
      .groupBy(F.col('k'))
      .agg(F.avg('x').alias('x'), F.avg('y').alias('y'))
      .select(F.col('x'), F.col('y'), F.col('k'), F.lit(true).alias('c'), F.lit(0n).alias('place'));
    const marks = fields.centroid ? points.union(centres) : points;
    const data = marks
      .orderBy('c', 'place', 'k')
      .select('x', 'y', 'k', 'c')
      .toDF(...names);
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          chart: chartOf('scatter', { x: xName, y: [yName], series, marked }, fields),
        },
      ],
    };
  },
});
