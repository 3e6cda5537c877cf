import { functions as F } from '@millrace/spark-connect';
import { expression } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const splitByExpression = processor({
  nodeClass: 'fire.nodes.etl.NodeSplitByExpression',
  name: 'Split By Expression',
  type: 'transform',
  category: 'Data-Preparation/Split',
  description:
    'Sends the rows for which the condition is true to the first output and all others, including those for which it is null, to the second.',
  fields: {
    conditionExpr: expression({
      required: true,
      title: 'Condition',
      description: 'A Spark SQL condition over the columns',
    }),
  },
  outputs: ['True', 'False'],
  examples: [
    {
      name: 'splits rows by a number; a null condition is not true',
      fields: { conditionExpr: 'c1 > 5' },
      input: table('c1 double, c2 string', [
        [4, 'a'],
        [6, 'b'],
        [null, 'c'],
        [5, 'd'],
      ]),
      output: [
        table('c1 double, c2 string', [[6, 'b']]),
        table('c1 double, c2 string', [
          [4, 'a'],
          [null, 'c'],
          [5, 'd'],
        ]),
      ],
    },
    {
      name: 'returns two empty outputs for an empty input',
      fields: { conditionExpr: 'c1 is null' },
      input: table('c1 int', []),
      output: [table('c1 int', []), table('c1 int', [])],
    },
    {
      name: 'takes names with dots and Unicode, == and double-quoted strings',
      fields: { conditionExpr: '`città.nome` == "Zürich" or `città.nome` is null' },
      input: table('`città.nome` string', [['Zürich'], ['Oslo'], [null]]),
      output: [table('`città.nome` string', [['Zürich'], [null]]), table('`città.nome` string', [['Oslo']])],
    },
  ],
  run({ input, fields }) {
    const condition = F.expr(fields.conditionExpr);
    return { outputs: [input.filter(condition), input.filter(F.coalesce(condition, F.lit(false)).not())] };
  },
});
