import type { Column } from '@millrace/spark-connect';
import { choice, column, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { checkNames, meets } from './_validation.ts';

export const validation = processor({
  nodeClass: 'fire.nodes.etl.NodeValidation',
  name: 'Validate Fields Simple',
  type: 'transform',
  category: 'Data-Validation',
  description:
    'Sends the rows that meet all rules to one output and the others to a second. Null meets only IS_NULL. Lengths are those of the text; text is compared by number where a number is given and order is asked for; a date pattern is taken strictly, `yyyy-MM-dd` where none is given.',
  fields: {
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        functions: choice(checkNames, { required: true, title: 'Check' }),
        values: text({ title: 'Compared with', description: 'A length, a value or a date pattern' }),
      },
      { key: 'inputCols', required: true },
    ),
  },
  outputs: ['valid', 'invalid'],
  examples: [
    {
      name: 'rows that meet all rules, and the others; null meets none',
      fields: {
        inputCols: ['name', 'age', '', 'mail'],
        functions: ['LENGTH_LESS_THAN', 'VALUE_GREATER_THAN', 'IS_NULL', 'IS_VALID_EMAIL_ADDRESS'],
        values: ['5', '17.5', '', ''],
      },
      input: table('name string, age int, mail string', [
        ['Zoë', 18, 'zoe@example.org'],
        ['Ångström', 40, 'a@b.se'],
        ['Bo', 17, 'bo@example.org'],
        ['Eve', 20, 'eve@localhost'],
        ['Ann', null, 'ann@example.org'],
        [null, 30, 'x.y+z@mail.example.org'],
      ]),
      output: [
        table('name string, age int, mail string', [['Zoë', 18, 'zoe@example.org']]),
        table('name string, age int, mail string', [
          ['Ångström', 40, 'a@b.se'],
          ['Bo', 17, 'bo@example.org'],
          ['Eve', 20, 'eve@localhost'],
          ['Ann', null, 'ann@example.org'],
          [null, 30, 'x.y+z@mail.example.org'],
        ]),
      ],
      ordered: true,
    },
    {
      name: 'text compared as numbers, dates in a pattern, exact decimals; names with dots',
      fields: {
        inputCols: ['a.b', 'd', 'm'],
        functions: ['VALUE_LESS_THAN', 'IS_VALID_DATE_FORMAT', 'VALUE_EQUALS'],
        values: ['10', 'dd/MM/yyyy', '0.10'],
      },
      input: table('`a.b` string, d string, m decimal(10,2)', [
        ['9', '29/2/2024', '0.10'],
        ['11', '29/02/2024', '0.10'],
        ['x', '29/02/2024', '0.10'],
        ['9', '29/02/2023', '0.10'],
        ['9', '30/2/2024', '0.10'],
        ['9', '01/02/2024', '0.11'],
      ]),
      output: [
        table('`a.b` string, d string, m decimal(10,2)', [['9', '29/2/2024', '0.10']]),
        table('`a.b` string, d string, m decimal(10,2)', [
          ['11', '29/02/2024', '0.10'],
          ['x', '29/02/2024', '0.10'],
          ['9', '29/02/2023', '0.10'],
          ['9', '30/2/2024', '0.10'],
          ['9', '01/02/2024', '0.11'],
        ]),
      ],
    },
    {
      name: 'nulls are asked for; NaN is no value; dates are compared as dates',
      fields: {
        inputCols: ['n', 'd', 'e'],
        functions: ['VALUE_GREATER_THAN', 'VALUE_LESS_THAN', 'IS_NULL'],
        values: ['1', '2024-01-10', ''],
      },
      input: table('n double, d date, e string', [
        [2, '2024-01-09', null],
        [NaN, '2024-01-09', null],
        [2, '2024-01-10', null],
        [2, null, null],
        [2, '2024-01-09', ''],
      ]),
      output: [
        table('n double, d date, e string', [[2, '2024-01-09', null]]),
        table('n double, d date, e string', [
          [NaN, '2024-01-09', null],
          [2, '2024-01-10', null],
          [2, null, null],
          [2, '2024-01-09', ''],
        ]),
      ],
    },
    {
      name: 'an empty input gives two empty outputs',
      fields: { inputCols: ['a'], functions: ['IS_NOT_NULL'], values: [] },
      input: table('a int, a2 int', []),
      output: [table('a int, a2 int', []), table('a int, a2 int', [])],
    },
    {
      name: 'text with more behind a date is none, nor is a year of four digits where two are asked for',
      fields: {
        inputCols: ['d', 's', 'w'],
        functions: ['IS_VALID_DATE_FORMAT', 'IS_VALID_DATE_FORMAT', 'IS_VALID_DATE_FORMAT'],
        values: ['yyyy-MM-dd', 'dd/MM/yy', 'EEE d MMM yyyy'],
      },
      input: table('d string, s string, w string', [
        ['2024-02-29', '05/03/13', 'Thu 29 Feb 2024'],
        ['2024-02-29xyz', '05/03/13', 'Thu 29 Feb 2024'],
        ['2024-02-29 10:00', '05/03/13', 'Thu 29 Feb 2024'],
        ['2024-02-29', '5/3/2013', 'Thu 29 Feb 2024'],
        ['2024-02-29', '05/03/13', 'Thu 29 Feb 2024 '],
      ]),
      output: [
        table('d string, s string, w string', [['2024-02-29', '05/03/13', 'Thu 29 Feb 2024']]),
        table('d string, s string, w string', [
          ['2024-02-29xyz', '05/03/13', 'Thu 29 Feb 2024'],
          ['2024-02-29 10:00', '05/03/13', 'Thu 29 Feb 2024'],
          ['2024-02-29', '5/3/2013', 'Thu 29 Feb 2024'],
          ['2024-02-29', '05/03/13', 'Thu 29 Feb 2024 '],
        ]),
      ],
    },
    {
      name: 'zeros before a number of a date do not count',
      fields: { inputCols: ['d'], functions: ['IS_VALID_DATE_FORMAT'], values: ['dd/MM/yyyy'] },
      input: table('d string', [['005/0003/2013'], ['005/0013/2013']]),
      output: [table('d string', [['005/0003/2013']]), table('d string', [['005/0013/2013']])],
    },
    {
      name: 'a length that is no number is refused',
      fields: { inputCols: ['a'], functions: ['LENGTH_EQUALS'], values: ['two'] },
      input: table('a string', []),
      error: 'which is not a length',
    },
    {
      name: 'decimals of many digits are compared by all of them',
      fields: { inputCols: ['w', 'm'], functions: ['VALUE_GREATER_THAN', 'VALUE_LESS_THAN'], values: ['1.5', '1'] },
      input: table('w decimal(38,0), m decimal(38,30)', [
        ['99999999999999999999999999999999999999', '0.999999999999999999999999999999'],
        ['1', '0.500000000000000000000000000000'],
        ['2', '1.000000000000000000000000000000'],
      ]),
      output: [
        table('w decimal(38,0), m decimal(38,30)', [
          ['99999999999999999999999999999999999999', '0.999999999999999999999999999999'],
        ]),
        table('w decimal(38,0), m decimal(38,30)', [
          ['1', '0.500000000000000000000000000000'],
          ['2', '1.000000000000000000000000000000'],
        ]),
      ],
    },
  ],
  run({ input, schema, fields, ...context }) {
    const all = fields.rules
      .map((rule) =>
        meets(
          { column: rule.inputCols, check: rule.functions, operand: rule.values ?? '', field: 'values' },
          schema,
          context,
        ),
      )
      .reduce((one: Column, other) => one.and(other));
    return { outputs: [input.filter(all), input.filter(all.not())] };
  },
});
