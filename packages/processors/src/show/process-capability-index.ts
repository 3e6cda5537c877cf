import { functions as F, types } from '@millrace/spark-connect';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { number } from '../kit/number-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
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
    'Shows for each chosen column how well its spread fits between two limits: Cp is their distance over six standard deviations of the sample, Cpk the distance from the mean to the nearer limit over three. Nulls are left out; a column that does not vary has neither. The input goes on unchanged.',
  fields: {
    vars: columns({ required: true, title: 'Columns', description: 'Columns of numbers' }),
    lcl: number({ required: true, title: 'Lower limit' }),
    ucl: number({ required: true, title: 'Upper limit' }),
  },
  examples: [
    {
      name: 'a column in the middle, one near a limit, one that does not vary; nulls are left out',
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
      name: 'limits in the wrong order are refused',
      fields: { vars: ['a'], lcl: '1', ucl: '1' },
      input: table('a double', []),
      error: '"lcl" is 1, which is not below "ucl"',
    },
  ],
  run({ input, schema, fields }) {
    const { lcl, ucl } = fields;
    if (lcl >= ucl)
      throw new FieldError('lcl', `"lcl" is ${lcl}, which is not below "ucl" (${ucl})`, 'give the lower limit first');
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
