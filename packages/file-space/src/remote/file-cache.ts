import { createHash, randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { chmod, copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How a copy comes to be. */
export interface Fetch {
  /** Writes the whole file to a path that is free. */
  readonly write: (file: string) => Promise<void>;
  /** Ends the wait for what another one fetches. */
  readonly signal: AbortSignal;
}

/**
 * Copies of remote files on disk, by a name for their content, bounded in bytes: the least recently used goes first.
 * Whoever takes a copy gets a hard link of their own: it stays when the cache lets it go. A copy is found when it is whole.
 */
export class FileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #fetching = new Map<string, Promise<void>>();
  /** Bytes of what is there, the least recently used first, once the folder was looked through. */
  #entries: Promise<Map<string, number>> | undefined;
  #tidying: Promise<unknown> = Promise.resolve();

  /** `folder`: made if it is not there. `maxBytes`: 0 keeps none. */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Bytes that it holds. */
  async bytes(): Promise<number> {
    await this.#tidying;
    return sum(await (this.#entries ??= this.#read()));
  }

  /**
   * Puts the content of a name at a path, fetching it if it is not here; two callers that want one content at once fetch it
   * once. `folder`: a folder of the taker's own, on the disk of `path`, for what is half-done.
   */
  async place(name: string, path: string, folder: string, { write, signal }: Fetch): Promise<void> {
    const key = createHash('sha256').update(name).digest('hex');
    for (;;) {
      signal.throwIfAborted();
      if (await this.#take(key, path, folder)) return;
      const fetching = this.#fetching.get(key);
      if (fetching === undefined) break;
      // what fails for one fails for all, but for one who gave up
      await until(fetching, signal);
    }
    const half = join(folder, randomUUID());
    const done = Promise.withResolvers<void>();
    this.#fetching.set(key, done.promise);
    done.promise.catch(() => undefined);
    try {
      await write(half);
      await chmod(half, 0o444);
      await this.#store(key, half);
      await rename(half, path);
      done.resolve();
    } catch (error) {
      await rm(half, { force: true });
      if (signal.aborted) done.resolve();
      else done.reject(error);
      throw error;
    } finally {
      this.#fetching.delete(key);
    }
  }

  async #take(key: string, path: string, folder: string): Promise<boolean> {
    const file = this.#fileOf(key);
    try {
      const { mtime } = await stat(file);
      await appear(file, path, join(folder, randomUUID()));
      const now = new Date();
      // the time of the content stays; that of the last look says what was used
      await utimes(file, now, mtime).catch(() => undefined);
      this.#tidy((entries) => {
        const bytes = entries.get(key);
        if (bytes === undefined) return;
        // the last used stand last
        entries.delete(key);
        entries.set(key, bytes);
      });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  async #store(key: string, file: string): Promise<void> {
    const { size: bytes } = await stat(file);
    if (bytes > this.#maxBytes) return;
    const target = this.#fileOf(key);
    await mkdir(dirname(target), { recursive: true });
    await appear(file, target, `${target}.half-${randomUUID()}`);
    this.#tidy(async (entries) => {
      entries.delete(key);
      entries.set(key, bytes);
      let totalBytes = sum(entries);
      for (const [oldest, size] of entries) {
        if (totalBytes <= this.#maxBytes) return;
        entries.delete(oldest);
        totalBytes -= size;
        await rm(this.#fileOf(oldest), { force: true });
      }
    });
  }

  #fileOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  #tidy(work: (entries: Map<string, number>) => void | Promise<void>): void {
    this.#entries ??= this.#read();
    const entries = this.#entries;
    // a folder that cannot be tidied is looked through again
    this.#tidying = this.#tidying
      .then(async () => work(await entries))
      .catch(() => {
        this.#entries = undefined;
      });
  }

  async #read(): Promise<Map<string, number>> {
    const entries: { readonly key: string; readonly bytes: number; readonly usedAt: number }[] = [];
    for (const name of await readdir(this.#folder, { recursive: true }).catch(() => [])) {
      const info = await stat(join(this.#folder, name)).catch(() => undefined);
      if (info?.isFile() !== true) continue;
      if (halfCopy.test(name)) await rm(join(this.#folder, name), { force: true });
      else entries.push({ key: basename(name), bytes: info.size, usedAt: info.atimeMs });
    }
    return new Map(entries.toSorted((a, b) => a.usedAt - b.usedAt).map(({ key, bytes }) => [key, bytes]));
  }
}

const sum = (entries: ReadonlyMap<string, number>): number => [...entries.values()].reduce((all, one) => all + one, 0);

const halfCopy = /\.half-[\w-]+$/;

/** Lets a file appear under a second path, or a copy of it if the two lie on disks that share no files. */
async function appear(from: string, to: string, half: string): Promise<void> {
  try {
    await link(from, half).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error;
      return copyFile(from, half);
    });
    await rename(half, to);
  } finally {
    // a rename onto another name of the same file leaves both
    await rm(half, { force: true });
  }
}

/** The value of a promise, or the reason of a signal that comes first. */
async function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  using _listener = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([work, promise]);
}
