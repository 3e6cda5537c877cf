import { typeName, type DataType, type StructType } from '@millrace/spark-connect/types';
import { uniqueNames } from '@millrace/workflow/column-names';
import { runError } from '@millrace/errors';
import type { Cell } from '../events.ts';
import { comparableOf, type Comparable } from './comparable.ts';
import { shapeOf, type Primitive } from './shape.ts';

/** A column to sort by. Columns are named as in the Parquet file of their table: those that repeat have a number. */
export interface SortColumn {
  readonly column: string;
  readonly isDescending: boolean;
  /** Whether rows without a value come first. */
  readonly nullsFirst: boolean;
}

/** What a value is held against, and how. */
export const operators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'starts with',
  'is null',
  'is not null',
] as const;

export type Operator = (typeof operators)[number];

/** Rows that are let through: those where the column's value is so. */
export interface Filter {
  readonly column: string;
  readonly operator: Operator;
  /** As somebody writes it; undefined where the operator takes none. */
  readonly value: string | undefined;
}

/** How rows are wanted: those that pass all filters, sorted by the first column, then by the next. */
export interface Arrangement {
  readonly sort: readonly SortColumn[];
  readonly filters: readonly Filter[];
}

/** An arrangement of one table's rows, by the indexes of its columns. */
export interface Plan {
  readonly tests: readonly { readonly index: number; readonly passes: (raw: unknown) => boolean }[];
  readonly sort: readonly (Omit<SortColumn, 'column'> & {
    readonly index: number;
    readonly keyOf: Comparable['keyOf'];
  })[];
}

/** What an arrangement means for the rows of a table. Fails with a RunError where it asks what the table cannot give. */
export function planOf({ fields }: StructType, { sort, filters }: Arrangement): Plan {
  const names = uniqueNames(fields.map(({ name }) => name));
  const columnNamed = (column: string, field: 'sortBy' | 'filterBy') => {
    const index = names.indexOf(column);
    const type = fields[index]?.type;
    if (type !== undefined) return { index, type };
    throw runError('arranged-column-missing', { column, names }, { field });
  };
  return {
    sort: sort.map(({ column, ...way }) => {
      const { index, type } = columnNamed(column, 'sortBy');
      const comparable = comparableOf(type);
      if (comparable !== undefined) return { ...way, index, keyOf: comparable.keyOf };
      throw runError('column-without-order', { column, type: typeName(type) }, { field: 'sortBy' });
    }),
    tests: filters.map((filter) => {
      const { index, type } = columnNamed(filter.column, 'filterBy');
      return { index, passes: testOf(type, filter) };
    }),
  };
}

function testOf(type: DataType, { column, operator, value }: Filter): (raw: unknown) => boolean {
  if (operator === 'is null') return isNull;
  if (operator === 'is not null') return (raw) => !isNull(raw);
  if (value === undefined) throw runError('filter-without-value', { column, operator }, inFilter);
  if (operator === 'contains' || operator === 'starts with') return wordTest(type, operator, value);
  const comparable = comparableOf(type);
  if (comparable === undefined)
    throw runError('column-not-comparable', { column, type: typeName(type), operator }, inFilter);
  const against = orWrong(column, type, comparable, value);
  const holds = outcomes[operator];
  return (raw) => !isNull(raw) && holds(against(raw as Primitive));
}

const isNull = (raw: unknown): boolean => raw === null || raw === undefined;

const outcomes: Readonly<Record<'=' | '!=' | '<' | '<=' | '>' | '>=', (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Looks into values as they are shown, in capitals or not; nested ones are JSON. */
function wordTest(type: DataType, operator: 'contains' | 'starts with', value: string): (raw: unknown) => boolean {
  const shape = shapeOf(type);
  const part = value.toLowerCase();
  return (raw) => {
    if (isNull(raw)) return false;
    const text = textOf(shape.kind === 'leaf' ? shape.read(raw as Primitive) : (raw as Cell)).toLowerCase();
    return operator === 'contains' ? text.includes(part) : text.startsWith(part);
  };
}

const textOf = (cell: Cell): string => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell));

function orWrong(column: string, type: DataType, { against, example }: Comparable, value: string) {
  try {
    return against(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const params = { column, type: typeName(type), value: value.slice(0, 100), example };
    throw runError('filter-value-invalid', params, inFilter);
  }
}

const inFilter = { field: 'filterBy' } as const;
