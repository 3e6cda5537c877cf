import { parseType, types, type DataType, type StructType, type Value } from '@millrace/spark-connect';
import type { ColumnInfo } from '../results/events.ts';
import { isVector } from './json-vector.ts';
import { read } from './json-value.ts';
import { missing, noVector, ofAnotherSize, type CellLocation } from './value-faults.ts';

/** What is known of the rows that a model reads. */
export interface ModelInput {
  /** The columns of the rows that it was made from. */
  readonly columns: readonly ColumnInfo[];
  /** Those that it reads to predict; null if that is not known: then it is given all that rows have. */
  readonly inputs: readonly string[] | null;
  /** Names of the features of vectors, by column. */
  readonly features: Readonly<Record<string, readonly (string | null)[]>>;
}

/** Rows ready for an engine. */
export interface RowsToPredict {
  readonly schema: StructType;
  readonly rows: readonly (readonly Value[])[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows of JSON as rows of the columns that a model reads. A vector is given as `[1, 2]`, as `{size, indices, values}` or by
 * the names of its features, in one object or among the columns. Throws a `RunError` that names row and column for a value
 * that does not suit.
 */
export function rowsToPredict(records: readonly Row[], input: ModelInput): RowsToPredict {
  const typeOf = new Map(input.columns.map(({ name, type }) => [name, type]));
  const names = input.inputs ?? input.columns.map(({ name }) => name);
  const columnNames = names.length > 0 ? names : [...new Set(records.flatMap((row) => Object.keys(row)))];
  const isNeeded = input.inputs !== null;
  const columns = columnNames.map((name) => {
    const features = input.features[name];
    const declared = typeOf.get(name);
    const type = declared === undefined ? guessType(records, name, features) : parseType(declared);
    return { name, type, features };
  });
  const rows = records.map((row, at) =>
    columns.map(({ name, type, features }) => {
      const value = Object.hasOwn(row, name) ? row[name] : valuesByFeature(row, type, features);
      if (value === undefined) {
        if (isNeeded) throw missing({ at, name, features });
        return null;
      }
      if (value === null && isNeeded && isVector(type)) throw noVector({ at, name, features });
      return read(value, type, { at, name, features });
    }),
  );
  return {
    schema: { kind: 'struct', fields: columns.map(({ name, type }) => ({ name, type, nullable: true })) },
    rows,
  };
}

/** The values of a vector that stand in a row under the names of its features; undefined if one is missing. */
function valuesByFeature(row: Row, type: DataType, features: CellLocation['features']): readonly unknown[] | undefined {
  if (!isVector(type) || features === undefined) return undefined;
  const values = features.map((feature) =>
    feature !== null && Object.hasOwn(row, feature) ? row[feature] : undefined,
  );
  return values.includes(undefined) ? undefined : values;
}

/** The type of a column of which nothing is known but values. */
function guessType(records: readonly Row[], name: string, features: CellLocation['features']): DataType {
  if (features !== undefined) return types.vector;
  const value = records.map((row) => row[name]).find((one) => one !== undefined && one !== null);
  if (typeof value === 'string') return types.string;
  if (typeof value === 'boolean') return types.boolean;
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? types.array(types.string) : types.vector;
  return typeof value === 'object' ? types.vector : types.double;
}

/**
 * Fails as `rowsToPredict` does for a row that has no vector, or one of another size, where a model tells how many numbers it
 * knows; `sizes`: by the names of columns in small letters.
 */
export function requireSizes(
  { schema, rows }: RowsToPredict,
  sizes: ReadonlyMap<string, number>,
  features: ModelInput['features'],
): void {
  for (const [column, { name }] of schema.fields.entries()) {
    const size = sizes.get(name.toLowerCase());
    if (size === undefined) continue;
    for (const [at, row] of rows.entries()) {
      const cell = { at, name, features: features[name] };
      const length = sizeOfVector(row[column] ?? null);
      if (length === undefined) throw noVector(cell, row[column]);
      if (length !== size) throw ofAnotherSize(cell, length, size);
    }
  }
}

/** How many numbers a vector or a list holds; undefined for what is neither. */
function sizeOfVector(value: Value): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null || !('values' in value)) return undefined;
  const { size, values } = value as Readonly<Record<string, Value>>;
  return typeof size === 'number' ? size : Array.isArray(values) ? values.length : undefined;
}
