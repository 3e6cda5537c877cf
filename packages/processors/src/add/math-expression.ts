import { addExpressions, expressionRows } from './_expressions.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const mathExpression = processor({
  nodeClass: 'fire.nodes.etl.NodeMathExpression',
  name: 'Math Expression',
  type: 'transform',
  category: 'Data-Preparation/Math',
  description:
    'Adds a column for each numeric Spark SQL expression, in the order listed; an expression may use the columns before it. Null in any operand gives null; division by zero ends the run (try_divide gives null instead).',
  fields: { rules: expressionRows() },
  examples: [
    {
      name: 'sums and powers; null stays null',
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
      name: 'whole numbers: division gives a double, div and % stay whole; try_divide by zero is null',
      fields: { outputCols: ['q', 'w', 'r', 't'], expressions: ['n / 2', 'n div 2', 'n % 2', 'try_divide(n, 0)'] },
      input: table('n int', [[7], [-7]]),
      output: table('n int, q double, w bigint, r int, t double', [
        [7, 3.5, 3n, 1, null],
        [-7, -3.5, -3n, -1, null],
      ]),
    },
    {
      name: 'an empty input has the new columns',
      fields: { outputCols: ['x'], expressions: ['abs(a)'] },
      input: table('a int', []),
      output: table('a int, x int', []),
    },
    {
      name: 'division by zero ends the run',
      fields: { outputCols: ['x'], expressions: ['1 / a'] },
      input: table('a int', [[0]]),
      error: 'ivision by zero',
    },
  ],
  run: ({ input, fields }) => addExpressions(input, fields.rules),
});
