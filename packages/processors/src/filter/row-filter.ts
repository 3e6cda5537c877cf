import { functions as F } from '@millrace/spark-connect';
import { expression } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const rowFilter = processor({
  nodeClass: 'fire.nodes.etl.NodeRowFilter',
  name: 'RowFilter',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description: 'Keeps the rows for which the Spark SQL condition is true. Rows where it is false or null are dropped.',
  fields: { conditionExpr: expression({ required: true, title: 'Condition' }) },
  examples: [
    {
      name: 'keeps rows that meet both conditions; drops a row if the condition is null',
      fields: { conditionExpr: "Age > 30 and Sex = 'female'" },
      input: table('Age int, Sex string', [
        [31, 'female'],
        [30, 'female'],
        [40, 'male'],
        [null, 'female'],
        [50, null],
      ]),
      output: table('Age int, Sex string', [[31, 'female']]),
    },
    {
      name: 'takes ==, double-quoted strings and names with dots in backticks',
      fields: { conditionExpr: '`a.b` == "ä b" or n is null' },
      input: table('`a.b` string, n double', [
        ['ä b', 1],
        ['x', null],
        [null, 1],
        ['"ä b"', NaN],
      ]),
      output: table('`a.b` string, n double', [
        ['ä b', 1],
        ['x', null],
      ]),
    },
    {
      name: 'preserves the input order',
      fields: { conditionExpr: 'n % 2 = 1' },
      input: table('n int', [[5], [2], [3], [4], [1]]),
      output: table('n int', [[5], [3], [1]]),
      ordered: true,
    },
    {
      name: 'keeps an empty input empty',
      fields: { conditionExpr: 'n > 1' },
      input: table('n int', []),
      output: table('n int', []),
    },
  ],
  run: ({ input, fields }) => input.filter(F.expr(fields.conditionExpr)),
});
