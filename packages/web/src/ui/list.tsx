import { TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { listTexts } from '../texts/list.ts';
import { count } from './format.ts';
import { Heading, sorted, type Column } from './list-columns.tsx';
import { listSearch, type ListSearch } from './list-search.ts';
import { Select, SelectAll, type Selection } from './list-selection.tsx';
import { Empty } from './states.tsx';
import classes from './list.module.css';

/** Further filters next to the text. */
export interface Filtering<T> {
  readonly element: ReactNode;
  /** Absent if the service filters rows. */
  readonly only?: (row: T) => boolean;
  /** The search parameters that it is stored in. */
  readonly keys: readonly string[];
}

/** A list that the service returns by page; the service filters it by the text. */
export interface Paged {
  /** Rows on all pages. */
  readonly all: number;
  readonly page: number;
  /** True if there is one page: it is sorted here. Several pages are sorted by the service. */
  readonly isWhole: boolean;
}

export interface ListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string | number;
  /** Text that the filter searches. */
  readonly textOf: (row: T) => string;
  /** Shown while there are no rows at all. */
  readonly empty: ReactNode;
  readonly filtering?: Filtering<T>;
  readonly paged?: Paged;
  /** Next to the filter; `chosen`: the selected ones of the rows that are shown. */
  readonly actions?: ReactNode | ((chosen: readonly T[], shown: readonly T[]) => ReactNode);
  /** Makes rows selectable; rows that are filtered out are neither selected with the others nor acted upon. */
  readonly selection?: Selection<T> | undefined;
  /** Rows of a smaller number come first in every order. */
  readonly rankOf?: (row: T) => number;
}

const rowHeight = 36;

/** A list of records: type to filter, sort by header, state in the address; rows are drawn as they become visible. */
export function List<T>(props: ListProps<T>) {
  const { label, rows, columns, idOf, textOf, empty, filtering, paged, actions, selection, rankOf } = props;
  const search = useSearch({ strict: false }) as ListSearch;
  const { q = '', sort = '' } = search;
  const navigate = useNavigate();
  const keep = (next: ListSearch): void =>
    void navigate({
      to: '.',
      // another filter begins at its first page
      search: ({ q: _q, sort: _sort, page: _page, ...others }: ListSearch & { readonly page?: number }) => ({
        ...others,
        ...listSearch({ q, sort, ...next }),
      }),
      replace: true,
    });
  const showAll = (): void =>
    void navigate({
      to: '.',
      search: (all: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(all).filter(
            ([key]) => key !== 'q' && key !== 'page' && filtering?.keys.includes(key) !== true,
          ),
        ),
      replace: true,
    });
  const wanted = useDeferredValue(q.trim().toLowerCase());
  const only = filtering?.only;
  const [isPaged, isSorted] = [paged !== undefined, paged?.isWhole === false];
  const shown = useMemo(() => {
    if (isPaged) return isSorted ? rows : sorted(rows, columns, sort);
    const words = wanted.split(/\s+/);
    const among = only === undefined ? rows : rows.filter(only);
    const matches =
      wanted === '' ? among : among.filter((row) => words.every((w) => textOf(row).toLowerCase().includes(w)));
    const inOrder = sorted(matches, columns, sort);
    return rankOf === undefined ? inOrder : inOrder.toSorted((a, b) => rankOf(a) - rankOf(b));
  }, [rows, columns, wanted, sort, textOf, rankOf, only, isPaged, isSorted]);
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => {
    viewport.current?.scrollTo({ top: 0 });
  }, [paged?.page]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  const isFiltered = q !== '' || (filtering?.keys ?? []).some((key) => key in search);
  if (rows.length === 0 && !(isPaged && isFiltered)) return empty;
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <TextInput
          aria-label={`${listTexts.filter}: ${label}`}
          placeholder={listTexts.filter}
          value={q}
          onChange={(event) => keep({ q: event.currentTarget.value })}
          size="xs"
          className={classes.filter}
        />
        {filtering?.element}
        <span className="soft" role="status">
          {listTexts.count(count(shown.length), count(paged?.all ?? rows.length))}
        </span>
        <span className={classes.actions}>
          {typeof actions === 'function'
            ? actions(
                shown.filter((row) => selection?.selected.has(idOf(row)) === true),
                shown,
              )
            : actions}
        </span>
      </div>
      {/* a region that scrolls can be reached by keyboard */}
      <div
        ref={viewport}
        className={classes.viewport}
        tabIndex={0}
        role="region"
        aria-label={label}
        // the scroll position belongs to each page, also when the user returns to it
        data-scroll-restoration-id={paged === undefined ? undefined : `${label} ${paged.page}`}
      >
        <table className={classes.table} aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              {selection === undefined ? null : (
                <th scope="col" className={classes.check}>
                  <SelectAll shown={shown} idOf={idOf} selection={selection} />
                </th>
              )}
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
                  {selection === undefined ? null : (
                    <td className={classes.check}>
                      <Select row={row} id={idOf(row)} selection={selection} />
                    </td>
                  )}
                  {columns.map(({ key, cell, align, wideOnly, grows }) => (
                    <td key={key} data-align={align} data-wide-only={wideOnly} data-grows={grows}>
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
          <Empty title={listTexts.none}>
            <button type="button" className={classes.link} onClick={showAll}>
              {listTexts.clear}
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
