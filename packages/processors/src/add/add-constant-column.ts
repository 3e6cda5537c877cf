import { functions as F, types, type Column } from '@millrace/spark-connect';
import { choice, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { invalidValue } from '../kit/field-error.ts';

type Constant = 'CurrentDate' | 'CurrentTimeStamp' | 'ConstantString' | 'ConstantInt';

export const addConstantColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeAddConstantColumn',
  name: 'Add Column Advanced',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Appends constant columns in the order listed: the date or time of the start of the run (in UTC), a string or an integer. Date and time ignore the value; a string without a value is empty, and a number without a value is null.',
  fields: {
    constants: rows(
      {
        constantTypes: choice(['CurrentDate', 'CurrentTimeStamp', 'ConstantString', 'ConstantInt'], {
          default: 'ConstantString',
          title: 'Kind',
        }),
        outputCols: text({ required: true, title: 'New column' }),
        constantValues: text({ title: 'Value' }),
      },
      {
        key: 'outputCols',
        required: true,
        widgets: { constantTypes: 'list_array', outputCols: 'list_textfield', constantValues: 'list_textfield' },
      },
    ),
  },
  varies: ['now'],
  examples: [
    {
      name: 'adds one of each kind in the order listed',
      fields: {
        constantTypes: ['ConstantInt', 'CurrentDate', 'ConstantString', 'CurrentTimeStamp'],
        outputCols: ['n', 'day', 'source.name', 'at'],
        constantValues: ['42', '', 'é', 'ignored'],
      },
      input: table('a int', [[1], [null]]),
      output: table('a int, n int, day date, `source.name` string, at timestamp', [
        [1, 42, '2024-02-29', 'é', '2024-02-29T12:34:56.789000Z'],
        [null, 42, '2024-02-29', 'é', '2024-02-29T12:34:56.789000Z'],
      ]),
    },
    {
      name: 'fills missing values with an empty string or null; keeps the later of two equal names',
      fields: {
        constantTypes: ['ConstantString', 'ConstantInt', 'ConstantInt'],
        outputCols: ['s', 'n', 's'],
        constantValues: ['x', '', '1'],
      },
      input: table('a int', [[1]]),
      output: table('a int, s int, n int', [[1, 1, null]]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { constantTypes: ['ConstantString'], outputCols: ['s'], constantValues: ['x'] },
      input: table('a int', []),
      output: table('a int, s string', []),
    },
    {
      name: 'rejects a string for an integer',
      fields: { constantTypes: ['ConstantInt'], outputCols: ['n'], constantValues: ['1.5'] },
      input: table('a int', [[1]]),
      error: 'invalid value "1.5" for field "constantValues": must be a whole number of 32 bits',
    },
  ],
  run: ({ input, fields, now }) =>
    fields.constants.reduce(
      (rows, { constantTypes, outputCols, constantValues }) =>
        rows.withColumn(outputCols, constantOf(constantTypes, constantValues, now)),
      input,
    ),
});

function constantOf(kind: Constant, value: string | undefined, now: string): Column {
  switch (kind) {
    case 'CurrentDate':
      return F.lit(now.slice(0, 10), types.date);
    case 'CurrentTimeStamp':
      return F.lit(now, types.timestamp);
    case 'ConstantString':
      return F.lit(value ?? '');
    case 'ConstantInt':
      return F.lit(value === undefined || value.trim() === '' ? null : wholeNumber(value), types.integer);
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || Math.abs(value + 0.5) > 2 ** 31)
    throw invalidValue('constantValues', text, 'must be a whole number of 32 bits', 'enter a whole number such as 42');
  return value;
}
