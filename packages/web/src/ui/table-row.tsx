import { memo } from 'react';
import { CellText } from './cell.tsx';
import { alignOf } from './table-head.tsx';
import type { Row, TableColumn } from './table-view.ts';
import classes from './data-table.module.css';

interface TableRowProps {
  /** Its number among the rows that are shown, from 0. */
  readonly index: number;
  readonly columns: readonly (TableColumn & { readonly at: number })[];
  /** Undefined while it is loading. */
  readonly row: Row | undefined;
}

/** A row of data; it is drawn once, however often the table scrolls. */
export const TableRow = memo(function TableRow({ index, columns, row }: TableRowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map(({ type, at }) => (
        <td key={at} data-align={alignOf(type)}>
          {row === undefined ? <span className={classes.coming}>…</span> : <CellText value={row[at] ?? null} />}
        </td>
      ))}
    </tr>
  );
});
