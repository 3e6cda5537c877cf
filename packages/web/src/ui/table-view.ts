import type { Cell } from '../api/cell.ts';
import { kindOf, timeOf, type ValueKind } from './column-summary.ts';
import { dayMs } from './days.ts';

export type Row = readonly Cell[];

export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

/** The filter of a column. */
export interface ColumnFilter {
  /** A part of the value as text, ignoring case. */
  readonly text?: string;
  /** Minimum and maximum of a number or time, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly nulls?: 'without' | 'only';
}

/** Values that the columns of a row must have, by the columns' names. */
export type Conditions = readonly (readonly [column: string, value: Cell])[];

/** The view of a table; columns by their numbers. */
export interface View {
  readonly sort?: { readonly column: number; readonly isDescending: boolean } | undefined;
  readonly filters: ReadonlyMap<number, ColumnFilter>;
  readonly hidden: ReadonlySet<number>;
}

export const asItCame: View = { filters: new Map(), hidden: new Set() };

/** Keys of columns: the name, and the occurrence if several share it. */
function keysOf(columns: readonly TableColumn[]): readonly string[] {
  const many = new Map<string, number>();
  return columns.map(({ name }) => {
    const nth = many.get(name) ?? 0;
    many.set(name, nth + 1);
    return `${nth} ${name}`;
  });
}

/**
 * Adapts a view to a table's new columns: it follows their names. Settings of removed columns are dropped, and so is a
 * filter if the kind of values differs. Returns the same view if nothing changes.
 */
export function followColumns(view: View, before: readonly TableColumn[], after: readonly TableColumn[]): View {
  const [old, now] = [keysOf(before), keysOf(after)];
  const isSameKind = (at: number, newIndex: number): boolean =>
    kindOf(before[at]?.type ?? '') === kindOf(after[newIndex]?.type ?? '');
  if (old.length === now.length && old.every((key, at) => key === now[at] && isSameKind(at, at))) return view;
  const newIndexOf = (at: number): readonly number[] => {
    const newIndex = now.indexOf(old[at] ?? '');
    return newIndex === -1 ? [] : [newIndex];
  };
  const [sorted] = view.sort === undefined ? [] : newIndexOf(view.sort.column);
  return {
    sort: view.sort === undefined || sorted === undefined ? undefined : { ...view.sort, column: sorted },
    filters: new Map(
      [...view.filters].flatMap(([at, filter]) =>
        newIndexOf(at).flatMap((newIndex) => (isSameKind(at, newIndex) ? [[newIndex, filter] as const] : [])),
      ),
    ),
    hidden: new Set([...view.hidden].flatMap(newIndexOf)),
  };
}

/** A value as text; nothing for null. Nested values are JSON. */
export const textOf = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);

/** Numbers, times and truth values may come as text: a blank one is none. */
const isAbsent = (kind: ValueKind, cell: Cell): boolean =>
  cell === null || (cell === '' && kind !== 'text' && kind !== 'nested');

/**
 * Numbers of the rows that a view shows, in its order; undefined for all rows in their original order. Absent values
 * come last in either direction, NaN after all numbers; rows of equal values keep their order.
 */
export function shownRows(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  { sort, filters }: View,
  conditions: Conditions = [],
): readonly number[] | undefined {
  const tests = [
    ...[...filters].flatMap(([at, filter]) => {
      const column = columns[at];
      return column === undefined ? [] : [testOf(at, kindOf(column.type), filter)];
    }),
    ...conditions.map(([name, value]) =>
      equals(
        columns.findIndex((one) => one.name === name),
        value,
      ),
    ),
  ];
  const sorted = sort === undefined ? undefined : columns[sort.column];
  if (tests.length === 0 && sorted === undefined) return undefined;
  const matches = rows.flatMap((row, index) => (tests.every((test) => test(row)) ? [index] : []));
  if (sort === undefined || sorted === undefined) return matches;
  const kind = kindOf(sorted.type);
  const order = orders[kind];
  const way = sort.isDescending ? -1 : 1;
  const cellOf = (index: number): Cell => rows[index]?.[sort.column] ?? null;
  return matches.toSorted((a, b) => {
    const [one, other] = [cellOf(a), cellOf(b)];
    const absent = Number(isAbsent(kind, one)) - Number(isAbsent(kind, other));
    return absent !== 0 ? absent : isAbsent(kind, one) ? 0 : way * order(textOf(one), textOf(other));
  });
}

type Test = (row: Row) => boolean;

function equals(at: number, value: Cell): Test {
  const text = JSON.stringify(value);
  return (row) => JSON.stringify(row[at] ?? null) === text;
}

function testOf(at: number, kind: ValueKind, { text, from, to, nulls }: ColumnFilter): Test {
  const part = text?.toLocaleLowerCase();
  return (row) => {
    const cell = row[at] ?? null;
    if (isAbsent(kind, cell)) return nulls === 'only' || (nulls === undefined && [text, from, to].every(isUnset));
    if (nulls === 'only') return false;
    if (part !== undefined && !textOf(cell).toLocaleLowerCase().includes(part)) return false;
    return kind === 'number' || kind === 'time' ? isBetween[kind](textOf(cell), from, to) : true;
  };
}

const isUnset = (one: string | undefined): boolean => one === undefined;

const isBetween = {
  number: (text: string, from: string | undefined, to: string | undefined): boolean =>
    (from === undefined && to === undefined) ||
    (!Number.isNaN(Number(text)) &&
      (from === undefined || byNumber(text, from) >= 0) &&
      (to === undefined || byNumber(text, to) <= 0)),
  time: (text: string, from: string | undefined, to: string | undefined): boolean =>
    (from === undefined || timeOf(text) >= timeOf(from)) && (to === undefined || timeOf(text) <= endOf(to)),
};

/** A day without a time means its end. */
const endOf = (text: string): number => timeOf(text) + (/[ T]/.test(text) ? 0 : dayMs - 1);

/** Whether a text is a valid bound of a range. */
export const isEnd = (kind: ValueKind, text: string): boolean =>
  !Number.isNaN(kind === 'number' ? Number(text) : timeOf(text));

const byCharacters = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const plain = /^-?\d+(\.\d+)?$/;

function byNumber(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  if (x !== y) return x < y ? -1 : 1;
  // long decimals are the same as doubles
  if (a === b || !plain.test(a) || !plain.test(b)) return 0;
  const digits = Math.max(fractionLength(a), fractionLength(b));
  const [one, other] = [digitsOf(a, digits), digitsOf(b, digits)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const fractionLength = (text: string): number => text.split('.')[1]?.length ?? 0;

function digitsOf(text: string, digits: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

function byTime(a: string, b: string): number {
  const [x, y] = [timeOf(a), timeOf(b)];
  // what lies between milliseconds is in the text alone
  return x < y ? -1 : x > y ? 1 : byCharacters(a, b);
}

const orders: Readonly<Record<ValueKind, (a: string, b: string) => number>> = {
  number: byNumber,
  time: byTime,
  truth: byCharacters,
  text: byCharacters,
  nested: byCharacters,
};

/** A table whose rows are loaded on demand, sorted and filtered by their source. */
export interface Pages {
  /** Rows that pass the filters. */
  readonly count: number;
  /** Rows of the table. */
  readonly all: number;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** A row; undefined while it is loading. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Receives the range of visible rows. */
  readonly onVisibleRows: (first: number, last: number) => void;
  /** The first of the rows that pass the filters, to be copied. */
  readonly first: () => Promise<readonly Row[]>;
  /** Whether values of a type can be sorted. */
  readonly isSortable: (type: string) => boolean;
  /** True while rows of an earlier view are shown. */
  readonly isWaiting: boolean;
  /** The error of loading rows. */
  readonly trouble: string | undefined;
}
