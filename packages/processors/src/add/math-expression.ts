import { addExpressions, expressionRows } from './_expressions.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const mathExpression = processor({
  nodeClass: 'fire.nodes.etl.NodeMathExpression',
  name: 'Math Expression',
  type: 'transform',
  category: 'Data-Preparation/Math',
  description:
    'Adds a column for each numeric Spark SQL expression, in the order listed; an expression may use the columns added before it. A null operand gives null; division by zero fails the run (use try_divide to get null instead).',
  fields: { rules: expressionRows() },
  examples: [
    {
      name: 'computes sums and powers; nulls remain null',
      fields: { outputCols: ['sum', 'root'], expressions: ['a + b', 'sqrt(sum)'] },
      input: table('a double, b double', [
        [9, 7],
        [null, 1],
        [2.25, 0],
      ]),
      output: table('a double, b double, sum double, root double', [
        [9, 7, 16, 4],
        [null, 1, null, null],
        [2.25, 0, 2.25, 1.5],
      ]),
    },
    {
      name: 'divides integers into a double, and into an integer with div and %; try_divide by zero gives null',
      fields: { outputCols: ['q', 'w', 'r', 't'], expressions: ['n / 2', 'n div 2', 'n % 2', 'try_divide(n, 0)'] },
      input: table('n int', [[7], [-7]]),
      output: table('n int, q double, w bigint, r int, t double', [
        [7, 3.5, 3n, 1, null],
        [-7, -3.5, -3n, -1, null],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { outputCols: ['x'], expressions: ['abs(a)'] },
      input: table('a int', []),
      output: table('a int, x int', []),
    },
    {
      name: 'fails on division by zero',
      fields: { outputCols: ['x'], expressions: ['1 / a'] },
      input: table('a int', [[0]]),
      error: 'ivision by zero',
    },
  ],
  run: ({ input, fields }) => addExpressions(input, fields.rules),
});
