import { functions as F, types } from '@millrace/spark-connect';
import { columns } from '../kit/list-fields.ts';
import { number } from '../kit/number-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { limitsOutOfOrder } from './_limits.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { ofSquares } from '../kit/squares.ts';
import { stack } from '../kit/stack.ts';

const heading = 'column string, mean double, stddev double, cp double, cpk double';

export const processCapabilityIndex = processor({
  nodeClass: 'fire.nodes.graph.NodeProcessCapabilityIndex',
  name: 'Process Capability Index',
  type: 'SPC-Chart',
  category: 'Data-Visualization/SPC',
  description:
    'Shows the process capability of each chosen column: Cp is the distance between the specification limits divided by six sample standard deviations, Cpk is the distance from the mean to the nearer limit divided by three. Nulls are ignored; a column that does not vary has neither index. The input is passed on unchanged.',
  fields: {
    vars: columns({ required: true, title: 'Columns', description: 'Numeric columns' }),
    lcl: number({ required: true, title: 'Lower specification limit' }),
    ucl: number({ required: true, title: 'Upper specification limit' }),
  },
  examples: [
    {
      name: 'rates a centred, an off-centre and a constant column; ignores nulls',
      fields: { vars: ['a', 'b.c', 'k'], lcl: '-3', ucl: '9' },
      input: table('a int, `b.c` double, k int', [
        [2, 5.5, 1],
        [4, 7.5, 1],
        [null, 6.5, 1],
        [3, null, null],
      ]),
      output: table('a int, `b.c` double, k int', [
        [2, 5.5, 1],
        [4, 7.5, 1],
        [null, 6.5, 1],
        [3, null, null],
      ]),
      results: [
        {
          type: 'table',
          title: 'Process Capability Index',
          data: table(heading, [
            ['a', 3, 1, 2, 2],
            ['b.c', 6.5, 1, 2, 2.5 / 3],
            ['k', 1, 0, null, null],
          ]),
        },
      ],
    },
    {
      name: 'an empty input has no capability',
      fields: { vars: ['a'], lcl: '0', ucl: '1' },
      input: table('a double', []),
      output: table('a double', []),
      results: [{ type: 'table', data: table(heading, [['a', null, null, null, null]]) }],
    },
    {
      name: 'rejects limits in the wrong order',
      fields: { vars: ['a'], lcl: '1', ucl: '1' },
      input: table('a double', []),
      error: 'invalid value "1" for field "lcl": must be less than field "ucl" (1)',
    },
  ],
  run({ input, schema, fields }) {
    const { lcl, ucl } = fields;
    if (lcl >= ucl) throw limitsOutOfOrder(lcl, ucl);
    const names = requireNumbers(schema, fields.vars, 'vars').map((c) => c.name);
    const values = names.map((name) => F.columnNamed(name).cast(types.double));
    const one = input.agg(
      ...values.flatMap((v, i) => [F.avg(v).alias(`m${i}`), ofSquares('stddev', names[i] ?? '').alias(`s${i}`)]),
    );
    const double = (value: number) => F.lit(value, types.double);
    const indices = names.map((_, i) => {
      const [mean, deviation] = [F.col(`m${i}`), F.col(`s${i}`)];
      const spread = (times: number) => F.when(deviation.gt(double(0)), deviation.times(double(times)));
      const nearer = F.call('least', double(ucl).minus(mean), mean.minus(double(lcl)));
      return { mean, stddev: deviation, cp: double(ucl - lcl).dividedBy(spread(6)), cpk: nearer.dividedBy(spread(3)) };
    });
    const data = stack(
      one,
      'column',
      names,
      (['mean', 'stddev', 'cp', 'cpk'] as const).map((name) => ({ name, values: indices.map((f) => f[name]) })),
    );
    return {
      outputs: [input],
      results: [{ type: 'table', title: 'Process Capability Index', data, limit: names.length }],
    };
  },
});
