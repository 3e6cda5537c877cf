import { functions as F, types, type Column } from '@millrace/spark-connect';
import { choice, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

type Constant = 'CurrentDate' | 'CurrentTimeStamp' | 'ConstantString' | 'ConstantInt';

export const addConstantColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeAddConstantColumn',
  name: 'Add Column Advanced',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds constant columns at the end, in the order listed: the date or the time of the start of the run (UTC), a text or a whole number. The value is not used for date and time; a text without a value is empty, a number without one is null.',
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
      name: 'one of each kind, in the order listed',
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
      name: 'missing values are empty text and null; the later of two equal names stays',
      fields: {
        constantTypes: ['ConstantString', 'ConstantInt', 'ConstantInt'],
        outputCols: ['s', 'n', 's'],
        constantValues: ['x', '', '1'],
      },
      input: table('a int', [[1]]),
      output: table('a int, s int, n int', [[1, 1, null]]),
    },
    {
      name: 'an empty input has the new columns',
      fields: { constantTypes: ['ConstantString'], outputCols: ['s'], constantValues: ['x'] },
      input: table('a int', []),
      output: table('a int, s string', []),
    },
    {
      name: 'text where a whole number is asked for is refused',
      fields: { constantTypes: ['ConstantInt'], outputCols: ['n'], constantValues: ['1.5'] },
      input: table('a int', [[1]]),
      error: '"1.5", which is not a whole number',
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
    throw new FieldError(
      'constantValues',
      `"constantValues" holds "${text}", which is not a whole number of 32 bits`,
      'give one such as 42',
    );
  return value;
}
