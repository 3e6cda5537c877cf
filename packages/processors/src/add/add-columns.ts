import { functions as F, types, type ColumnLike } from '@millrace/spark-connect';
import { flag, text } from '../kit/fields.ts';
import { integer, number } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { missing } from '../kit/field-shape.ts';

const int = { min: -(2 ** 31), max: 2 ** 31 - 1 };

export const addColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeAddColumns',
  name: 'Add  Columns',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Appends up to five columns, each enabled separately: the current date, the current time, a constant string, a constant integer and a constant number. Date and time are those of the start of the run, in UTC, and the same in every row. A number without a value is null; a string without a value is empty.',
  fields: {
    addCurrentDateCol: flag({ default: false, title: 'Add the current date' }),
    currentDateColName: text({ title: 'Column name' }),
    addCurrentTimeCol: flag({ default: false, title: 'Add the current time' }),
    currentTimeColName: text({ title: 'Column name' }),
    addConstantStringCol1: flag({ default: false, title: 'Add a constant string' }),
    constantStringColName1: text({ title: 'Column name' }),
    constantStringColValue1: text({ title: 'Value' }),
    addConstantIntCol1: flag({ default: false, title: 'Add a constant integer' }),
    constantIntColName1: text({ title: 'Column name' }),
    constantIntColValue1: integer({ ...int, title: 'Value' }),
    addConstantDoubleCol1: flag({ default: false, title: 'Add a constant number' }),
    constantDoubleColName1: text({ title: 'Column name' }),
    constantDoubleColValue1: number({ title: 'Value' }),
  },
  varies: ['now'],
  examples: [
    {
      name: 'adds all five in order; existing nulls remain',
      fields: {
        addCurrentDateCol: 'true',
        currentDateColName: 'day',
        addCurrentTimeCol: 'true',
        currentTimeColName: 'at',
        addConstantStringCol1: 'true',
        constantStringColName1: 's',
        constantStringColValue1: 'naïve "quoted"',
        addConstantIntCol1: 'true',
        constantIntColName1: 'i',
        constantIntColValue1: '-7',
        addConstantDoubleCol1: 'true',
        constantDoubleColName1: 'd',
        constantDoubleColValue1: '2',
      },
      input: table('a int', [[1], [null]]),
      output: table('a int, day date, at timestamp, s string, i int, d double', [
        [1, '2024-02-29', '2024-02-29T12:34:56.789000Z', 'naïve "quoted"', -7, 2],
        [null, '2024-02-29', '2024-02-29T12:34:56.789000Z', 'naïve "quoted"', -7, 2],
      ]),
    },
    {
      name: 'adds only what is enabled; replaces a column of the same name',
      fields: {
        addConstantIntCol1: 'true',
        constantIntColName1: 'a.b',
        constantIntColValue1: '0',
        constantStringColName1: 'unused',
      },
      input: table('`a.b` string, c int', [['x', 1]]),
      output: table('`a.b` int, c int', [[0, 1]]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { addConstantStringCol1: 'true', constantStringColName1: 's' },
      input: table('a int', []),
      output: table('a int, s string', []),
    },
    {
      name: 'rejects a column without a name',
      fields: { addCurrentDateCol: 'true' },
      input: table('a int', [[1]]),
      error: 'field "currentDateColName" is required',
    },
    {
      name: 'rejects an integer of more than 32 bits',
      fields: { addConstantIntCol1: 'true', constantIntColName1: 'i', constantIntColValue1: '2147483648' },
      input: table('a int', [[1]]),
      error: 'invalid value "2147483648" for field "constantIntColValue1": must be 2147483647 or less',
    },
  ],
  run({ input, fields: f, now }) {
    const newColumns: readonly (readonly [
      on: boolean,
      field: keyof typeof f & string,
      name: string | undefined,
      value: ColumnLike,
    ])[] = [
      [f.addCurrentDateCol, 'currentDateColName', f.currentDateColName, F.lit(now.slice(0, 10), types.date)],
      [f.addCurrentTimeCol, 'currentTimeColName', f.currentTimeColName, F.lit(now, types.timestamp)],
      [
        f.addConstantStringCol1,
        'constantStringColName1',
        f.constantStringColName1,
        F.lit(f.constantStringColValue1 ?? ''),
      ],
      [
        f.addConstantIntCol1,
        'constantIntColName1',
        f.constantIntColName1,
        F.lit(f.constantIntColValue1, types.integer),
      ],
      [
        f.addConstantDoubleCol1,
        'constantDoubleColName1',
        f.constantDoubleColName1,
        F.lit(f.constantDoubleColValue1, types.double),
      ],
    ];
    return newColumns
      .filter(([on]) => on)
      .reduce((rows, [, field, name, value]) => {
        if (name === undefined) throw missing(field, 'enter a name for the new column');
        return rows.withColumn(name, value);
      }, input);
  },
});
