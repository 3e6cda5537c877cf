import type { Cell, RunOutput } from '../events.ts';
import { printable } from './printable.ts';

type Table = Extract<RunOutput, { type: 'table' | 'chart' }>;

const widest = 40;

const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? 'null' : oneLine(typeof cell === 'string' ? cell : JSON.stringify(cell));

const oneLine = (text: string): string => printable(text.replaceAll(/[\n\r\t]/g, ' '));

/** Printed width: wide characters of East Asian scripts and emoji take two columns. */
const widthOf = (text: string): number => {
  let width = 0;
  for (const char of text)
    width +=
      /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/u.test(
        char,
      )
        ? 2
        : 1;
  return width;
};

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

/** Columns that only steer how others look (colours of rows). */
const hiddenColumns = (table: Table): readonly unknown[] => {
  const hidden = table.type === 'table' ? table.options?.['hidden'] : undefined;
  return Array.isArray(hidden) ? hidden : [];
};

const numeric = /^(tinyint|smallint|int|bigint|float|double|decimal)/;

/** A table as lines of text, numbers to the right, columns that do not fit left out by name. */
export function drawTable(table: Table, limit: number, width: number): string[] {
  const rows = table.rows.slice(0, limit);
  const hidden = hiddenColumns(table);
  const columns = table.columns.flatMap((column, i) => {
    if (hidden.includes(column.name)) return [];
    const cells = rows.map((row) => cut(textOf(row[i])));
    const head = cut(oneLine(column.name));
    return [{ head, cells, right: numeric.test(column.type), width: Math.max(widthOf(head), ...cells.map(widthOf)) }];
  });
  let used = 0;
  const fitting = columns.filter((column, i) => i === 0 || (used += column.width + 3) < width - 10);
  const pad = (text: string, column: { right: boolean; width: number }): string => {
    const space = ' '.repeat(Math.max(0, column.width - widthOf(text)));
    return column.right ? space + text : text + space;
  };
  const lines = [
    fitting.map((c) => pad(c.head, c)).join(' │ '),
    fitting.map((c) => '─'.repeat(c.width)).join('─┼─'),
    ...rows.map((_, row) => fitting.map((c) => pad(c.cells[row] ?? '', c)).join(' │ ')),
  ];
  const hiddenCount = columns.length - fitting.length;
  if (table.rows.length > limit || table.truncated) lines.push(`… the first ${rows.length} rows`);
  if (table.unordered === true) lines.push('… in no defined order: sort the rows before this node to fix one');
  if (hiddenCount > 0)
    lines.push(
      `… ${hiddenCount} more columns: ${columns
        .slice(-hiddenCount)
        .map((c) => c.head)
        .join(', ')}`,
    );
  return lines.map((text) => text.trimEnd());
}
