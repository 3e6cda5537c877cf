import { functions as F } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const countRowsColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeCountRowsColumns',
  name: 'Count rows columns',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Shows the number of rows and columns as a table and stores the number of rows in a variable. The input is passed on unchanged.',
  fields: {
    variable: text({
      default: 'count',
      title: 'Variable',
      description: 'Name of the variable that stores the number of rows',
    }),
  },
  sets: ({ variable }) => variable,
  examples: [
    {
      name: 'counts rows with nulls and duplicate rows',
      input: table('a int, b string', [
        [1, 'x'],
        [1, 'x'],
        [null, null],
      ]),
      output: table('a int, b string', [
        [1, 'x'],
        [1, 'x'],
        [null, null],
      ]),
      results: [
        { type: 'table', title: 'Rows and columns', data: table('rows bigint, columns int', [[3n, 2]]) },
        { type: 'variable', title: 'count', data: table('count bigint', [[3n]]) },
      ],
    },
    {
      name: 'gives the variable its name',
      fields: { variable: 'n rows' },
      input: table('`a.b` int', [[1]]),
      output: table('`a.b` int', [[1]]),
      results: [
        { type: 'table', title: 'Rows and columns', data: table('rows bigint, columns int', [[1n, 1]]) },
        { type: 'variable', title: 'n rows', data: table('`n rows` bigint', [[1n]]) },
      ],
    },
    {
      name: 'counts the columns of an empty input',
      input: table('a int, b int', []),
      output: table('a int, b int', []),
      results: [
        { type: 'table', title: 'Rows and columns', data: table('rows bigint, columns int', [[0n, 2]]) },
        { type: 'variable', title: 'count', data: table('count bigint', [[0n]]) },
      ],
    },
  ],
  run({ input, schema, fields: { variable } }) {
    const counts = input.agg(F.count().alias('rows'));
    return {
      outputs: [input],
      results: [
        { type: 'table', title: 'Rows and columns', data: counts.withColumn('columns', F.lit(schema.fields.length)) },
        { type: 'variable', title: variable, name: variable, data: input.agg(F.count().alias(variable)) },
      ],
    };
  },
});
