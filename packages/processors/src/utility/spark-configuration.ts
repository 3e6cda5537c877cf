import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Settings that are not for the eye. */
const secret = /secret|password|token|credential|(access|account).?key|:\/\/[^/\s]*@/i;

export const sparkConfiguration = processor({
  nodeClass: 'fire.nodes.util.NodeSparkConfiguration',
  name: 'Print Spark Configuration',
  type: 'transform',
  category: 'Utilities/Spark-Performance',
  description:
    "Shows the configuration of the run's Spark session, sorted by name; values such as passwords and tokens are masked. The input is passed on unchanged.",
  fields: {},
  unverified: 'the configuration is that of Spark',
  examples: [
    {
      name: 'shows the configuration and passes the rows on',
      input: table('a int, `b.c` string', [[1, null]]),
      output: table('a int, `b.c` string', [[1, null]]),
      results: [{ type: 'table', title: 'Spark Configuration' }],
    },
    {
      name: 'passes an empty input on',
      input: table('a int', []),
      output: table('a int', []),
      results: [{ type: 'table' }],
    },
    {
      name: 'keeps duplicate names',
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
  async run({ input, session }) {
    const settings = [...(await session.allConfig())].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const data = session.createDataFrame(
      settings.map(([key, value]) => [key, secret.test(`${key} ${value}`) ? '*********' : value]),
      'key string, value string',
    );
    return { outputs: [input], results: [{ type: 'table', title: 'Spark Configuration', data }] };
  },
});
