import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { listTexts } from '../texts/list.ts';
import { count } from './format.ts';
import { Heading, type Column } from './list-columns.tsx';
import { Select, SelectAll, type Selection } from './list-selection.tsx';
import { Empty } from './states.tsx';
import { useListSearch } from './use-list-search.ts';
import { useShownRows, useVirtualRows } from './use-list-rows.ts';
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
  readonly actions?: ReactNode | ((selection: readonly T[], visible: readonly T[]) => ReactNode);
  /** Makes rows selectable; rows that are filtered out are neither selected with the others nor acted upon. */
  readonly selection?: Selection<T> | undefined;
  /** Rows of a smaller number come first in every order. */
  readonly rankOf?: (row: T) => number;
}

/** A list of records: type to filter, sort by header, state in the address; rows are drawn as they become visible. */
export function List<T>(props: ListProps<T>) {
  const { label, rows, columns, idOf, empty, filtering, paged, selection } = props;
  const { q, sort, setSearch, showAll, isFiltered } = useListSearch(filtering?.keys ?? []);
  const visible = useShownRows(props, q, sort);
  const { viewport, items, above, below } = useVirtualRows(visible.length, paged?.page);
  if (rows.length === 0 && !(paged !== undefined && isFiltered)) return empty;
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <TextInput
          aria-label={`${listTexts.filter}: ${label}`}
          placeholder={listTexts.filter}
          value={q}
          onChange={(event) => setSearch({ q: event.currentTarget.value })}
          size="xs"
          className={classes.filter}
        />
        {filtering?.element}
        <span className="soft" role="status">
          {listTexts.count(count(visible.length), count(paged?.all ?? rows.length))}
        </span>
        <span className={classes.actions}>{actionsFor(props, visible)}</span>
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
        <table className={classes.table} aria-rowcount={visible.length + 1}>
          <ListHead {...{ columns, visible, idOf, selection, sort }} onSort={(next) => setSearch({ sort: next })} />
          <tbody>
            {above > 0 ? <Space height={above} /> : null}
            {items.map(({ index }) => {
              const row = visible[index] as T;
              return <ListRow key={idOf(row)} {...{ row, index, columns, idOf, selection }} />;
            })}
            {below > 0 ? <Space height={below} /> : null}
          </tbody>
        </table>
        {visible.length === 0 ? (
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

/** The actions next to the filter. */
function actionsFor<T>({ actions, selection, idOf }: ListProps<T>, visible: readonly T[]): ReactNode {
  if (typeof actions !== 'function') return actions;
  return actions(
    visible.filter((row) => selection?.selected.has(idOf(row)) === true),
    visible,
  );
}

interface ListHeadProps<T> extends Pick<ListProps<T>, 'columns' | 'idOf' | 'selection'> {
  readonly visible: readonly T[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

const ListHead = <T,>({ columns, visible, idOf, selection, sort, onSort }: ListHeadProps<T>) => (
  <thead>
    <tr>
      {selection === undefined ? null : (
        <th scope="col" className={classes.check}>
          <SelectAll rows={visible} idOf={idOf} selection={selection} />
        </th>
      )}
      {columns.map((column) => (
        <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
      ))}
    </tr>
  </thead>
);

interface ListRowProps<T> extends Pick<ListProps<T>, 'columns' | 'idOf' | 'selection'> {
  readonly row: T;
  /** The index of the row among those that are shown. */
  readonly index: number;
}

const ListRow = <T,>({ row, index, columns, idOf, selection }: ListRowProps<T>) => (
  <tr aria-rowindex={index + 2}>
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

const Space = ({ height }: { readonly height: number }) => (
  <tr aria-hidden style={{ height }}>
    <td />
  </tr>
);
