import type { Column, DataType } from '@millrace/spark-connect';

/**
 * A composed expression that counts as one construct: the same rows on every engine are proven of it as a whole (by
 * cases of the proof table), though it may be composed of other functions on one engine than on the other.
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

/** The unit that an expression of a plan is, if it is one. */
export const unitOf = (expression: object): Unit | undefined => units.get(expression);
