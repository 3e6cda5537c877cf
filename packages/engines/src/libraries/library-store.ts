import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runError } from '@millrace/errors';
import { LibraryArchive } from './archive.ts';
import { LibraryEnvironment } from './environment.ts';
import { fetchWheel } from './fetch-wheel.ts';
import { platformKey } from './interpreter.ts';
import { LibraryCheck, type Library } from './library.ts';

export interface LibraryStoreOptions {
  /** Made if it is not there; other processes may have it, too. */
  readonly folder: string;
  /** Bytes from which on environments are removed, those first that were not used for the longest time. */
  readonly maxBytes?: number;
  /** Milliseconds without a use after which an environment may be removed. */
  readonly idleMs?: number;
}

/** Gives the path of a library's file on this machine. */
type FindLibrary = (library: Library) => Promise<string>;

/** Milliseconds between signs of use of an environment that is held. */
const touchEvery = 10 * 60_000;

/** Folders of environments and of wheels from the index, by their contents. */
const whole = /^(?:wheel-)?[0-9a-f]{64}$/;

/** The file that says how many bytes a folder has. */
const sizeFile = 'bytes';

/**
 * Environments of libraries on the disk, each made once and shared by all that have the same libraries. A folder gets its name
 * when it is whole, so other processes find either all of it or nothing.
 */
export class LibraryStore implements Disposable {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #idleMs: number;
  readonly #making = new Map<string, Promise<void>>();
  /** How often each folder is held. */
  readonly #held = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ folder, maxBytes = 4 * 2 ** 30, idleMs = 60 * 60_000 }: LibraryStoreOptions) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#idleMs = idleMs;
  }

  /** The environment of some libraries, made if it is not there. Fails with RunError. */
  async open(libraries: readonly Library[], find: FindLibrary): Promise<LibraryEnvironment> {
    const key = keyOf(libraries);
    const folder = join(this.#folder, key);
    const environment = new LibraryEnvironment(key, folder, libraries, () => this.#hold(folder));
    try {
      while (!(await isTouched(folder))) await this.#once(key, () => this.#make(libraries, find, folder));
      return environment;
    } catch (error) {
      environment[Symbol.dispose]();
      throw error;
    }
  }

  /** The wheel of a pinned package, fetched from the index unless it was lately. `sha256`: its content, if known. */
  async fetched(requirement: string, known?: Pick<Library, 'sha256' | 'file'>): Promise<string> {
    const folder = known === undefined ? undefined : join(this.#folder, `wheel-${known.sha256}`);
    if (folder !== undefined && known !== undefined && (await isTouched(folder))) return join(folder, known.file);
    return this.#staged(async (staging) => {
      const path = await fetchWheel(requirement, staging, known?.sha256);
      const ready = join(staging, 'ready');
      await mkdir(ready);
      const target = join(ready, basename(path));
      const { sha256, bytes } = await copy(path, target);
      await writeFile(join(ready, sizeFile), String(bytes));
      const place = join(this.#folder, `wheel-${sha256}`);
      await putInPlace(ready, place);
      return join(place, basename(path));
    });
  }

  async #make(libraries: readonly Library[], find: FindLibrary, folder: string): Promise<void> {
    await this.#staged(async (staging) => {
      const ready = join(staging, 'ready');
      await mkdir(join(ready, 'python'), { recursive: true });
      await mkdir(join(ready, 'jars'));
      const check = new LibraryCheck();
      let total = 0;
      for (const library of libraries) {
        const path = await find(library);
        // what is checked and unpacked is a copy of our own
        const copied = join(library.kind === 'jar' ? join(ready, 'jars') : staging, library.file);
        const { sha256, bytes } = await copy(path, copied, library.bytes);
        if (sha256 !== library.sha256) throw runError('library-changed', { library: library.source });
        const isWheel = library.kind === 'wheel';
        total += isWheel ? await unpack(library, copied, check, join(ready, 'python')) : bytes;
      }
      await writeFile(join(ready, sizeFile), String(total));
      await putInPlace(ready, folder);
    });
    await this.#prune();
  }

  /** Works in a folder of its own, which is removed. */
  async #staged<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const staging = join(this.#folder, `new-${randomUUID()}`);
    await mkdir(staging, { recursive: true, mode: 0o700 });
    try {
      return await work(staging);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  #once(key: string, work: () => Promise<void>): Promise<void> {
    const making = this.#making.get(key) ?? work().finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #hold(folder: string): () => void {
    this.#held.set(folder, (this.#held.get(folder) ?? 0) + 1);
    // other processes see from it that the folder is in use
    this.#timer ??= setInterval(() => {
      for (const one of this.#held.keys()) void isTouched(one);
    }, touchEvery).unref();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(folder) ?? 1) - 1;
      if (left > 0) this.#held.set(folder, left);
      else this.#held.delete(folder);
    };
  }

  /** Removes what was not used for the longest time while there is too much, and what a process that is gone has left. */
  async #prune(): Promise<void> {
    const now = Date.now();
    const found: { readonly folder: string; readonly usedAt: number; readonly bytes: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const folder = join(this.#folder, name);
      const usedAt = (await stat(folder).catch(() => undefined))?.mtimeMs ?? now;
      if (whole.test(name)) found.push({ folder, usedAt, bytes: await bytesOf(folder) });
      else if (now - usedAt > this.#idleMs) await rm(folder, { recursive: true, force: true });
    }
    let bytes = found.reduce((sum, one) => sum + one.bytes, 0);
    for (const one of found.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.#maxBytes) return;
      if (this.#held.has(one.folder) || now - one.usedAt < this.#idleMs) continue;
      const removed = join(this.#folder, `old-${randomUUID()}`);
      // it goes as a whole: no process finds a part of it
      if (!(await rename(one.folder, removed).then(always, never))) continue;
      await rm(removed, { recursive: true, force: true });
      bytes -= one.bytes;
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** Names what an environment holds; the order of the libraries does not matter. */
function keyOf(libraries: readonly Library[]): string {
  const contents = libraries.map(({ kind, file, sha256 }) => `${kind} ${kind === 'jar' ? file : ''} ${sha256}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([platformKey(), contents]))
    .digest('hex');
}

/** Unpacks a wheel and returns the bytes of its files. */
async function unpack(library: Library, path: string, check: LibraryCheck, folder: string): Promise<number> {
  using archive = await LibraryArchive.open(path, library.source);
  let bytes = 0;
  for (const file of await check.files(library.source, library.file, archive)) {
    await archive.unpack(file.path, join(folder, file.target));
    bytes += file.bytes;
  }
  return bytes;
}

/** Copies a file up to a number of bytes more than `most`, and says what it has copied. */
async function copy(from: string, to: string, most = Infinity): Promise<Pick<Library, 'sha256' | 'bytes'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const hashed = async function* hashed(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
      if (bytes > most) return;
    }
  };
  await pipeline(createReadStream(from), hashed, createWriteStream(to, { flags: 'wx', mode: 0o644 }));
  return { sha256: hash.digest('hex'), bytes };
}

/** Gives a folder its name; another process may have been faster. */
async function putInPlace(folder: string, place: string): Promise<void> {
  try {
    await rename(folder, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/** Marks a folder as used now; false if it is not there. */
async function isTouched(folder: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(folder, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

const bytesOf = async (folder: string): Promise<number> =>
  Number(await readFile(join(folder, sizeFile), 'utf8').catch(() => 0));

const always = (): true => true;
const never = (): false => false;
