import { create } from '@bufbuild/protobuf';
import { DataTypeSchema, Expression_LiteralSchema, type Expression_Literal } from '../proto.ts';
import { types } from '../types.ts';
import type { Value } from '../values.ts';

/** A vector with a value at each index. */
export interface DenseVector {
  readonly kind: 'dense';
  readonly values: readonly number[];
}

/** A vector that is 0 except at some indices, which come in rising order. */
export interface SparseVector {
  readonly kind: 'sparse';
  readonly size: number;
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export type Vector = DenseVector | SparseVector;

/** A matrix; its values row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: readonly (readonly number[])[];
}

export const dense = (...values: readonly number[]): DenseVector => ({ kind: 'dense', values });

export const sparse = (size: number, entries: Readonly<Record<number, number>>): SparseVector => {
  const indices = Object.keys(entries).map(Number);
  return { kind: 'sparse', size, indices, values: indices.map((at) => entries[at] ?? 0) };
};

/** All values of a vector, zeros with them. */
export function denseValues(vector: Vector): readonly number[] {
  if (vector.kind === 'dense') return vector.values;
  const all = Array.from({ length: vector.size }, () => 0);
  vector.indices.forEach((at, i) => (all[at] = vector.values[i] ?? 0));
  return all;
}

/** The vector that a value of a column of type `vector` is. Throws a `TypeError` for anything else. */
export function vectorOf(value: Value | undefined): Vector {
  const { type, size, indices, values } = partsOf(value);
  if (type === 1 && isNumbers(values)) return { kind: 'dense', values };
  if (type === 0 && typeof size === 'number' && isNumbers(indices) && isNumbers(values))
    return { kind: 'sparse', size, indices, values };
  throw new TypeError('the value is not a vector');
}

/** The matrix that a value of a column of type `matrix` is. Throws a `TypeError` for anything else. */
export function matrixOf(value: Value | undefined): Matrix {
  const { type, numRows, numCols, colPtrs, rowIndices, values, isTransposed } = partsOf(value);
  if (typeof numRows !== 'number' || typeof numCols !== 'number' || !isNumbers(values))
    throw new TypeError('the value is not a matrix');
  const cells = Array.from({ length: numRows }, () => Array.from({ length: numCols }, () => 0));
  const setCell = (major: number, minor: number, number: number): void => {
    const [row, column] = isTransposed === true ? [major, minor] : [minor, major];
    const line = cells[row];
    if (line !== undefined) line[column] = number;
  };
  if (type === 1) {
    const length = isTransposed === true ? numCols : numRows;
    values.forEach((number, i) => setCell(Math.floor(i / length), i % length, number));
  } else {
    if (!isNumbers(colPtrs) || !isNumbers(rowIndices)) throw new TypeError('the value is not a matrix');
    for (let major = 0; major + 1 < colPtrs.length; major++)
      for (let i = colPtrs[major] ?? 0; i < (colPtrs[major + 1] ?? 0); i++)
        setCell(major, rowIndices[i] ?? 0, values[i] ?? 0);
  }
  return { rows: numRows, columns: numCols, values: cells };
}

const partsOf = (value: Value | undefined): Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, Value>>) : {};

const isNumbers = (value: Value | undefined): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

/** A vector as a constant of the protocol. */
export function vectorLiteral(vector: Vector): Expression_Literal {
  const isDense = vector.kind === 'dense';
  return structOf(types.vector, [
    byte(isDense ? 1 : 0),
    isDense ? nothing : int(vector.size),
    isDense ? nothing : ints(vector.indices),
    doubles(vector.values),
  ]);
}

/** A matrix as a constant of the protocol. */
export const matrixLiteral = ({ rows, columns, values }: Matrix): Expression_Literal =>
  structOf(types.matrix, [
    byte(1),
    int(rows),
    int(columns),
    nothing,
    nothing,
    doubles(values.flat()),
    make({ case: 'boolean', value: true }),
  ]);

type Init = Expression_Literal['literalType'];

const make = (literalType: Init): Expression_Literal => create(Expression_LiteralSchema, { literalType });
const byte = (value: number): Expression_Literal => make({ case: 'byte', value });
const int = (value: number): Expression_Literal => make({ case: 'integer', value });
const nothing = make({ case: 'null', value: create(DataTypeSchema, { kind: { case: 'null', value: {} } }) });
const ints = (values: readonly number[]): Expression_Literal => specialised('ints', values);
const doubles = (values: readonly number[]): Expression_Literal => specialised('doubles', values);
const specialised = (kind: 'ints' | 'doubles', values: readonly number[]): Expression_Literal =>
  create(Expression_LiteralSchema, {
    literalType: { case: 'specializedArray', value: { valueType: { case: kind, value: { values: [...values] } } } },
  });

const structOf = (type: typeof types.vector, elements: Expression_Literal[]): Expression_Literal =>
  create(Expression_LiteralSchema, {
    literalType: {
      case: 'struct',
      value: {
        structType: {
          kind: { case: 'udt', value: { type: 'udt', jvmClass: type.kind === 'udt' ? type.name : '' } },
        },
        elements,
      },
    },
  });
