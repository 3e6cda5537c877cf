import type { Column, DataFrame, DataType } from '@millrace/spark-connect';

/**
 * A composed expression that counts as one construct: the same rows on every engine are verified of it as a whole (by
 * cases of the compatibility matrix), though it may be composed of other functions on one engine than on the other.
 */
export interface Unit {
  /** Name of the construct, e.g. `cast-or-null`. */
  readonly name: string;
  readonly arg: Column;
  readonly type: DataType;
}

const units = new WeakMap<object, Unit>();

/** Marks an expression as a unit; gives it back as it is. */
export const asUnit = (name: string, column: Column, arg: Column, type: DataType): Column => {
  if (column !== arg) units.set(column.expression, { name, arg, type });
  return column;
};

/** The name of the unit that is a row's position among the rows of its input. */
export const positionUnit = 'position';

/** What a plan stands for that differs between engines: the same rows as `plain`, one input behind the other. */
export interface RowsInOrder {
  readonly plain: DataFrame;
  readonly inputs: readonly DataFrame[];
}

const inOrder = new WeakMap<object, RowsInOrder>();

/** Marks a DataFrame as rows in order; gives it back as it is. */
export const asRowsInOrder = (rows: DataFrame, order: RowsInOrder): DataFrame => {
  inOrder.set(rows.relation, order);
  return rows;
};

/** The rows in order that a relation of a plan is, if it is that. */
export const rowsInOrderOf = (relation: object): RowsInOrder | undefined => inOrder.get(relation);

/** The unit that an expression of a plan is, if it is one. */
export const unitOf = (expression: object): Unit | undefined => units.get(expression);
