import { functions as F } from '@millrace/spark-connect';
import { columns } from '../kit/list-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { stack } from '../kit/stack.ts';

const heading = 'column string, skewness double, kurtosis double';

export const skewnessAndKurtosis = processor({
  nodeClass: 'fire.nodes.etl.NodeSkewnessAndKurtosis',
  name: 'Skewness And Kurtosis',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Shows the population skewness and excess kurtosis (0 for a normal distribution) of each chosen column, as in Spark. Nulls are ignored; a column that does not vary gives null. The input is passed on unchanged.',
  fields: { inputCols: columns({ required: true, title: 'Columns' }) },
  examples: [
    {
      name: 'measures a symmetric, a long-tailed and a constant column; ignores nulls',
      fields: { inputCols: ['s', 't', 'k'] },
      input: table('s int, t double, k bigint', [
        [1, 0, 5n],
        [null, 0, 5n],
        [3, 0, 5n],
        [null, 4, null],
      ]),
      output: table('s int, t double, k bigint', [
        [1, 0, 5n],
        [null, 0, 5n],
        [3, 0, 5n],
        [null, 4, null],
      ]),
      // t: mean 1, m2 = 12, m3 = 24, m4 = 84: sqrt(4)·24/12^1.5 and 4·84/144 − 3
      results: [
        {
          type: 'table',
          title: 'Skewness And Kurtosis',
          data: table(heading, [
            ['s', 0, -2],
            ['t', (2 * 24) / Math.sqrt(12 * 12 * 12), (4 * 84) / 144 - 3],
            ['k', null, null],
          ]),
        },
      ],
    },
    {
      name: 'an empty input has neither',
      fields: { inputCols: ['a'] },
      input: table('a float', []),
      output: table('a float', []),
      results: [{ type: 'table', data: table(heading, [['a', null, null]]) }],
    },
    {
      name: 'rejects a text column',
      fields: { inputCols: ['na.me'] },
      input: table('`na.me` string', [['1']]),
      error: 'column "na.me" in field "inputCols" has type STRING: must be numeric',
    },
  ],
  run({ input, schema, fields }) {
    const names = requireNumbers(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    const statistics = input.agg(
      ...names.flatMap((name, i) => [
        F.skewness(F.columnNamed(name).cast('double')).alias(`s${i}`),
        F.kurtosis(F.columnNamed(name).cast('double')).alias(`k${i}`),
      ]),
    );
    const data = stack(statistics, 'column', names, [
      { name: 'skewness', values: names.map((_, i) => F.col(`s${i}`)) },
      { name: 'kurtosis', values: names.map((_, i) => F.col(`k${i}`)) },
    ]);
    return {
      outputs: [input],
      results: [{ type: 'table', title: 'Skewness And Kurtosis', data, limit: names.length }],
    };
  },
});
