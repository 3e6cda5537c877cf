import type { Cell } from '../api/cell.ts';
import { kindOf } from './column-summary.ts';
import { textOf, type Row, type TableColumn } from './table-view.ts';

/** Values that need quotes (RFC 4180), and blanks at the ends, which some readers strip. */
const special = /[",\r\n]|^\s|\s$/;

/** Null is nothing at all, and an empty text two quotes; arrays, maps and structs are JSON. */
function field(cell: Cell): string {
  const text = textOf(cell);
  return cell === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Readers pass over empty lines: a line of one null is written as an empty text. */
const line = (cells: readonly Cell[]): string =>
  `${cells.length === 1 ? field(cells[0] ?? null) || '""' : cells.map(field).join(',')}\r\n`;

/** A table as CSV (RFC 4180), names first. Values are as they are stored. */
export const csvOf = (columns: readonly TableColumn[], rows: readonly Row[]): string =>
  line(columns.map(({ name }) => name)) + rows.map((row) => line(columns.map((_, i) => row[i] ?? null))).join('');

/** Characters that are markup in Markdown. */
const marks = /[\\`*[\]~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

function markdownCell(cell: Cell): string {
  if (cell === null) return '*null*';
  return textOf(cell)
    .replaceAll(marks, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
}

/** A table as Markdown (the tables of GitHub Flavored Markdown), names first; numbers stand at the right. */
export function markdownOf(columns: readonly TableColumn[], rows: readonly Row[]): string {
  const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return (
    lineOf(columns.map(({ name }) => markdownCell(name))) +
    lineOf(columns.map(({ type }) => (kindOf(type) === 'number' ? '---:' : '---'))) +
    rows.map((row) => lineOf(columns.map((_, i) => markdownCell(row[i] ?? null)))).join('')
  );
}
