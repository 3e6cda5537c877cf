import { column } from '../kit/fields.ts';
import { flagOutliers, lowerQuantile, upperQuantile } from './_outliers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const flagOutlier = processor({
  nodeClass: 'fire.nodes.ml.NodeFlagOutlier',
  name: 'Flag Outlier',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Appends `is_<column>_outlier`: true if a value lies more than 1.5 times the distance between two quantiles below the lower or above the upper quantile. The quantiles are exact values of the column, without null and NaN. NaN is an outlier; null gives null.',
  fields: {
    inputCol: column({ required: true, title: 'Column', description: 'A numeric column' }),
    lowerQuantile,
    upperQuantile,
  },
  examples: [
    {
      name: 'flags values outside -4 to 12 for the quartiles 2 and 6',
      fields: { inputCol: 'n' },
      input: table('n int, z string', [
        [6, 'a'],
        [-5, 'b'],
        [2, 'c'],
        [4, 'd'],
        [12, 'e'],
        [13, 'f'],
        [3, 'g'],
        [5, 'h'],
        [null, 'i'],
      ]),
      // sorted: -5 2 3 4 5 6 12 13
      output: table('n int, z string, is_n_outlier boolean', [
        [6, 'a', false],
        [-5, 'b', true],
        [2, 'c', false],
        [4, 'd', false],
        [12, 'e', false],
        [13, 'f', true],
        [3, 'g', false],
        [5, 'h', false],
        [null, 'i', null],
      ]),
      ordered: true,
    },
    {
      name: 'flags by other quantiles in a name with a dot; NaN is an outlier',
      fields: { inputCol: 'größe.m', lowerQuantile: '0.4', upperQuantile: '0.6' },
      input: table('`größe.m` double', [[1], [2], [3], [4], [5.5], [NaN]]),
      // sorted: 1 2 3 4 5.5, quantiles 2 and 3: usual from 0.5 to 4.5
      output: table('`größe.m` double, `is_größe.m_outlier` boolean', [
        [1, false],
        [2, false],
        [3, false],
        [4, false],
        [5.5, true],
        [NaN, true],
      ]),
    },
    {
      name: 'keeps duplicate names of other columns',
      fields: { inputCol: 'n' },
      input: table('n bigint, x int, x int', [[1n, 2, 3]]),
      output: table('n bigint, x int, x int, is_n_outlier boolean', [[1n, 2, 3, false]]),
    },
    {
      name: 'an empty input keeps the new column',
      fields: { inputCol: 'n' },
      input: table('n float', []),
      output: table('n float, is_n_outlier boolean', []),
    },
  ],
  run: ({ input, schema, fields }) =>
    flagOutliers(
      input,
      schema,
      [{ column: fields.inputCol, lower: fields.lowerQuantile, upper: fields.upperQuantile }],
      'inputCol',
    ),
});
