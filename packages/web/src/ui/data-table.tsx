import { useEffect, useMemo, useRef, useState } from 'react';
import type { Cell } from '../api/cell.ts';
import { tableTexts } from '../texts/table.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { ColumnSummary } from './column-summary.ts';
import { count as counted } from './format.ts';
import { copyColumns, type CopyFormat } from './table-copy.ts';
import { TableFoot, type Marked } from './table-foot.tsx';
import { TableHead, wayOf } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { shownRows, type Pages, type Row, type TableColumn, type View } from './table-view.ts';
import { useTableView, type TableViews } from './use-table-view.ts';
import { useWindow } from './use-window.ts';
import type { Window } from './window-of.ts';
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

/** Minimum and maximum letters of a column; longer values are truncated. */
const [minWidth, maxWidth] = [6, 44];
/** Rows that determine the widths of columns. */
const measured = 100;

/**
 * Rows of data, drawn as they become visible; numbers are aligned, and no column moves. The head of a column opens its
 * menu: sorting, filtering, hiding, copying. The foot shows hidden parts, and copies the table.
 */
export function DataTable(props: DataTableProps) {
  const { label, columns, rows, inAll, summaries, pages, marked } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState('');
  const views = useTableView(columns, pages, viewport, () => setCopied(''));
  const { view, setView, setFilter, menu, setMenu } = views;
  const order = useOrder(props, view);
  const count = pages?.count ?? order?.length ?? rows.length;
  const range = useWindow(viewport, count);
  useVisibleRows(pages, range);
  const { visible, widths, letters } = useShownColumns(columns, rows, view.hidden);
  const copy = async (format: CopyFormat, some: readonly { readonly at: number }[]): Promise<void> =>
    setCopied(await copyColumns(format, some, { columns, rows, order, pages, inAll }));
  const here = pages?.all ?? rows.length;
  return (
    <div className={classes.frame}>
      <div ref={viewport} className={classes.viewport} tabIndex={0} role="region" aria-label={label}>
        <table
          className={classes.table}
          aria-rowcount={count + 1}
          aria-busy={pages?.isWaiting}
          style={{ width: `calc(${letters}ch + ${visible.length * 24}px)` }}
        >
          <colgroup>
            {visible.map(({ at }) => (
              <col key={at} style={{ width: `calc(${widths[at] ?? 0}ch + 24px)` }} />
            ))}
          </colgroup>
          <TableHead columns={visible} sort={view.sort} open={menu?.column} onMenu={setMenu} summaries={summaries} />
          <TableBody
            columns={visible}
            range={range}
            rowAt={(index) => (pages === undefined ? rows[order?.[index] ?? index] : pages.rowAt(index))}
          />
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
        onCopy={(format) => void copy(format, visible)}
      />
      <OpenColumnMenu
        views={views}
        columns={columns}
        note={inAll === undefined ? undefined : texts.ofTheFirst(counted(here))}
        isSortable={(type) => pages?.isSortable(type) ?? true}
        mayHide={visible.length > 1}
        onCopy={(at) => void copy('csv', [{ at }])}
      />
    </div>
  );
}

/** The rows that pass the filters, by their numbers; rows of the service are sorted and filtered there. */
function useOrder({ columns, rows, pages, marked }: DataTableProps, view: View): readonly number[] | undefined {
  const conditions = marked?.conditions;
  const isPaged = pages !== undefined;
  return useMemo(
    () => (isPaged ? undefined : shownRows(columns, rows, view, conditions)),
    [isPaged, columns, rows, view, conditions],
  );
}

/** Tells the source of the rows which are visible. */
function useVisibleRows(pages: Pages | undefined, { from, to }: Window): void {
  const onVisibleRows = pages?.onVisibleRows;
  useEffect(() => onVisibleRows?.(from, Math.max(from, to - 1)), [onVisibleRows, from, to]);
}

type ShownColumn = TableColumn & { readonly at: number };

/** The columns that are not hidden, with their numbers; the letters of each column, and of all that are shown. */
function useShownColumns(columns: readonly TableColumn[], rows: readonly Row[], hidden: View['hidden']) {
  const widths = useMemo(() => widthsOf(columns, rows), [columns, rows]);
  const visible = useMemo(
    (): readonly ShownColumn[] => columns.flatMap((column, at) => (hidden.has(at) ? [] : [{ ...column, at }])),
    [columns, hidden],
  );
  const letters = visible.reduce((sum, { at }) => sum + (widths[at] ?? 0), 0);
  return { visible, widths, letters };
}

interface TableBodyProps {
  readonly columns: readonly ShownColumn[];
  readonly range: Window;
  readonly rowAt: (index: number) => Row | undefined;
}

/** The rows that are drawn, with space for those above and below. */
const TableBody = ({ columns, range: { from, to, above, below }, rowAt }: TableBodyProps) => (
  <tbody>
    {above > 0 ? <tr aria-hidden style={{ height: above }} /> : null}
    {Array.from({ length: to - from }, (_, i) => from + i).map((index) => (
      <TableRow key={index} index={index} columns={columns} row={rowAt(index)} />
    ))}
    {below > 0 ? <tr aria-hidden style={{ height: below }} /> : null}
  </tbody>
);

interface OpenColumnMenuProps {
  readonly views: TableViews;
  readonly columns: readonly TableColumn[];
  /** The rows that are sorted and filtered, if these are not all. */
  readonly note: string | undefined;
  readonly isSortable: (type: string) => boolean;
  readonly mayHide: boolean;
  readonly onCopy: (at: number) => void;
}

/** The menu of the column whose head was clicked. */
function OpenColumnMenu({ views, columns, note, isSortable, mayHide, onCopy }: OpenColumnMenuProps) {
  const { view, setView, setFilter, menu, closeMenu } = views;
  const column = menu === undefined ? undefined : columns[menu.column];
  if (menu === undefined || column === undefined) return null;
  return (
    <ColumnMenu
      key={menu.column}
      column={column}
      head={menu.head}
      sorted={wayOf(view.sort, menu.column)}
      filter={view.filters.get(menu.column)}
      note={note}
      maySort={isSortable(column.type)}
      mayHide={mayHide}
      onSort={(way) =>
        setView({
          ...view,
          sort: way === undefined ? undefined : { column: menu.column, isDescending: way === 'descending' },
        })
      }
      onFilter={(filter) => setFilter(menu.column, filter)}
      onHide={() => setView({ ...view, hidden: new Set(view.hidden).add(menu.column) })}
      onCopy={() => onCopy(menu.column)}
      onClose={closeMenu}
    />
  );
}

/** Letters of each column, from its head and its first rows. */
function widthsOf(columns: readonly TableColumn[], rows: readonly Row[]): readonly number[] {
  const some = rows.slice(0, measured);
  return columns.map(({ name, type }, i) => {
    const lengths = some.map((row) => lengthOf(row[i] ?? null));
    return Math.min(maxWidth, Math.max(minWidth, name.length + 2, type.length, ...lengths));
  });
}

const lengthOf = (value: Cell): number =>
  value === null ? 4 : typeof value === 'object' ? JSON.stringify(value).length : String(value).length;
