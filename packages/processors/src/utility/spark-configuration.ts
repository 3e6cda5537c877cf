import { functions as F } from '@millrace/spark-connect';
import { processor, table } from '../core/processor.ts';

/** Settings that are not for the eye. */
const secret = '(?i)secret|password|token|credential|access.?key';

export const sparkConfiguration = processor({
  nodeClass: 'fire.nodes.util.NodeSparkConfiguration',
  name: 'Print Spark Configuration',
  type: 'transform',
  category: 'Utilities/Spark-Performance',
  description:
    "Shows the settings of the run's Spark session by name; values of passwords, tokens and the like are hidden. The input goes on unchanged.",
  fields: {},
  unproven: "the settings are Spark's own",
  examples: [
    {
      name: 'the settings are shown and the rows go on',
      input: table('a int, `b.c` string', [[1, null]]),
      output: table('a int, `b.c` string', [[1, null]]),
      results: [{ type: 'table', title: 'Spark Configuration' }],
    },
    { name: 'an empty input', input: table('a int', []), output: table('a int', []), results: [{ type: 'table' }] },
    {
      name: 'equal names stay',
      input: table('é int, é int', [
        [2, 1],
        [1, 2],
      ]),
      output: table('é int, é int', [
        [2, 1],
        [1, 2],
      ]),
      ordered: true,
    },
  ],
  run({ input, session }) {
    const value = F.when(F.col('key').rlike(secret), '*********').otherwise(F.col('value'));
    const data = session.sql('SET').select(F.col('key'), value.alias('value')).orderBy('key');
    return { outputs: [input], results: [{ type: 'table', title: 'Spark Configuration', data }] };
  },
});
