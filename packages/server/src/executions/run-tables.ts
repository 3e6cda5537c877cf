import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredTable, TableStorage } from '@millrace/runner/tables';
import type { Db } from '../store/database.ts';
import type { Logged } from './run-logs.ts';
import { isLive } from './status.ts';

/** Where a large table lies, according to its output's record. */
export interface TableLocation extends StoredTable {
  /** The state folder (`RunLogs.identity`). */
  readonly home: string;
}

const folderName = 'tables';

/** Executions that the store is asked about at once. */
const idsAtOnce = 500;

export interface RunTablesOptions {
  readonly home: string;
  /** Names the state folder, whatever path it has. */
  readonly identity: string;
  readonly mostRows: number;
  readonly mostBytes: number;
}

/** The files of large tables in a state folder: `tables/YEAR-MONTH/ID/NAME.parquet`. */
export class RunTables {
  readonly #options: RunTablesOptions;

  private constructor(options: RunTablesOptions) {
    this.#options = options;
  }

  static async open(options: RunTablesOptions): Promise<RunTables> {
    await mkdir(join(options.home, folderName), { recursive: true, mode: 0o700 });
    return new RunTables(options);
  }

  get identity(): string {
    return this.#options.identity;
  }

  /** Where a run puts its large tables. */
  tableStorageOf(run: Logged): TableStorage {
    const { mostRows, mostBytes } = this.#options;
    return { folder: this.#folderOf(run), mostRows, mostBytes };
  }

  pathOf(run: Logged, { file }: Pick<TableLocation, 'file'>): string {
    return join(this.#folderOf(run), file);
  }

  async remove(runs: readonly Logged[]): Promise<void> {
    for (const run of runs) await rm(this.#folderOf(run), { recursive: true, force: true });
  }

  /**
   * Removes the files of runs that are gone from the store, and those that an attempt which was cut off has left; gives
   * how many folders and files. A store that knows no run of this state folder is another one: it says nothing about them.
   */
  async sweep(db: Db): Promise<number> {
    const ours = db.selectFrom('executions').select('id').where('logHome', '=', this.identity).limit(1);
    if ((await ours.executeTakeFirst()) === undefined) return 0;
    const folders = await this.#folders();
    let count = 0;
    for (let at = 0; at < folders.length; at += idsAtOnce) {
      const some = await Promise.all(
        folders.slice(at, at + idsAtOnce).map(async (one) => ({ ...one, files: await filesIn(one.path) })),
      );
      // asked after the files were listed: what is named by then is there to stay
      const ids = some.map(({ id }) => id);
      const runs = await db.selectFrom('executions').select(['id', 'status']).where('id', 'in', ids).execute();
      const status = new Map(runs.map((run) => [run.id, run.status]));
      const outputs = await db
        .selectFrom('executionOutputs')
        .select(['executionId', 'kept'])
        .where('executionId', 'in', ids)
        .where('kept', 'is not', null)
        .execute();
      const references = new Set(outputs.map(({ executionId, kept }) => `${executionId}/${tableLocation(kept)?.file}`));
      for (const { id, path, files } of some) {
        const state = status.get(id);
        if (state !== undefined && isLive(state)) continue;
        const left = files.filter((file) => state === undefined || !references.has(`${id}/${file}`));
        for (const file of left) await rm(join(path, file), { force: true });
        if (left.length === files.length) await rm(path, { recursive: true, force: true });
        count += left.length;
      }
    }
    return count;
  }

  /** How many files there are, and their bytes. */
  async usage(): Promise<{ files: number; bytes: number }> {
    let [files, bytes] = [0, 0];
    for (const { path } of await this.#folders())
      for (const name of await filesIn(path)) {
        // it may go in the meantime
        const info = await stat(join(path, name)).catch(() => undefined);
        if (info === undefined) continue;
        files += 1;
        bytes += info.size;
      }
    return { files, bytes };
  }

  async #folders(): Promise<readonly { readonly id: number; readonly path: string }[]> {
    const root = join(this.#options.home, folderName);
    const months = (await filesIn(root)).filter((name) => /^\d{4}-\d\d$/.test(name));
    const removals = await Promise.all(
      months.map(async (month) =>
        (await filesIn(join(root, month)))
          .filter((name) => /^\d{1,15}$/.test(name))
          .map((name) => ({ id: Number(name), path: join(root, month, name) })),
      ),
    );
    return removals.flat();
  }

  #folderOf({ id, queuedAt }: Logged): string {
    return join(this.#options.home, folderName, new Date(queuedAt).toISOString().slice(0, 7), String(id));
  }
}

/** Where the rows of an output lie; undefined if they are all in its record. */
export const tableLocation = (record: string | null): TableLocation | undefined =>
  record === null ? undefined : (JSON.parse(record) as TableLocation);

/** Names in a folder, which may be removed in the meantime. */
const filesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
