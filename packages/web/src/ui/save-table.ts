import type { Cell } from '../api/cell.ts';
import { fileName, saveFile } from './save-file.ts';
import { csvOf } from './table-text.ts';

/** Hands rows to the browser as a CSV file; columns are named as in the first line of it. */
export function saveTable(name: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const text = csvOf(
    columns.map((column) => ({ name: column, type: 'string' })),
    rows,
  );
  saveFile(new Blob([text], { type: 'text/csv' }), fileName(name, 'csv'));
}

/** A moment as programs read it. */
export const stamp = (ms: number): string => new Date(ms).toISOString();
