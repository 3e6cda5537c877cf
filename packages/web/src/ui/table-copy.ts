import { tableTexts } from '../texts/table.ts';
import { copyText } from './copy.ts';
import { count } from './format.ts';
import { csvOf, markdownOf } from './table-text.ts';
import type { Pages, Row, TableColumn } from './table-view.ts';

const texts = tableTexts;

export type CopyFormat = 'csv' | 'markdown';

interface Source {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Row[];
  /** The rows to copy, by their numbers; undefined for all. */
  readonly order: readonly number[] | undefined;
  readonly pages: Pages | undefined;
  /** Rows of the whole table if it has more than are available; null if unknown. */
  readonly inAll: number | null | undefined;
}

/** Copies some columns of a table, and returns what was copied in words. */
export async function copyColumns(
  format: CopyFormat,
  some: readonly { readonly at: number }[],
  { columns, rows, order, pages, inAll }: Source,
): Promise<string> {
  let selectedRows = rows;
  try {
    if (pages !== undefined) selectedRows = await pages.first();
    else if (order !== undefined) selectedRows = order.map((index) => rows[index] ?? []);
  } catch (error) {
    return error instanceof Error ? error.message : texts.notCopied;
  }
  const selected = some.flatMap(({ at }) => columns[at] ?? []);
  const cells = selectedRows.map((row) => some.map(({ at }) => row[at] ?? null));
  const isDone = await copyText(format === 'csv' ? csvOf(selected, cells) : markdownOf(selected, cells));
  if (!isDone) return texts.notCopied;
  return pages === undefined
    ? copiedText(cells.length, rows.length, inAll)
    : copiedText(cells.length, cells.length, pages.count > cells.length ? pages.count : undefined);
}

/** The number of copied rows; `inAll`: rows of the whole table if it has more, null if unknown. */
function copiedText(many: number, here: number, inAll: number | null | undefined): string {
  if (inAll === undefined) return texts.copied(count(many), many);
  if (many < here) return texts.copiedOfFirst(count(many), count(here));
  return inAll === null ? texts.copiedFirst(count(many)) : texts.copiedOf(count(many), count(inAll));
}
