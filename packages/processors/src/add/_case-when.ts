import { functions as F, type Column } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { missing } from '../kit/field-shape.ts';

/** What an empty CASE gives: an expression, or nothing for null. */
export const elseField = () => text({ kind: 'expression', widget: 'key_textfield', title: 'Else' });

/** CASE WHEN … THEN … ELSE … END out of Spark SQL expressions. Throws a `FieldError` if there is no condition. */
export function caseWhen(
  branches: readonly { readonly condition: string; readonly value: string }[],
  otherwise: string | undefined,
  field: string,
): Column {
  const [first, ...rest] = branches;
  if (first === undefined) throw missing(field, 'enter at least one condition and its value');
  const cases = F.when(F.expr(first.condition), F.expr(first.value));
  const all = rest.reduce((column, { condition, value }) => column.when(F.expr(condition), F.expr(value)), cases);
  return otherwise === undefined ? all : all.otherwise(F.expr(otherwise));
}
