import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Cell } from '../api/cell.ts';
import { tableTexts } from '../texts/table.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { ColumnSummary } from './column-summary.ts';
import { copyText } from './copy.ts';
import { count as counted } from './format.ts';
import { TableFoot, type Marked } from './table-foot.tsx';
import { TableHead, wayOf, type OpenMenu } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { csvOf, markdownOf } from './table-text.ts';
import {
  asItCame,
  followed,
  shownRows,
  type ColumnFilter,
  type Row,
  type TableColumn,
  type View,
} from './table-view.ts';
import { useWindow } from './use-window.ts';
import classes from './data-table.module.css';

const texts = tableTexts;

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** The available rows: all, or the first of a larger table. */
  readonly rows: readonly Row[];
  /** Rows of the whole table if it has more than are available; null if unknown. */
  readonly inAll?: number | null | undefined;
  /** Profiles of the columns, drawn in their heads. */
  readonly summaries?: readonly (ColumnSummary | undefined)[] | undefined;
  /** Rows of a table that is read by page. */
  readonly pages?: Pages;
  readonly marked?: Marked | undefined;
}

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

/** Minimum and maximum letters of a column; longer values are truncated. */
const [narrowest, widest] = [6, 44];
/** Rows that determine the widths of columns. */
const measured = 100;

/**
 * Rows of data, drawn as they become visible; numbers are aligned, and no column moves. The head of a column opens its
 * menu: sorting, filtering, hiding, copying. The foot shows hidden parts, and copies the table.
 */
export function DataTable({ label, columns, rows, inAll, summaries, pages, marked }: DataTableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState({ view: asItCame, columns });
  const [menu, setMenu] = useState<OpenMenu>();
  if (own.columns !== columns) {
    const next = followed(own.view, own.columns, columns);
    setOwn({ view: next, columns });
    // the menu is at another column now
    if (next !== own.view) setMenu(undefined);
  }
  const view = pages?.view ?? own.view;
  const [copied, setCopied] = useState('');
  const conditions = marked?.conditions;
  // rows of the service are sorted and filtered there
  const isPaged = pages !== undefined;
  const order = useMemo(
    () => (isPaged ? undefined : shownRows(columns, rows, view, conditions)),
    [isPaged, columns, rows, view, conditions],
  );
  const count = pages?.count ?? order?.length ?? rows.length;
  const { from, to, above, below } = useWindow(viewport, count);
  const onVisibleRows = pages?.onVisibleRows;
  useEffect(() => onVisibleRows?.(from, Math.max(from, to - 1)), [onVisibleRows, from, to]);
  const widths = useMemo(() => widthsOf(columns, rows), [columns, rows]);
  const shown = useMemo(
    () => columns.flatMap((column, at) => (view.hidden.has(at) ? [] : [{ ...column, at }])),
    [columns, view.hidden],
  );
  const letters = shown.reduce((sum, { at }) => sum + (widths[at] ?? 0), 0);
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const setView = (next: View): void => {
    if (isPaged && (next.sort !== view.sort || next.filters !== view.filters)) viewport.current?.scrollTo({ top: 0 });
    if (pages === undefined) setOwn({ view: next, columns });
    else pages.onView(next);
    setCopied('');
  };
  const setFilter = (at: number, filter: ColumnFilter | undefined): void => {
    const filters = new Map(view.filters);
    if (filter === undefined) filters.delete(at);
    else filters.set(at, filter);
    setView({ ...view, filters });
  };
  const copy = async (format: 'csv' | 'markdown', some: readonly { readonly at: number }[]): Promise<void> => {
    let taken = rows;
    try {
      if (pages !== undefined) taken = await pages.first();
      else if (order !== undefined) taken = order.map((index) => rows[index] ?? []);
    } catch (error) {
      setCopied(error instanceof Error ? error.message : texts.notCopied);
      return;
    }
    const chosen = some.flatMap(({ at }) => columns[at] ?? []);
    const cells = taken.map((row) => some.map(({ at }) => row[at] ?? null));
    const isDone = await copyText(format === 'csv' ? csvOf(chosen, cells) : markdownOf(chosen, cells));
    const done = (): string =>
      pages === undefined
        ? copiedText(cells.length, rows.length, inAll)
        : copiedText(cells.length, cells.length, pages.count > cells.length ? pages.count : undefined);
    setCopied(isDone ? done() : texts.notCopied);
  };
  const menuColumn = menu === undefined ? undefined : columns[menu.column];
  const note = inAll === undefined ? undefined : texts.ofTheFirst(counted(pages?.all ?? rows.length));
  const here = pages?.all ?? rows.length;
  return (
    <div className={classes.frame}>
      <div ref={viewport} className={classes.viewport} tabIndex={0} role="region" aria-label={label}>
        <table
          className={classes.table}
          aria-rowcount={count + 1}
          aria-busy={pages?.isWaiting}
          style={{ width: `calc(${letters}ch + ${shown.length * 24}px)` }}
        >
          <colgroup>
            {shown.map(({ at }) => (
              <col key={at} style={{ width: `calc(${widths[at] ?? 0}ch + 24px)` }} />
            ))}
          </colgroup>
          <TableHead columns={shown} sort={view.sort} open={menu?.column} onMenu={setMenu} summaries={summaries} />
          <tbody>
            {above > 0 ? <tr aria-hidden style={{ height: above }} /> : null}
            {Array.from({ length: to - from }, (_, i) => from + i).map((index) => (
              <TableRow
                key={index}
                index={index}
                columns={shown}
                row={pages === undefined ? rows[order?.[index] ?? index] : pages.rowAt(index)}
              />
            ))}
            {below > 0 ? <tr aria-hidden style={{ height: below }} /> : null}
          </tbody>
        </table>
      </div>
      <TableFoot
        columns={columns}
        filters={view.filters}
        onUnfilter={(at) => setFilter(at, undefined)}
        marked={marked}
        hidden={view.hidden.size}
        onShowAll={() => setView({ ...view, hidden: new Set() })}
        some={count === here ? undefined : { shown: count, here }}
        status={pages?.isWaiting === true ? texts.arranging(counted(here)) : copied}
        trouble={pages?.trouble}
        onCopy={(format) => void copy(format, shown)}
      />
      {menu === undefined || menuColumn === undefined ? null : (
        <ColumnMenu
          key={menu.column}
          column={menuColumn}
          head={menu.head}
          sorted={wayOf(view.sort, menu.column)}
          filter={view.filters.get(menu.column)}
          note={note}
          maySort={pages?.isSortable(menuColumn.type) ?? true}
          mayHide={shown.length > 1}
          onSort={(way) =>
            setView({
              ...view,
              sort: way === undefined ? undefined : { column: menu.column, isDescending: way === 'descending' },
            })
          }
          onFilter={(filter) => setFilter(menu.column, filter)}
          onHide={() => setView({ ...view, hidden: new Set(view.hidden).add(menu.column) })}
          onCopy={() => void copy('csv', [{ at: menu.column }])}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/** The number of copied rows; `inAll`: rows of the whole table if it has more, null if unknown. */
function copiedText(many: number, here: number, inAll: number | null | undefined): string {
  if (inAll === undefined) return texts.copied(counted(many), many);
  if (many < here) return texts.copiedOfFirst(counted(many), counted(here));
  return inAll === null ? texts.copiedFirst(counted(many)) : texts.copiedOf(counted(many), counted(inAll));
}

/** Letters of each column, from its head and its first rows. */
function widthsOf(columns: readonly TableColumn[], rows: readonly Row[]): readonly number[] {
  const some = rows.slice(0, measured);
  return columns.map(({ name, type }, i) => {
    const lengths = some.map((row) => lengthOf(row[i] ?? null));
    return Math.min(widest, Math.max(narrowest, name.length + 2, type.length, ...lengths));
  });
}

const lengthOf = (value: Cell): number =>
  value === null ? 4 : typeof value === 'object' ? JSON.stringify(value).length : String(value).length;
