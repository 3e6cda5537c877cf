import type { Cell } from '../api/cell.ts';
import { fileName, saveFile } from './save-file.ts';
import { csvOf } from './table-text.ts';

/** Saves rows as a CSV file; the first line names the columns. */
export function saveTable(name: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const text = csvOf(
    columns.map((column) => ({ name: column, type: 'string' })),
    rows,
  );
  saveFile(new Blob([text], { type: 'text/csv' }), fileName(name, 'csv'));
}

/** A time in machine-readable form. */
export const stamp = (ms: number): string => new Date(ms).toISOString();
