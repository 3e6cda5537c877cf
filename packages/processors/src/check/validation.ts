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
    'Splits the rows into those that meet all rules and those that do not. Null meets only IS_NULL. Lengths are measured on the value as text. Text is compared as numbers if the rule checks order and its value is a number. Date patterns are matched strictly; the default is `yyyy-MM-dd`.',
  fields: {
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        functions: choice(checkNames, { required: true, title: 'Check' }),
        values: text({ title: 'Compare with', description: 'A length, a value or a date pattern' }),
      },
      { key: 'inputCols', required: true },
    ),
  },
  outputs: ['valid', 'invalid'],
  examples: [
    {
      name: 'splits rows by whether they meet all rules; null meets none',
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
      name: 'compares text as numbers, dates by pattern and exact decimals, in names with dots',
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
      name: 'checks for nulls, fails NaN and compares dates as dates',
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
      name: 'rejects text after a date, and a year of four digits for two',
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
      name: 'accepts leading zeros in a date',
      fields: { inputCols: ['d'], functions: ['IS_VALID_DATE_FORMAT'], values: ['dd/MM/yyyy'] },
      input: table('d string', [['005/0003/2013'], ['005/0013/2013']]),
      output: [table('d string', [['005/0003/2013']]), table('d string', [['005/0013/2013']])],
    },
    {
      name: 'rejects a length that is not a number',
      fields: { inputCols: ['a'], functions: ['LENGTH_EQUALS'], values: ['two'] },
      input: table('a string', []),
      error: 'must be a length',
    },
    {
      name: 'compares decimals by all their digits',
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
