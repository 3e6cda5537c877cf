import { typeName, types, type DataType, type Value } from '@millrace/spark-connect';
import { noNumbers, noVector, ofAnotherSize, type CellPlace } from './value-faults.ts';

/** Most places of a vector. */
const mostPlaces = 1 << 20;

/** True for the type of vectors of Spark ML. */
export const isVector = (type: DataType): boolean => typeName(type) === typeName(types.vector);

/** A vector of Spark ML as rows hold it. Throws a `RunError` for a value that is not one, or has another size. */
export function vector(value: unknown, place: CellPlace): Value {
  const numbers = (given: unknown): readonly number[] => {
    if (Array.isArray(given) && given.length <= mostPlaces) {
      // JSON has no number for a missing value
      const read = given.map((one: unknown) => (one === 'NaN' ? Number.NaN : one));
      if (read.every((one) => typeof one === 'number')) return read;
    }
    throw noNumbers(place, given);
  };
  const sized = (found: number, made: Value): Value => {
    const size = place.places?.length;
    if (size !== undefined && found !== size) throw ofAnotherSize(place, found, size);
    return made;
  };
  const dense = (values: readonly number[]): Value =>
    sized(values.length, { type: 1, size: null, indices: null, values: [...values] });
  if (Array.isArray(value)) return dense(numbers(value));
  if (typeof value !== 'object' || value === null) throw noVector(place, value);
  const { size, indices, values, ...rest } = value as Readonly<Record<string, unknown>>;
  // features may have these names, too, and are numbers then
  if (Object.keys(rest).length === 0 && Array.isArray(indices) && Array.isArray(values)) {
    const [where, what] = [numbers(indices), numbers(values)];
    const most = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= mostPlaces ? size : 0;
    const rises = where.every(
      (one, i) => Number.isInteger(one) && one >= 0 && one < most && one > (where[i - 1] ?? -1),
    );
    if (most === 0 || where.length !== what.length || !rises) throw noVector(place, value);
    return sized(most, { type: 0, size: most, indices: [...where], values: [...what] });
  }
  const named = place.places?.map((name) =>
    name === null ? undefined : (value as Readonly<Record<string, unknown>>)[name],
  );
  if (named === undefined || named.includes(undefined)) throw noVector(place, value);
  return dense(numbers(named));
}
