import { caseWhen, elseField } from './_case-when.ts';
import { expression, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const caseWhenColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeCaseWhen',
  name: 'Case When',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a column with the value of the first condition that is true. Conditions, values and the else value are Spark SQL expressions: string literals are in single quotes. A null condition is not true. Without an else value, the result is null if no condition is true.',
  fields: {
    outputCol: text({ required: true, title: 'New column' }),
    branches: rows(
      {
        whenConditions: expression({ required: true, title: 'When' }),
        values: expression({ required: true, title: 'Then' }),
      },
      { key: 'whenConditions', widgets: { whenConditions: 'key_array', values: 'value_array' } },
    ),
    finallyElse: elseField(),
  },
  examples: [
    {
      name: 'takes the value of the first true condition, else the else value; null is not true',
      fields: {
        outputCol: 'size',
        whenConditions: ['n > 10', 'n > 5'],
        values: ["'large'", "'middle'"],
        finallyElse: "'small'",
      },
      input: table('n int', [[11], [10], [6], [5], [null]]),
      output: table('n int, size string', [
        [11, 'large'],
        [10, 'middle'],
        [6, 'middle'],
        [5, 'small'],
        [null, 'small'],
      ]),
    },
    {
      name: 'takes columns as values; gives null without an else value; takes names with dots and Unicode',
      fields: { outputCol: 'größe', whenConditions: ['`a.b` is not null', ''], values: ['`a.b` * 2', "'unused'"] },
      input: table('`a.b` double', [[1.5], [null]]),
      output: table('`a.b` double, `größe` double', [
        [1.5, 3],
        [null, null],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { outputCol: 'x', whenConditions: ['a = 1'], values: ['true'], finallyElse: 'false' },
      input: table('a int', []),
      output: table('a int, x boolean', []),
    },
    {
      name: 'rejects a node without conditions',
      fields: { outputCol: 'x', finallyElse: '1' },
      input: table('a int', [[1]]),
      error: 'field "whenConditions" is required',
    },
  ],
  run: ({ input, fields }) =>
    input.withColumn(
      fields.outputCol,
      caseWhen(
        fields.branches.map((b) => ({ condition: b.whenConditions, value: b.values })),
        fields.finallyElse,
        'whenConditions',
      ),
    ),
});
