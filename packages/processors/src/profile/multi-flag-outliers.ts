import { flagOutliers, outlierRows } from './_outliers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const multiFlagOutliers = processor({
  nodeClass: 'fire.nodes.ml.NodeMultiFlagOutliers',
  formerly: ['fire.nodes.etl.NodeMultiFlagOutliers'],
  name: 'MultiFlagOutliers',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Appends `is_<column>_outlier` for each chosen column, by its own quantiles: true if a value lies more than 1.5 times their distance below the lower or above the upper quantile. The quantiles are exact values of the column, without null and NaN. NaN is an outlier; null gives null.',
  fields: { rules: outlierRows() },
  examples: [
    {
      name: 'flags each column by its own quantiles, 0.25 and 0.75 by default; ignores a blank column',
      fields: { inputCols: ['a', '', 'b'], lowerQuantiles: ['', '0.1', '0.5'], upperQuantiles: ['', '', '0.5'] },
      input: table('a int, b double', [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 2],
        [100, null],
      ]),
      // a: quartiles 2 and 4, usual from -1 to 7; b: both quantiles 1, so only 1 is usual
      output: table('a int, b double, is_a_outlier boolean, is_b_outlier boolean', [
        [1, 1, false, false],
        [2, 1, false, false],
        [3, 1, false, false],
        [4, 2, false, true],
        [100, null, true, null],
      ]),
      ordered: true,
    },
    {
      name: 'an empty input keeps the new columns',
      fields: { inputCols: ['a', 'b.c'], lowerQuantiles: [], upperQuantiles: [] },
      input: table('a int, `b.c` decimal(4,1)', []),
      output: table('a int, `b.c` decimal(4,1), is_a_outlier boolean, `is_b.c_outlier` boolean', []),
    },
    {
      name: 'rejects a quantile above 1',
      fields: { inputCols: ['a'], upperQuantiles: ['75'] },
      input: table('a int', [[null]]),
      error: 'invalid value "75" for field "upperQuantiles": must be 1 or less',
    },
  ],
  run: ({ input, schema, fields }) =>
    flagOutliers(
      input,
      schema,
      fields.rules.map((rule) => ({ column: rule.inputCols, lower: rule.lowerQuantiles, upper: rule.upperQuantiles })),
      'inputCols',
    ),
});
