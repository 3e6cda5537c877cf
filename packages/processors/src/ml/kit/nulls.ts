import { functions as F, type Column, type DataFrame, type StructField } from '@millrace/spark-connect';
import { failUnless, words } from '../../kit/guard.ts';
import { notePlainRows } from '../../kit/plain-rows.ts';

/** The rows, of which one with a null in one of the columns ends the run: what Spark ML says of such is no help. */
export const withoutNulls = (rows: DataFrame, columns: readonly string[]): DataFrame => {
  const checked = columns.reduce(
    (all, name) =>
      all.filter(
        failUnless(F.columnNamed(name).isNotNull(), `a row has null in column "${name}", which must not be null`),
      ),
    rows,
  );
  return notePlainRows(checked, rows);
};

/** True if a column holds null or NaN. */
export function isMissing({ name, type }: StructField): Column {
  const value = F.columnNamed(name);
  return type.kind === 'float' || type.kind === 'double' ? value.isNull().or(value.isNaN()) : value.isNull();
}

/** The rows, of which one with null or NaN in one of the columns ends the run; the first such column is named. */
export function withoutMissing(rows: DataFrame, columns: readonly StructField[]): DataFrame {
  const names = columns.map((column) => F.when(isMissing(column), F.lit(column.name)));
  const [first, ...others] = names;
  if (first === undefined) return rows;
  const name = F.coalesce(first, ...others);
  return notePlainRows(
    rows.filter(failUnless(name.isNull(), words('a row has null or NaN in column "', name, '"'))),
    rows,
  );
}
