import { functions as F, types, type Column, type StructField, type StructType } from '@millrace/spark-connect';
import { compareNumber } from '../kit/bounds.ts';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { FieldError } from '../kit/field-error.ts';
import { isNumber } from '../kit/numbers.ts';
import { wholeMoment, type Reading } from '../kit/text-value.ts';
import { tryCast } from '../kit/text-cast.ts';

interface CheckedCell extends Reading {
  readonly column: StructField;
  readonly value: Column;
  /** What the rule compares with, as stored; "" if nothing is. */
  readonly operand: string;
}

type Comparison = 'lt' | 'eq' | 'gt';

const length =
  (comparison: Comparison) =>
  (checked: CheckedCell): Column => {
    const { column, value, operand, field, engine } = checked;
    if (!/^\s*\d{1,9}\s*$/.test(operand)) throw unfit(checked, 'a length', 'enter a whole number such as 10', field);
    return F.length(asText(value, column.type, engine))[comparison](Number(operand));
  };

/** Numbers are compared as numbers, dates as dates, text as numbers where order is asked for and the operand is a number. */
const value =
  (comparison: Comparison) =>
  (checked: CheckedCell): Column => {
    const { column, value: left, operand, field, engine } = checked;
    const { type } = column;
    const number = operand.trim() !== '' && Number.isFinite(Number(operand));
    if (isNumber(type)) {
      if (!number) throw unfit(checked, 'a number', 'enter a number such as 0.5', field);
      const condition = compareNumber(left, type, comparison, operand, field);
      return type.kind === 'float' || type.kind === 'double' ? left.isNaN().not().and(condition) : condition;
    }
    if (type.kind === 'date' || type.kind === 'timestamp' || type.kind === 'timestamp_ntz')
      return left[comparison](F.lit(operand.trim()).tryCast(type));
    if (type.kind === 'string')
      return number && comparison !== 'eq'
        ? tryCast(left, type, types.double, engine)[comparison](F.lit(Number(operand), types.double))
        : left[comparison](F.lit(operand));
    return left.cast(types.string)[comparison](F.lit(operand));
  };

const email = '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}$';

const dateFormat = ({ column, value: moment, operand, ...context }: CheckedCell): Column =>
  column.type.kind === 'string'
    ? wholeMoment(moment, operand.trim() || 'yyyy-MM-dd', context).isNotNull()
    : moment.tryCast(types.date).isNotNull();

const checks = {
  LENGTH_LESS_THAN: length('lt'),
  LENGTH_EQUALS: length('eq'),
  LENGTH_GREATER_THAN: length('gt'),
  VALUE_LESS_THAN: value('lt'),
  VALUE_EQUALS: value('eq'),
  VALUE_GREATER_THAN: value('gt'),
  IS_NULL: ({ value: cell }: CheckedCell): Column => cell.isNull(),
  IS_NOT_NULL: ({ value: cell }: CheckedCell): Column => cell.isNotNull(),
  IS_VALID_EMAIL_ADDRESS: ({ column, value: cell, engine }: CheckedCell): Column =>
    asText(cell, column.type, engine).rlike(email),
  IS_VALID_DATE_FORMAT: dateFormat,
} as const;

export type Check = keyof typeof checks;
export const checkNames = Object.keys(checks) as [Check, ...Check[]];

interface Rule {
  readonly column: string;
  readonly check: Check;
  readonly operand: string;
  /** The field that holds `operand`. */
  readonly field: string;
}

/** True or false, never null: whether a row meets the rule. */
export function meets(rule: Rule, schema: StructType, { engine, now }: Omit<Reading, 'field'>): Column {
  const column = requireColumn(schema, rule.column, 'inputCols');
  const checked = { column, value: F.columnNamed(column.name), operand: rule.operand, field: rule.field, engine, now };
  return F.coalesce(checks[rule.check](checked), F.lit(false));
}

const unfit = ({ column, operand }: CheckedCell, expected: string, remedy: string, field: string): FieldError =>
  new FieldError(
    field,
    `invalid value "${operand}" for column "${column.name}" in field "${field}": must be ${expected}`,
    remedy,
  );
