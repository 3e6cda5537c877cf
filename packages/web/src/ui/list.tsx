import { TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useRef, type ReactNode } from 'react';
import { texts } from '../texts.ts';
import { count } from './format.ts';
import { Empty } from './states.tsx';
import classes from './list.module.css';

type Sortable = string | number | null;

export interface Column<T> {
  readonly key: string;
  readonly title: string;
  /** What the column is sorted by; without it, it cannot be. */
  readonly sortBy?: (row: T) => Sortable;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'end';
  /** Left out where the page is narrow. */
  readonly wideOnly?: boolean;
}

export interface ListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string | number;
  /** Text that the filter is held against. */
  readonly textOf: (row: T) => string;
  /** Stands there while there are no rows at all. */
  readonly empty: ReactNode;
  /** Beside the filter. */
  readonly actions?: ReactNode;
}

/** What the address keeps of a list. */
export interface ListSearch {
  readonly q?: string;
  readonly sort?: string;
}

export const listSearch = (search: Record<string, unknown>): ListSearch => ({
  ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
  ...(typeof search['sort'] === 'string' && search['sort'] !== '' ? { sort: search['sort'] } : {}),
});

const rowHeight = 36;

/** A list of records: type to filter, sort by header, its state in the address; rows are drawn as they come into sight. */
export function List<T>({ label, rows, columns, idOf, textOf, empty, actions }: ListProps<T>) {
  const { q = '', sort = '' } = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const keep = (next: ListSearch): void =>
    void navigate({ to: '.', search: listSearch({ q, sort, ...next }), replace: true });
  const wanted = useDeferredValue(q.trim().toLowerCase());
  const shown = useMemo(() => {
    const words = wanted.split(/\s+/);
    const kept = wanted === '' ? rows : rows.filter((row) => words.every((w) => textOf(row).toLowerCase().includes(w)));
    return sorted(kept, columns, sort);
  }, [rows, columns, wanted, sort, textOf]);
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  if (rows.length === 0) return empty;
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <TextInput
          aria-label={`${texts.list.filter}: ${label}`}
          placeholder={texts.list.filter}
          value={q}
          onChange={(event) => keep({ q: event.currentTarget.value })}
          size="xs"
          w={260}
        />
        <span className="soft" role="status">
          {texts.list.count(count(shown.length), count(rows.length))}
        </span>
        <span className={classes.actions}>{actions}</span>
      </div>
      {/* a region that scrolls can be reached by keyboard */}
      <div ref={viewport} className={classes.viewport} tabIndex={0} role="region" aria-label={label}>
        <table className={classes.table} aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={(next) => keep({ sort: next })} />
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <Space height={above} /> : null}
            {items.map(({ index }) => {
              const row = shown[index] as T;
              return (
                <tr key={idOf(row)} aria-rowindex={index + 2}>
                  {columns.map(({ key, cell, align, wideOnly }) => (
                    <td key={key} data-align={align} data-wide-only={wideOnly}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
            {below > 0 ? <Space height={below} /> : null}
          </tbody>
        </table>
        {shown.length === 0 ? (
          <Empty title={texts.list.none}>
            <button type="button" className={classes.link} onClick={() => keep({ q: '' })}>
              {texts.list.clear}
            </button>
          </Empty>
        ) : null}
      </div>
    </div>
  );
}

const Space = ({ height }: { readonly height: number }) => (
  <tr aria-hidden style={{ height }}>
    <td />
  </tr>
);

interface HeadingProps<T> {
  readonly column: Column<T>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Sorts upwards, downwards, not at all, one click each. */
function Heading<T>({ column: { key, title, sortBy, align, wideOnly }, sort, onSort }: HeadingProps<T>) {
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
  const next = { none: key, ascending: `-${key}`, descending: '' }[direction];
  return (
    <th scope="col" data-align={align} data-wide-only={wideOnly} aria-sort={direction}>
      {sortBy === undefined ? (
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

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function sorted<T>(rows: readonly T[], columns: readonly Column<T>[], sort: string): readonly T[] {
  const down = sort.startsWith('-');
  const by = columns.find(({ key }) => key === sort.replace(/^-/, ''))?.sortBy;
  if (by === undefined) return rows;
  return rows.toSorted((a, b) => (down ? -1 : 1) * compare(by(a), by(b)));
}

function compare(a: Sortable, b: Sortable): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}
