import { sql } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** The name of the input in the query. */
const input = 'df';

export const runHiveQl = processor({
  nodeClass: 'fire.nodes.etl.NodeRunHiveQL',
  name: 'Run HIVEQL',
  type: 'transform',
  category: 'Data-Preparation/Code',
  description: `Runs a query over the input, which is available as ${input}. The query is run by Spark SQL, whose language includes that of Hive; a semicolon at its end is ignored. The result of the query is the output.`,
  fields: { hql: sql({ title: 'HiveQL', description: 'The query' }) },
  examples: [
    {
      name: 'groups the input; a semicolon ends the query',
      fields: { hql: 'SELECT gender, AVG(age) AS avg_age FROM df GROUP BY gender;' },
      input: table('gender string, age int', [
        ['f', 30],
        ['f', 40],
        ['m', null],
      ]),
      output: table('gender string, avg_age double', [
        ['f', 35],
        ['m', null],
      ]),
    },
    {
      name: 'returns the columns of the query for an empty input',
      fields: { hql: "SELECT upper(gender) AS g, size(split(gender, 'x')) AS n FROM df" },
      input: table('gender string', []),
      output: table('g string, n int', []),
    },
    {
      name: 'sorts and limits',
      fields: { hql: 'SELECT n FROM df ORDER BY n DESC LIMIT 2 ; ' },
      input: table('n int', [[1], [3], [2], [null]]),
      output: table('n int', [[3], [2]]),
      ordered: true,
    },
  ],
  query: ({ hql }) => ({ sql: plainQuery(hql), inputs: [input] }),
  run: (context) =>
    context.session.sql(plainQuery(context.fields.hql), { inputs: { ...context.tables, [input]: context.input } }),
});

const plainQuery = (hql: string): string => hql.replace(/[\s;]+$/, '');
