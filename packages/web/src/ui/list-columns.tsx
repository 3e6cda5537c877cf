import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { once } from './once.ts';
import classes from './list.module.css';

type Sortable = string | number | null;

/** A column of a list. */
export interface Column<T> {
  readonly key: string;
  readonly title: string;
  /** The sort key; without it, the column cannot be sorted. */
  readonly sortBy?: (row: T) => Sortable;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'end';
  /** Hidden on a narrow page. */
  readonly wideOnly?: boolean;
  /** Takes the remaining width, and is truncated if there is none. */
  readonly grows?: boolean;
  /** Only for screen readers: a column without a visible head. */
  readonly isTitleHidden?: boolean;
}

interface HeadingProps<T> {
  readonly column: Column<T>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Sorts upwards, downwards, not at all, one click each. */
export function Heading<T>({ column, sort, onSort }: HeadingProps<T>) {
  const { key, title, sortBy, align, wideOnly, isTitleHidden = false } = column;
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
  const next = { none: key, ascending: `-${key}`, descending: '' }[direction];
  return (
    <th scope="col" data-align={align} data-wide-only={wideOnly} aria-sort={direction}>
      {isTitleHidden ? (
        <VisuallyHidden>{title}</VisuallyHidden>
      ) : sortBy === undefined ? (
        title
      ) : (
        <button type="button" className={classes.sort} onClick={() => onSort(next)}>
          {title}
          <span aria-hidden>{{ none: '', ascending: ' ↑', descending: ' ↓' }[direction]}</span>
        </button>
      )}
    </th>
  );
}

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

/** Rows in the order of the address: `sort` is the key of a column, after `-` for descending. */
export function sortRows<T>(rows: readonly T[], columns: readonly Column<T>[], sort: string): readonly T[] {
  const down = sort.startsWith('-');
  const by = columns.find(({ key }) => key === sort.replace(/^-/, ''))?.sortBy;
  if (by === undefined) return rows;
  return rows.toSorted((a, b) => (down ? -1 : 1) * compare(by(a), by(b)));
}

function compare(a: Sortable, b: Sortable): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b));
}
