import { functions as F } from '@millrace/spark-connect';
import { addExpressions, expressionRows } from './_expressions.ts';
import { flag, layout } from '../kit/fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const expressions = processor({
  nodeClass: 'fire.nodes.etl.NodeExpressions',
  name: 'Expressions',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a column for each Spark SQL expression, in the order listed; an expression may use the columns added before it. A column of the same name is replaced in place. If the input columns are not kept, only the new columns remain.',
  fields: {
    Expressions: layout(),
    rules: expressionRows(),
    propagation: layout(),
    inputColumnPropagation: flag({ default: true, title: 'Keep the input columns', widget: 'array_single' }),
    outputSchema: layout(),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'computes columns, the second from the first; null gives null',
      fields: { outputCols: ['total', 'label'], expressions: ['price * n', "concat(name, ': ', total)"] },
      input: table('name string, price int, n int', [
        ['é', 2, 3],
        [null, 1, 1],
        ['x', null, 1],
      ]),
      output: table('name string, price int, n int, total int, label string', [
        ['é', 2, 3, 6, 'é: 6'],
        [null, 1, 1, 1, null],
        ['x', null, 1, null, null],
      ]),
    },
    {
      name: 'keeps only the new columns; takes names with dots in backticks',
      fields: {
        outputCols: ['up.per', 'len'],
        expressions: ['upper(`a.b`)', 'length(`up.per`)'],
        inputColumnPropagation: 'false',
      },
      input: table('`a.b` string, c int', [
        ['xy', 1],
        [null, 2],
      ]),
      output: table('`up.per` string, len int', [
        ['XY', 2],
        [null, null],
      ]),
    },
    {
      name: 'replaces a column of the same name in place; the later of two rules wins',
      fields: { outputCols: ['a', 'a', ''], expressions: ['a + 1', 'a * 10', 'ignored'] },
      input: table('a int, b int', [[1, 5]]),
      output: table('a int, b int', [[20, 5]]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { outputCols: ['x'], expressions: ['a > 1'] },
      input: table('a int', []),
      output: table('a int, x boolean', []),
    },
    {
      name: 'fails on overflow instead of wrapping around',
      fields: { outputCols: ['x'], expressions: ["cast('many' as int)"] },
      input: table('a int', [[1]]),
      error: 'many',
    },
    {
      name: 'rejects a name without an expression',
      fields: { outputCols: ['x'], expressions: [''] },
      input: table('a int', [[1]]),
      error: 'field "expressions" is required',
    },
  ],
  run({ input, fields }) {
    const rows = addExpressions(input, fields.rules);
    if (fields.inputColumnPropagation) return rows;
    const names = fields.rules
      .map((r) => r.outputCols)
      .filter((name, i, all) => all.findIndex((n) => n.toLowerCase() === name.toLowerCase()) === i);
    return rows.select(...names.map((name) => F.columnNamed(name)));
  },
});
