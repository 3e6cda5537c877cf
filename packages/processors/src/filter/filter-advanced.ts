import { functions as F, types, type Column } from '@millrace/spark-connect';
import { compareNumber, type NumberComparison } from '../kit/bounds.ts';
import { castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { constantOf } from '../kit/constants.ts';
import { dateText } from './_dates.ts';
import { choice, column, layout, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import type { FieldValues } from '../contract/fields.ts';
import { isNumber } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { Context } from '../contract/context.ts';
import { missing } from '../kit/field-shape.ts';

const fields = {
  basic: layout(),
  inputCol: column({ title: 'Column' }),
  operator: choice(['>', '<', '<=', '>=', '=', '!=', 'isNull', 'isNotNull'], { title: 'Comparison' }),
  conditionValue: text({ title: 'Value' }),
  date: layout(),
  inputDateCol: column({ title: 'Date column' }),
  filterBy: choice(['Range', 'Start Date and Period After', 'End Date and Period Before'], { title: 'Filter by' }),
  startDate: dateText({ default: '1850-01-01', title: 'First day' }),
  endDate: dateText({ default: '2100-12-31', title: 'Last day' }),
  periodType: choice(['Days', 'Months', 'Years', 'Weeks'], { title: 'Period' }),
  numPeriods: integer({ min: 0, max: 100_000, title: 'Number of periods' }),
  custom: layout(),
  conditionExpr: text({ kind: 'expression', widget: 'textarea_small', title: 'Condition' }),
};
type Values = FieldValues<typeof fields>;

export const filterAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeFilterAdvanced',
  name: 'Filter Advanced',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Sends the rows that meet a condition to the first output and all others, including those for which it is null, to the second. The condition is a Spark SQL expression if one is set; otherwise a range of days (both ends included) if a date column is chosen; otherwise the comparison of a column with a value, which is cast to the type of the column. NaN is greater than every number, as in Spark.',
  outputs: ['filtered', 'remaining'],
  fields,
  examples: [
    {
      name: 'compares a column with a value; sends nulls to the second output',
      fields: { inputCol: 'n', operator: '>=', conditionValue: '2.5' },
      input: table('n int, s string', [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
        [null, 'd'],
      ]),
      output: [
        table('n int, s string', [[3, 'c']]),
        table('n int, s string', [
          [1, 'a'],
          [2, 'b'],
          [null, 'd'],
        ]),
      ],
    },
    {
      name: 'compares strings for inequality; takes names with dots',
      fields: { inputCol: 'a.b', operator: '!=', conditionValue: 'é "x"' },
      input: table('`a.b` string', [['é "x"'], ['e'], [''], [null]]),
      output: [table('`a.b` string', [['e'], ['']]), table('`a.b` string', [['é "x"'], [null]])],
    },
    {
      name: 'tests for null',
      fields: { inputCol: 'b', operator: 'isNull' },
      input: table('b boolean', [[true], [null]]),
      output: [table('b boolean', [[null]]), table('b boolean', [[true]])],
    },
    {
      name: 'filters by months after a day, both ends included, also in short months',
      fields: {
        inputDateCol: 'd',
        filterBy: 'Start Date and Period After',
        startDate: '2024-01-31',
        periodType: 'Months',
        numPeriods: '1',
      },
      input: table('d date', [['2024-01-30'], ['2024-01-31'], ['2024-02-29'], ['2024-03-01'], [null]]),
      output: [
        table('d date', [['2024-01-31'], ['2024-02-29']]),
        table('d date', [['2024-01-30'], ['2024-03-01'], [null]]),
      ],
    },
    {
      name: 'filters by weeks before a day and by a range',
      fields: {
        inputDateCol: 'd',
        filterBy: 'End Date and Period Before',
        endDate: '2024-03-07',
        periodType: 'Weeks',
        numPeriods: '1',
      },
      input: table('d date', [['2024-02-28'], ['2024-02-29'], ['2024-03-07'], ['2024-03-08']]),
      output: [table('d date', [['2024-02-29'], ['2024-03-07']]), table('d date', [['2024-02-28'], ['2024-03-08']])],
    },
    {
      name: 'prefers the expression; returns two empty outputs for an empty input',
      fields: { inputCol: 'n', operator: '=', conditionValue: '1', conditionExpr: 'n > 1' },
      input: table('n int', []),
      output: [table('n int', []), table('n int', [])],
    },
    {
      name: 'rejects a node without a condition',
      fields: { inputCol: 'n' },
      input: table('n int', [[1]]),
      error: 'no condition',
    },
    {
      name: 'rejects a value that the column cannot hold',
      fields: { inputCol: 'b', operator: '=', conditionValue: 'maybe' },
      input: table('b boolean', [[true]]),
      error: 'invalid value "maybe" for field "conditionValue": must be BOOLEAN, the type of column "b"',
    },
    {
      name: 'never matches an integer with a fraction; null is not unequal to any value',
      fields: { inputCol: 'n', operator: '!=', conditionValue: '1.5' },
      input: table('n bigint', [[1n], [9223372036854775807n], [null]]),
      output: [table('n bigint', [[1n], [9223372036854775807n]]), table('n bigint', [[null]])],
    },
    {
      name: 'takes a value outside the range of integers',
      fields: { inputCol: 'n', operator: '>', conditionValue: '-1e30' },
      input: table('n int', [[-2147483648], [null]]),
      output: [table('n int', [[-2147483648]]), table('n int', [[null]])],
    },
  ],
  run(context) {
    const condition = conditionOf(context);
    const { input } = context;
    return { outputs: [input.filter(condition), input.filter(F.coalesce(condition, F.lit(false)).not())] };
  },
});

function conditionOf(context: Context<typeof fields>): Column {
  const { conditionExpr, inputDateCol, inputCol, operator } = context.fields;
  if (conditionExpr !== undefined) return F.expr(conditionExpr);
  if (inputDateCol !== undefined) return inDays(context, inputDateCol);
  if (inputCol !== undefined && operator !== undefined) return compare(context, inputCol, operator);
  throw new FieldError(
    'inputCol',
    'no condition',
    'choose a column and a comparison, choose a date column, or enter an expression',
  );
}

function inDays({ schema, fields: f, engine }: Context<typeof fields>, column: string): Column {
  const { name, type: from } = requireColumn(schema, column, 'inputDateCol');
  const day = castOrNull(F.columnNamed(name), { from, to: types.date, name, field: 'inputDateCol', engine });
  const [start, end] = [F.lit(f.startDate, types.date), F.lit(f.endDate, types.date)];
  switch (f.filterBy ?? 'Range') {
    case 'Range':
      return day.between(start, end);
    case 'Start Date and Period After':
      return day.between(start, shift(start, 1, f));
    case 'End Date and Period Before':
      return day.between(shift(end, -1, f), end);
  }
}

const steps = {
  Days: ['date_add', 1],
  Weeks: ['date_add', 7],
  Months: ['add_months', 1],
  Years: ['add_months', 12],
} as const;

function shift(day: Column, sign: 1 | -1, { periodType, numPeriods }: Values): Column {
  if (periodType === undefined) throw missing('periodType', 'choose Days, Weeks, Months or Years');
  if (numPeriods === undefined) throw missing('numPeriods', 'enter a whole number such as 3');
  const [move, each] = steps[periodType];
  return F.call(move, day, sign * each * numPeriods);
}

const comparisons = {
  '>': 'gt',
  '<': 'lt',
  '<=': 'lte',
  '>=': 'gte',
  '=': 'eq',
  '!=': 'notEq',
} as const satisfies Record<string, NumberComparison>;

function compare(
  { schema, fields: f }: Context<typeof fields>,
  column: string,
  operator: NonNullable<Values['operator']>,
): Column {
  const { name, type } = requireColumn(schema, column, 'inputCol');
  const cell = F.columnNamed(name);
  if (operator === 'isNull') return cell.isNull();
  if (operator === 'isNotNull') return cell.isNotNull();
  const value = f.conditionValue ?? '';
  const comparison = comparisons[operator];
  return isNumber(type)
    ? compareNumber(cell, type, comparison, value, 'conditionValue')
    : cell[comparison](constantOf(value, type, name, 'conditionValue'));
}
