import type { FileHandle } from 'node:fs/promises';
import type { RunOutput } from '@millrace/runner';
import { RunError } from '@millrace/errors';
import type { ArrangedPage, Arrangement, Rows } from '@millrace/runner/tables';
import type { Context } from '../context.ts';
import { tableLocation } from '../executions/run-tables.ts';
import type { Logged } from '../executions/run-logs.ts';
import { Problem } from '../problems.ts';

type TableOutput = Extract<RunOutput, { readonly type: 'table' | 'chart' }>;

/** The rows of a table or chart that a run has shown, all that were kept. */
export interface ResultTable extends AsyncDisposable {
  readonly title: string;
  readonly columns: TableOutput['columns'];
  /** Rows that can be read. */
  readonly rowCount: number;
  /** True if the table had more rows. */
  readonly truncated: boolean;
  /** Rows that the table had; null if they were not counted them. */
  readonly total: number | null;
  /** The Parquet file that they lie in; undefined if they lie in the store. */
  readonly file: FileHandle | undefined;
  /** Rows from one on up to another, that one not with them. */
  rows(from?: number, to?: number): Rows;
  /**
   * Rows that an arrangement lets through, in its order, from one on up to another, that one not with them. Fails with MALFORMED
   * if the table has no such columns or values, and with UNPROCESSABLE if they are too large.
   */
  arrange(arrangement: Arrangement, piece: Piece): Promise<ArrangedPage>;
}

/** Which rows of an arrangement are wanted. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Most characters; there are fewer rows if they have more. */
  readonly mostText: number;
  /** Aborted when no caller waits for them any more. */
  readonly signal: AbortSignal;
}

/** Rows that are given at once of those in the store. */
const some = 1_000;

/**
 * Opens the table of an output. Fails with NOT_FOUND if the run has no such output or its file is gone, with
 * UNPROCESSABLE if the output has no rows, and with WRONG_STATE if the file lies in the folder of another process.
 */
export async function openTable(
  { db, tables }: Pick<Context, 'db' | 'tables'>,
  run: Logged,
  outputId: number,
): Promise<ResultTable> {
  const row = await db
    .selectFrom('executionOutputs')
    .select(['type', 'title', 'kept'])
    .where('executionId', '=', run.id)
    .where('id', '=', outputId)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', `output ${outputId} not found in execution ${run.id}`);
  const { type, title } = row;
  if (type !== 'table' && type !== 'chart')
    throw new Problem('UNPROCESSABLE', `output ${outputId} has no rows: it is a ${type}, not a table or chart`);
  const location = tableLocation(row.kept);
  if (location === undefined) {
    const { body } = await db
      .selectFrom('executionOutputs')
      .select('body')
      .where('id', '=', outputId)
      .executeTakeFirstOrThrow();
    return inStore(JSON.parse(body) as TableOutput);
  }
  const { ownArranger, planOf, TableFile } = await import('@millrace/runner/tables');
  const path = tables.pathOf(run, location);
  const missingFile = (): Problem =>
    location.home === tables.identity
      ? new Problem(
          'NOT_FOUND',
          `the file of output ${outputId} is missing from the state folder: run the workflow again`,
        )
      : new Problem(
          'WRONG_STATE',
          `the rows of output ${outputId} are in the state folder of another process of the service: send the request to that process. The first rows are in the results of the run`,
        );
  const file = await TableFile.open(path);
  if (file === undefined) throw missingFile();
  return {
    title,
    columns: file.columns,
    rowCount: file.rowCount,
    truncated: location.truncated,
    total: location.total,
    file: file.handle,
    rows: (from, to) => file.rows(from, to),
    async arrange(arrangement, { signal, ...piece }) {
      try {
        // what is wrong with it is known before a thread reads the file
        planOf(file.schema, arrangement);
        return await ownArranger.page({ path, arrangement, ...piece }, signal);
      } catch (error) {
        if (signal.aborted)
          throw new Problem('UNAVAILABLE', `the request for the rows of output ${outputId} was canceled`);
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missingFile() : asProblem(error);
      }
    },
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

function inStore({ title, columns, rows, truncated }: TableOutput): ResultTable {
  return {
    title,
    columns,
    rowCount: rows.length,
    truncated,
    total: truncated ? null : rows.length,
    file: undefined,
    async *rows(from = 0, to = rows.length) {
      for (let at = from; at < Math.min(to, rows.length); at += some) yield rows.slice(at, Math.min(at + some, to));
    },
    async arrange(arrangement, { from, to, mostText }) {
      const [{ arrangeRows, rowsInMemory }, { schemaOf }] = await Promise.all([
        import('@millrace/runner/tables'),
        import('./table-schema.ts'),
      ]);
      const table = rowsInMemory(schemaOf(columns), rows);
      return arrangeRows(table, arrangement, [from, to], mostText).catch((error: unknown) => {
        throw asProblem(error);
      });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** What cannot be done with the rows, as the caller's mistake; any other error as it is. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof RunError)) return error;
  const { code, message, remedy, field } = error;
  const errors = [{ message, code, ...(field === undefined ? {} : { field }) }];
  return new Problem(code === 'WRONG_ARRANGEMENT' ? 'MALFORMED' : 'UNPROCESSABLE', `${message}: ${remedy}`, { errors });
}
