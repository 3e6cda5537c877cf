import { functions as F, types, type ColumnLike } from '@millrace/spark-connect';
import { flag, text } from '../kit/fields.ts';
import { integer, number } from '../kit/number-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const int = { min: -(2 ** 31), max: 2 ** 31 - 1 };

export const addColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeAddColumns',
  name: 'Add  Columns',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds up to five columns at the end, each behind a switch: the date of the run, its time, a constant text, whole number and number. Date and time are those of the start of the run, in UTC, the same in every row. A number that is not given is null, a text is empty.',
  fields: {
    addCurrentDateCol: flag({ default: false, title: 'Add the current date' }),
    currentDateColName: text({ title: 'Its name' }),
    addCurrentTimeCol: flag({ default: false, title: 'Add the current time' }),
    currentTimeColName: text({ title: 'Its name' }),
    addConstantStringCol1: flag({ default: false, title: 'Add a constant text' }),
    constantStringColName1: text({ title: 'Its name' }),
    constantStringColValue1: text({ title: 'Its value' }),
    addConstantIntCol1: flag({ default: false, title: 'Add a constant whole number' }),
    constantIntColName1: text({ title: 'Its name' }),
    constantIntColValue1: integer({ ...int, title: 'Its value' }),
    addConstantDoubleCol1: flag({ default: false, title: 'Add a constant number' }),
    constantDoubleColName1: text({ title: 'Its name' }),
    constantDoubleColValue1: number({ title: 'Its value' }),
  },
  varies: ['now'],
  examples: [
    {
      name: 'all five, in their order; existing rows keep their nulls',
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
      name: 'switches that are off add nothing; a name that is taken is replaced',
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
      name: 'an empty input has the new columns',
      fields: { addConstantStringCol1: 'true', constantStringColName1: 's' },
      input: table('a int', []),
      output: table('a int, s string', []),
    },
    {
      name: 'a column without a name is refused',
      fields: { addCurrentDateCol: 'true' },
      input: table('a int', [[1]]),
      error: '"currentDateColName" is required',
    },
    {
      name: 'a whole number that Spark cannot hold is refused',
      fields: { addConstantIntCol1: 'true', constantIntColName1: 'i', constantIntColValue1: '2147483648' },
      input: table('a int', [[1]]),
      error: 'above the most allowed 2147483647',
    },
  ],
  run({ input, fields: f, now }) {
    const added: readonly (readonly [
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
    return added
      .filter(([on]) => on)
      .reduce((rows, [, field, name, value]) => {
        if (name === undefined)
          throw new FieldError(field, `the field "${field}" is required and is empty`, 'name the new column');
        return rows.withColumn(name, value);
      }, input);
  },
});
