import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { once } from './once.ts';
import classes from './list.module.css';

type Sortable = string | number | null;

/** A column of a list. */
export interface Column<T> {
  readonly key: string;
  readonly title: string;
  /** What the column is sorted by; without it, it cannot be. */
  readonly sortBy?: (row: T) => Sortable;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'end';
  /** Left out where the page is narrow. */
  readonly wideOnly?: boolean;
  /** Takes the room that others leave, and is cut off where there is none. */
  readonly grows?: boolean;
  /** Read out only: a column that needs no word to be understood. */
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

/** Rows in the order that the address says: `sort` is the key of a column, after `-` downwards. */
export function sorted<T>(rows: readonly T[], columns: readonly Column<T>[], sort: string): readonly T[] {
  const down = sort.startsWith('-');
  const by = columns.find(({ key }) => key === sort.replace(/^-/, ''))?.sortBy;
  if (by === undefined) return rows;
  return rows.toSorted((a, b) => (down ? -1 : 1) * compare(by(a), by(b)));
}

function compare(a: Sortable, b: Sortable): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b));
}
