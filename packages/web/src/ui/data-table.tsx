import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Cell } from '../api/queries-of-runs.ts';
import { CellText } from './cell.tsx';
import classes from './data-table.module.css';

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
}

const rowHeight = 28;
const numeric = /^(tinyint|smallint|int|bigint|float|double|decimal)/;

/** Rows of data in their order, drawn as they come into sight; numbers stand under each other. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 16,
  });
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  return (
    <div ref={viewport} className={classes.viewport} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ name, type }, i) => (
              <th key={i} scope="col" data-align={numeric.test(type) ? 'end' : undefined}>
                {name}
                <span className={classes.type}>{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr aria-hidden style={{ height: above }} /> : null}
          {items.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              {(rows[index] ?? []).map((value, i) => (
                <td key={i} data-align={numeric.test(columns[i]?.type ?? '') ? 'end' : undefined}>
                  <CellText value={value} />
                </td>
              ))}
            </tr>
          ))}
          {below > 0 ? <tr aria-hidden style={{ height: below }} /> : null}
        </tbody>
      </table>
    </div>
  );
}
