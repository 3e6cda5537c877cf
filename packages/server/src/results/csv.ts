import { setImmediate as turn } from 'node:timers/promises';
import type { Cell } from '@millrace/runner';
import type { ResultTable } from './table.ts';

/** Rows after which others have their turn. */
const rowsAtOnce = 512;

/** What must stand between quotes (RFC 4180). */
const special = /[",\r\n]/;

const quote = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Null is nothing at all, and an empty text two quotes; arrays, maps and structs are JSON. */
function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell === '') return '""';
  return quote(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

/** Readers pass over empty lines: a line of one null is written as an empty text. */
const lineOf = (fields: readonly string[]): string => `${fields.length === 1 ? fields[0] || '""' : fields.join(',')}\n`;

/** A table as CSV in UTF-8, names first, made as it is read. The table is closed at the end. */
export async function* csvOf(table: ResultTable): AsyncGenerator<string, void, undefined> {
  await using open = table;
  yield lineOf(open.columns.map(({ name }) => fieldOf(name)));
  for await (const rows of open.rows())
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      yield rows
        .slice(at, at + rowsAtOnce)
        .map((row) => lineOf(row.map(fieldOf)))
        .join('');
      await turn();
    }
}
