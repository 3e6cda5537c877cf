import { caseWhen, elseField } from './_case-when.ts';
import { expression, layout, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const when = () => expression({ required: true, title: 'When' });
const then = () => expression({ required: true, title: 'Then' });

export const caseWhenMultiple = processor({
  nodeClass: 'fire.nodes.etl.NodeCaseWhenMultiple',
  name: 'Case When Advanced',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds up to four columns, each with the value of its first condition that is true; a later column may use an earlier one. Conditions, values and the else value are Spark SQL expressions: string literals are in single quotes. A null condition is not true. Without an else value, the result is null if no condition is true. Groups without a column name are ignored.',
  fields: {
    outputCol0: text({ required: true, title: 'New column' }),
    branches0: rows(
      { whenConditions0: when(), values0: then() },
      { key: 'whenConditions0', widgets: { whenConditions0: 'key_array', values0: 'value_array' } },
    ),
    finallyElse0: elseField(),
    caseWhen1: layout(),
    outputCol1: text({ title: 'New column' }),
    branches1: rows(
      { whenConditions1: when(), values1: then() },
      { key: 'whenConditions1', widgets: { whenConditions1: 'key_array', values1: 'value_array' } },
    ),
    finallyElse1: elseField(),
    caseWhen2: layout(),
    outputCol2: text({ title: 'New column' }),
    branches2: rows(
      { whenConditions2: when(), values2: then() },
      { key: 'whenConditions2', widgets: { whenConditions2: 'key_array', values2: 'value_array' } },
    ),
    finallyElse2: elseField(),
    caseWhen3: layout(),
    outputCol3: text({ title: 'New column' }),
    branches3: rows(
      { whenConditions3: when(), values3: then() },
      { key: 'whenConditions3', widgets: { whenConditions3: 'key_array', values3: 'value_array' } },
    ),
    finallyElse3: elseField(),
  },
  examples: [
    {
      name: 'adds two columns, the second from the first; ignores groups without a name',
      fields: {
        outputCol0: 'size',
        whenConditions0: ['n > 10'],
        values0: ["'large'"],
        finallyElse0: "'small'",
        outputCol1: 'code',
        whenConditions1: ["size = 'large'", 'n is null'],
        values1: ['1', '-1'],
        whenConditions3: ['true'],
        values3: ['0'],
      },
      input: table('n int', [[11], [3], [null]]),
      output: table('n int, size string, code int', [
        [11, 'large', 1],
        [3, 'small', null],
        [null, 'small', -1],
      ]),
    },
    {
      name: 'adds all four; takes names with dots',
      fields: {
        outputCol0: 'a.0',
        whenConditions0: ['b'],
        values0: ['0'],
        outputCol1: 'a.1',
        whenConditions1: ['b'],
        values1: ['1'],
        outputCol2: 'a.2',
        whenConditions2: ['b'],
        values2: ['2'],
        outputCol3: 'a.3',
        whenConditions3: ['not b'],
        values3: ['3'],
        finallyElse3: '`a.2` + 2',
      },
      input: table('b boolean', [[true], [false]]),
      output: table('b boolean, `a.0` int, `a.1` int, `a.2` int, `a.3` int', [
        [true, 0, 1, 2, 4],
        [false, null, null, null, 3],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { outputCol0: 'x', whenConditions0: ['a = 1'], values0: ['a'] },
      input: table('a int', []),
      output: table('a int, x int', []),
    },
  ],
  run({ input, fields: f }) {
    const groups = [
      {
        name: f.outputCol0,
        branches: f.branches0.map((b) => ({ condition: b.whenConditions0, value: b.values0 })),
        rest: f.finallyElse0,
      },
      {
        name: f.outputCol1,
        branches: f.branches1.map((b) => ({ condition: b.whenConditions1, value: b.values1 })),
        rest: f.finallyElse1,
      },
      {
        name: f.outputCol2,
        branches: f.branches2.map((b) => ({ condition: b.whenConditions2, value: b.values2 })),
        rest: f.finallyElse2,
      },
      {
        name: f.outputCol3,
        branches: f.branches3.map((b) => ({ condition: b.whenConditions3, value: b.values3 })),
        rest: f.finallyElse3,
      },
    ];
    return groups.reduce(
      (rows, { name, branches, rest }, i) =>
        name === undefined ? rows : rows.withColumn(name, caseWhen(branches, rest, `whenConditions${i}`)),
      input,
    );
  },
});
