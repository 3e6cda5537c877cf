import { basename } from 'node:path';
import type { DelimitedCells, Outcome } from '@millrace/processors';
import { SparkError } from '@millrace/spark-connect';
import { RunError } from '@millrace/errors';
import { lineOfCell } from '@millrace/file-space';

/** An error of a cell that ends a run, as typed cells say it: what stands before the file, and its column and value. */
interface CellFault {
  readonly head: string;
  readonly tail: string;
  readonly column: string;
  readonly value: string;
}

/**
 * The same error; one of a cell of delimited text that ends the run also says on which line the cell stands, where a look
 * through the first 64 MB of the files finds it.
 */
export async function withLine(error: unknown, { cells }: Outcome, signal: AbortSignal): Promise<unknown> {
  if (cells === undefined || !(error instanceof SparkError) || signal.aborted) return error;
  const fault = faultIn(error.message, cells);
  if (fault === undefined) return error;
  const { head, tail, column, value } = fault;
  const position = await lineOfCell(cells, column, value, signal).catch((cause: unknown) => {
    // a file that has gone, or cannot be unpacked, does not change why the run fails
    if (cause instanceof RunError || (cause instanceof Error && 'code' in cause)) return undefined;
    throw cause;
  });
  if (position === undefined) return error;
  const file = cells.files.length > 1 ? ` of ${basename(position.file)}` : '';
  return new SparkError(`${head}, line ${position.line}${file}${tail}`, error.details, error);
}

function faultIn(message: string, { columns }: DelimitedCells): CellFault | undefined {
  for (const column of columns) {
    const begin = `column "${column}": "`;
    const from = message.indexOf(begin);
    const to = message.indexOf('" is not a valid ', from);
    if (from < 0 || to < 0) continue;
    const value = message.slice(from + begin.length, to);
    const [where] = /^" is not a valid \S+ in "[^"]*"/.exec(message.slice(to)) ?? [];
    if (where === undefined) return undefined;
    const end = to + where.length;
    return { head: message.slice(0, end), tail: message.slice(end), column, value };
  }
  return undefined;
}
