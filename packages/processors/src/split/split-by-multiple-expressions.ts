import { functions as F } from '@millrace/spark-connect';
import { expression } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const rows = (numbers: readonly (number | null)[]) =>
  table(
    'c1 int',
    numbers.map((n) => [n]),
  );

export const splitByMultipleExpressions = processor({
  nodeClass: 'fire.nodes.etl.NodeSplitByMultipleExpressions',
  name: 'Split By Multiple Expressions',
  type: 'transform',
  category: 'Data-Preparation/Split',
  description:
    'Has one output for each of up to five conditions, with the rows for which it is true. The conditions are evaluated independently: a row can go to several outputs, and a row for which no condition is true goes to none. An output whose condition is blank has no rows.',
  fields: {
    conditionExpr1: expression({ title: 'Condition 1' }),
    conditionExpr2: expression({ title: 'Condition 2' }),
    conditionExpr3: expression({ title: 'Condition 3' }),
    conditionExpr4: expression({ title: 'Condition 4' }),
    conditionExpr5: expression({ title: 'Condition 5' }),
  },
  outputs: ['First', 'Second', 'Third', 'Fourth', 'Fifth'],
  examples: [
    {
      name: 'splits into three ranges; a null goes to none',
      fields: { conditionExpr1: 'c1 < 3', conditionExpr2: 'c1 >= 3 and c1 < 5', conditionExpr3: 'c1 >= 5' },
      input: rows([1, 3, 4, 5, 9, null]),
      output: [rows([1]), rows([3, 4]), rows([5, 9]), rows([]), rows([])],
    },
    {
      name: 'sends a row to several outputs; gives no rows for a blank condition',
      fields: { conditionExpr1: 'c1 > 0', conditionExpr2: ' ', conditionExpr4: 'c1 is null or c1 > 1' },
      input: rows([1, 2, null]),
      output: [rows([1, 2]), rows([]), rows([]), rows([2, null]), rows([])],
    },
    {
      name: 'returns empty outputs for an empty input',
      fields: { conditionExpr1: 'c1 = 1' },
      input: rows([]),
      output: [rows([]), rows([]), rows([]), rows([]), rows([])],
    },
    {
      name: 'rejects a node without conditions',
      input: rows([1]),
      error: 'no condition',
    },
  ],
  run({ input, fields }) {
    const conditions = [
      fields.conditionExpr1,
      fields.conditionExpr2,
      fields.conditionExpr3,
      fields.conditionExpr4,
      fields.conditionExpr5,
    ];
    if (conditions.every((c) => c === undefined))
      throw new FieldError('conditionExpr1', 'no condition', 'enter at least one condition');
    return { outputs: conditions.map((c) => (c === undefined ? input.limit(0) : input.filter(F.expr(c)))) };
  },
});
