import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Cell } from '../api/cell.ts';
import { CellText } from './cell.tsx';
import { kindOf, type ColumnSummary } from './column-summary.ts';
import { SummaryPicture } from './column-summary.tsx';
import classes from './data-table.module.css';

type Row = readonly Cell[];

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The rows that are at hand: all, or the first of a table that is read by pages. */
  readonly rows: readonly Row[];
  /** What the columns hold, drawn in their heads. */
  readonly summaries?: readonly (ColumnSummary | undefined)[] | undefined;
  /** Rows of a table that is read by pages. */
  readonly pages?: Pages;
}

/** A table whose rows come as they are looked for. */
export interface Pages {
  readonly count: number;
  /** A row; undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Is told which rows are in sight. */
  readonly onSight: (first: number, last: number) => void;
}

const rowHeight = 28;
/** Letters of a column, at least and at most; what is longer is cut off. */
const [narrowest, widest] = [6, 44];
/** Rows that the widths of columns are taken from. */
const measured = 100;

const alignOf = (type: string): 'end' | undefined => (kindOf(type) === 'number' ? 'end' : undefined);

/** Rows of data in their order, drawn as they come into sight; numbers stand under each other, and no column moves. */
export function DataTable({ label, columns, rows, summaries, pages }: DataTableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const count = pages?.count ?? rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 16,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const onSight = pages?.onSight;
  useEffect(() => onSight?.(first, last), [onSight, first, last]);
  const widths = useMemo(() => widthsOf(columns, rows), [columns, rows]);
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  const all = widths.reduce((sum, width) => sum + width, 0);
  return (
    <div ref={viewport} className={classes.viewport} tabIndex={0} role="region" aria-label={label}>
      <table
        className={classes.table}
        aria-rowcount={count + 1}
        style={{ width: `calc(${all}ch + ${widths.length * 24}px)` }}
      >
        <colgroup>
          {widths.map((width, i) => (
            <col key={i} style={{ width: `calc(${width}ch + 24px)` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, type }, i) => (
              <th key={i} scope="col" data-align={alignOf(type)} title={name}>
                <span className={classes.name}>{name}</span>
                <span className={classes.type}>{type}</span>
                {summaries?.[i] === undefined ? null : <SummaryPicture summary={summaries[i]} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr aria-hidden style={{ height: above }} /> : null}
          {items.map(({ index }) => {
            const row = pages === undefined ? rows[index] : pages.rowAt(index);
            return (
              <tr key={index} aria-rowindex={index + 2}>
                {columns.map(({ type }, i) => (
                  <td key={i} data-align={alignOf(type)}>
                    {row === undefined ? (
                      <span className={classes.coming}>…</span>
                    ) : (
                      <CellText value={row[i] ?? null} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 ? <tr aria-hidden style={{ height: below }} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** Letters of each column: as many as its head and its first rows take. */
function widthsOf(columns: DataTableProps['columns'], rows: readonly Row[]): readonly number[] {
  const some = rows.slice(0, measured);
  return columns.map(({ name, type }, i) => {
    const lengths = some.map((row) => lengthOf(row[i] ?? null));
    return Math.min(widest, Math.max(narrowest, name.length + 1, type.length, ...lengths));
  });
}

const lengthOf = (value: Cell): number =>
  value === null ? 4 : typeof value === 'object' ? JSON.stringify(value).length : String(value).length;
