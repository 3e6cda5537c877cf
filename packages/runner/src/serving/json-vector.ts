import { typeName, types, type DataType, type Value } from '@millrace/spark-connect';
import { noNumbers, noVector, ofAnotherSize, type CellLocation } from './value-faults.ts';

/** Highest size of a vector. */
const maxSize = 1 << 20;

/** True for the type of vectors of Spark ML. */
export const isVector = (type: DataType): boolean => typeName(type) === typeName(types.vector);

/** A vector of Spark ML as rows hold it. Throws a `RunError` for a value that is not one, or has another size. */
export function vector(value: unknown, cell: CellLocation): Value {
  const numbers = (input: unknown): readonly number[] => {
    if (Array.isArray(input) && input.length <= maxSize) {
      // JSON has no number for a missing value
      const items = input.map((one: unknown) => (one === 'NaN' ? Number.NaN : one));
      if (items.every((one) => typeof one === 'number')) return items;
    }
    throw noNumbers(cell, input);
  };
  const checkSize = (length: number, result: Value): Value => {
    const size = cell.features?.length;
    if (size !== undefined && length !== size) throw ofAnotherSize(cell, length, size);
    return result;
  };
  const dense = (values: readonly number[]): Value =>
    checkSize(values.length, { type: 1, size: null, indices: null, values: [...values] });
  if (Array.isArray(value)) return dense(numbers(value));
  if (typeof value !== 'object' || value === null) throw noVector(cell, value);
  const { size, indices, values, ...rest } = value as Readonly<Record<string, unknown>>;
  // features may have these names, too, and are numbers then
  if (Object.keys(rest).length === 0 && Array.isArray(indices) && Array.isArray(values)) {
    const [where, what] = [numbers(indices), numbers(values)];
    const count = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= maxSize ? size : 0;
    const rises = where.every(
      (one, i) => Number.isInteger(one) && one >= 0 && one < count && one > (where[i - 1] ?? -1),
    );
    if (count === 0 || where.length !== what.length || !rises) throw noVector(cell, value);
    return checkSize(count, { type: 0, size: count, indices: [...where], values: [...what] });
  }
  const features = cell.features?.map((name) =>
    name === null ? undefined : (value as Readonly<Record<string, unknown>>)[name],
  );
  if (features === undefined || features.includes(undefined)) throw noVector(cell, value);
  return dense(numbers(features));
}
