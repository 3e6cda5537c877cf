import { functions as F } from '@millrace/spark-connect';
import { flag, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { Result } from '../contract/results.ts';

export const count = processor({
  nodeClass: 'fire.nodes.etl.NodeCount',
  name: 'Count',
  type: 'shellcommand',
  category: 'Data-Preparation/Others',
  description:
    'Counts the rows, stores the number in a variable for later nodes and optionally shows it. The input is passed on unchanged.',
  inputs: { min: 1, max: 1 },
  fields: {
    variable: text({ default: 'count', title: 'Variable' }),
    printCount: flag({ default: true, title: 'Show the number' }),
  },
  sets: ({ variable }) => variable,
  examples: [
    {
      name: 'counts all rows, nulls and duplicates included',
      input: table('id int', [[1], [1], [null]]),
      output: table('id int', [[1], [1], [null]]),
      results: [
        { type: 'variable', title: 'count', data: table('count bigint', [[3n]]) },
        { type: 'table', title: 'count', data: table('count bigint', [[3n]]) },
      ],
    },
    {
      name: 'counts 0 rows in an empty input, without showing the number',
      fields: { variable: 'my rows', printCount: 'false' },
      input: table('`a.b` int', []),
      output: table('`a.b` int', []),
      results: [{ type: 'variable', title: 'my rows', data: table('`my rows` bigint', [[0n]]) }],
    },
    {
      name: 'takes columns of the same name',
      fields: { printCount: 'false' },
      input: table('a int, a string', [[1, 'é']]),
      output: table('a int, a string', [[1, 'é']]),
      results: [{ type: 'variable', title: 'count', data: table('count bigint', [[1n]]) }],
    },
  ],
  run({ input, fields }) {
    const name = fields.variable;
    const data = input.agg(F.count().alias(name));
    const results: Result[] = [{ type: 'variable', title: name, name, data }];
    if (fields.printCount) results.push({ type: 'table', title: name, data });
    return { outputs: [input], results };
  },
});
