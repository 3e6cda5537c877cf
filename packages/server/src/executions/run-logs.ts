import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../store/database.ts';
import type { ExecutionRow } from './transitions.ts';

/** What names the log of a run. */
export type Logged = Pick<ExecutionRow, 'id' | 'queuedAt'>;

/** Lines of a log, some at a time. */
export type Lines = AsyncIterable<readonly string[]>;

/** Lines as text. */
export const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const folderName = 'logs';
const identityFile = 'home.id';
const isLog = /^\d{1,15}\.log(\.new)?$/;
const idOf = (name: string): number => Number.parseInt(name, 10);
/** Executions that the store is asked about at once. */
const idsAtOnce = 500;

/** Where the log of a run lies in the state folder of the process that works on it: by the month it was asked for. */
export const logName = ({ id, queuedAt }: Logged): string =>
  `${folderName}/${new Date(queuedAt).toISOString().slice(0, 7)}/${id}.log`;

/** The log files of runs in a state folder: plain text, a line an entry. */
export class RunLogs {
  /** Names the state folder, whatever path it has. */
  readonly identity: string;
  readonly #home: string;

  private constructor(home: string, identity: string) {
    this.#home = home;
    this.identity = identity;
  }

  static async open(home: string): Promise<RunLogs> {
    const folder = join(home, folderName);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, identityFile);
    const storedIdentity = (await readFile(file, 'utf8').catch(() => '')).trim();
    if (storedIdentity !== '') return new RunLogs(home, storedIdentity);
    const identity = randomUUID();
    await writeFile(file, `${identity}\n`, { mode: 0o600 });
    return new RunLogs(home, identity);
  }

  /** Begins the log of a run with lines, in the place of one that is there. */
  async begin(run: Logged, lines: Lines): Promise<void> {
    const path = this.#path(run);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    const temporary = `${path}.new`;
    await rm(temporary, { force: true });
    await writeFile(temporary, textOf(lines), { mode: 0o600 });
    await rename(temporary, path);
  }

  /** Writes lines to the end of a log that was begun. Fails if its file is gone. */
  async append(run: Logged, lines: readonly string[]): Promise<void> {
    await using file = await open(this.#path(run), constants.O_WRONLY | constants.O_APPEND);
    await file.writeFile(joinLines(lines));
  }

  /** The whole lines of a log, read as they are asked for; nothing if there is no file. */
  async read(run: Logged): Promise<Lines | undefined> {
    const file = await open(this.#path(run)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return file && wholeLines(file.createReadStream({ encoding: 'utf8' }));
  }

  async remove(runs: readonly Logged[]): Promise<void> {
    for (const run of runs) await rm(this.#path(run), { force: true });
  }

  /**
   * Removes the files of runs that are gone from the store; returns how many. A store that knows no run of this folder is
   * another one: it says nothing about its files.
   */
  async sweep(db: Db): Promise<number> {
    const ours = db.selectFrom('executions').select('id').where('logHome', '=', this.identity).limit(1);
    if ((await ours.executeTakeFirst()) === undefined) return 0;
    let count = 0;
    for (const [month, names] of await this.#months()) {
      const ids = names.map(idOf);
      const left = new Set<number>();
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const runs = db
          .selectFrom('executions')
          .select('id')
          .where('id', 'in', ids.slice(at, at + idsAtOnce));
        for (const { id } of await runs.execute()) left.add(id);
      }
      const orphans = names.filter((name) => !left.has(idOf(name)));
      for (const name of orphans) await rm(join(month, name), { force: true });
      count += orphans.length;
    }
    return count;
  }

  /** How many files there are, and their bytes. */
  async usage(): Promise<{ files: number; bytes: number }> {
    let [files, bytes] = [0, 0];
    for (const [month, names] of await this.#months())
      for (const name of names) {
        // it may go in the meantime
        const info = await stat(join(month, name)).catch(() => undefined);
        if (info === undefined) continue;
        files += 1;
        bytes += info.size;
      }
    return { files, bytes };
  }

  async #months(): Promise<readonly (readonly [string, readonly string[]])[]> {
    const folder = join(this.#home, folderName);
    const months = (await readdir(folder))
      .filter((name) => /^\d{4}-\d\d$/.test(name))
      .map((name) => join(folder, name));
    return Promise.all(
      months.map(async (month) => [month, (await readdir(month)).filter((name) => isLog.test(name))] as const),
    );
  }

  #path(run: Logged): string {
    return join(this.#home, logName(run));
  }
}

async function* textOf(lines: Lines): AsyncGenerator<string> {
  for await (const some of lines) yield joinLines(some);
}

/** A line that is still being written has no end yet. */
async function* wholeLines(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let open = '';
  for await (const chunk of chunks) {
    const lines = (open + chunk).split('\n');
    open = lines.pop() ?? '';
    yield lines;
  }
}
