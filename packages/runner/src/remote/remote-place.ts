import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { Readable } from 'node:stream';
import { RunError } from '../errors.ts';
import { besideName, formerName, keepMarks, markPrefix, type SavePlace } from '../files/save-place.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { sideBySide } from './side-by-side.ts';
import { childOf, type RemoteEntry, type RemoteStore } from './remote-store.ts';

/** Files that are sent side by side. */
const atOnce = 4;

/** In a folder of rows that are to be appended: from here on they are, whoever does it. */
const decided = '_millrace-decided';

const success = '_SUCCESS';

/** What Spark writes on local disks beside each file. */
const checksum = /^\..*\.crc$/;

export interface RemotePlaceOptions {
  readonly store: RemoteStore;
  readonly target: string;
  /** Folder of this machine that engines write in. */
  readonly outputs: string;
  /** The field that names the target. */
  readonly field: string;
}

/**
 * A target of saves on a remote file system: rows are written here, sent into a folder beside the target, and put in
 * place by names alone. What is appended goes into the target file by file, as there are no links; a crash in between is
 * gone on with by the next save, or the same run begun again.
 */
export class RemotePlace implements SavePlace {
  readonly #store: RemoteStore;
  readonly #target: string;
  readonly #outputs: string;
  readonly #field: string;
  #here: string | undefined;
  #there: string | undefined;

  private constructor({ store, target, outputs, field }: RemotePlaceOptions) {
    this.#store = store;
    this.#target = target;
    this.#outputs = outputs;
    this.#field = field;
  }

  static async at(options: RemotePlaceOptions): Promise<RemotePlace> {
    const place = new RemotePlace(options);
    await place.#named(() => oneAtATime(place.key, () => recoverRemoteTarget(options.store, options.target)));
    return place;
  }

  get key(): string {
    return `${this.#store.address}${this.#target}`;
  }

  holds(): Promise<'nothing' | 'file' | 'folder'> {
    return this.#named(async () => {
      const entry = await this.#store.entry(this.#target);
      if (entry?.isDirectory === false) return 'file';
      return entry !== undefined && (await this.#store.list(this.#target)).length > 0 ? 'folder' : 'nothing';
    });
  }

  has(name: string): Promise<boolean> {
    return this.#named(async () => {
      if ((await this.#store.entry(this.#target))?.isDirectory !== true) return false;
      return (await this.#store.entry(childOf(this.#target, name))) !== undefined;
    });
  }

  begin(name: string): Promise<string> {
    return this.#named(async () => {
      const beside = childOf(posix.dirname(this.#target), besideName(posix.basename(this.#target), name));
      await this.#store.remove(beside);
      await removeLeft(this.#store, this.#target);
      // says at once whether this may write there
      await this.#store.makeFolder(beside);
      this.#there = beside;
      this.#here = join(this.#outputs, randomUUID());
      return this.#here;
    });
  }

  async finish(signal: AbortSignal | undefined): Promise<void> {
    const { here, there } = this.#begun();
    await this.#named(async () => {
      const entries = await readdir(here, { withFileTypes: true, recursive: true });
      const files = entries.filter((entry) => entry.isFile() && !checksum.test(entry.name));
      await sideBySide(files, atOnce, async ({ parentPath, name }) => {
        signal?.throwIfAborted();
        const file = join(parentPath, name);
        await this.#store.write(childOf(there, relative(here, file)), createReadStream(file), signal);
      });
    });
    await rm(here, { recursive: true, force: true });
  }

  async exchange({ append, mark }: { readonly append: boolean; readonly mark: string | undefined }): Promise<void> {
    const { there } = this.#begun();
    await this.#named(async () => {
      if (append && (await this.holds()) !== 'nothing') return appendTo(this.#store, this.#target, there, mark);
      for (const name of [success, ...(mark === undefined ? [] : [mark])]) await writeEmpty(this.#store, there, name);
      await replace(this.#store, this.#target, there);
    });
  }

  async discard(): Promise<void> {
    if (this.#here !== undefined) await rm(this.#here, { recursive: true, force: true });
    const there = this.#there;
    if (there !== undefined) await this.#named(() => this.#store.remove(there));
  }

  #begun(): { readonly here: string; readonly there: string } {
    if (this.#here === undefined || this.#there === undefined) throw new Error('nothing was staged');
    return { here: this.#here, there: this.#there };
  }

  /** Gives errors of the remote file system the field that the target stands in. */
  async #named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RunError) || error.field !== undefined) throw error;
      throw new RunError(error.code, error.message, error.remedy, this.#field, error.cause);
    }
  }
}

const writeEmpty = (store: RemoteStore, folder: string, name: string): Promise<void> =>
  store.write(childOf(folder, name), Readable.from([]), undefined);

const formerOf = (target: string): string => childOf(posix.dirname(target), formerName(posix.basename(target)));

/** Gives a folder the place of a target. */
async function replace(store: RemoteStore, target: string, folder: string): Promise<void> {
  if ((await store.entry(target)) === undefined) return store.rename(folder, target);
  const former = formerOf(target);
  await store.rename(target, former);
  try {
    await store.rename(folder, target);
  } catch (error) {
    await store.rename(former, target);
    throw error;
  }
  await store.remove(former);
}

async function appendTo(store: RemoteStore, target: string, folder: string, mark: string | undefined): Promise<void> {
  const there = new Set(await filesBelow(store, target));
  const taken = (await filesBelow(store, folder)).find((name) => there.has(name) && name !== success);
  if (taken !== undefined)
    throw new RunError(
      'TARGET_EXISTS',
      `"${childOf(target, taken)}" exists already`,
      'append to another folder, or choose the mode Overwrite',
    );
  if (mark !== undefined) await writeEmpty(store, folder, mark);
  await writeEmpty(store, folder, decided);
  await moveDecided(store, target, folder);
}

/** Moves the rows of a folder into the target, and goes on with that where it was cut off. */
async function moveDecided(store: RemoteStore, target: string, folder: string): Promise<void> {
  const names = (await filesBelow(store, folder)).filter((name) => name !== decided);
  // the mark comes last: it says that all are there
  const isLast = (name: string): number => (name.startsWith(markPrefix) ? 1 : 0);
  for (const name of names.toSorted((a, b) => isLast(a) - isLast(b))) {
    const to = childOf(target, name);
    if (name === success) {
      if ((await store.entry(to)) !== undefined) continue;
    } else if (name.includes('/')) await store.makeFolder(posix.dirname(to));
    await moved(store, childOf(folder, name), to);
  }
  if ((await store.entry(childOf(target, success))) === undefined) await writeEmpty(store, target, success);
  await store.remove(folder);
  for (const entry of await store.list(target))
    if (entry.name.startsWith(markPrefix) && isOld(entry)) await store.remove(childOf(target, entry.name));
}

/** Another process may move it at the same time. */
async function moved(store: RemoteStore, from: string, to: string): Promise<void> {
  try {
    await store.rename(from, to);
  } catch (error) {
    const isThere = (path: string): Promise<boolean> => store.entry(path).then((entry) => entry !== undefined);
    if ((await isThere(from)) || !(await isThere(to))) throw error;
  }
}

/** Files of a folder and those below, as ways from it. */
async function filesBelow(store: RemoteStore, folder: string, way = ''): Promise<string[]> {
  const names: string[] = [];
  for (const { name, isDirectory } of await store.list(way === '' ? folder : childOf(folder, way))) {
    const inner = way === '' ? name : `${way}/${name}`;
    names.push(...(isDirectory ? await filesBelow(store, folder, inner) : [inner]));
  }
  return names;
}

const isOld = ({ modified }: RemoteEntry): boolean => modified < Date.now() - keepMarks;

/** What saves have left beside a target, its former content too. */
async function besideOf(store: RemoteStore, target: string): Promise<readonly RemoteEntry[]> {
  const folder = posix.dirname(target);
  if ((await store.entry(folder))?.isDirectory !== true) return [];
  const prefix = besideName(posix.basename(target), '');
  return (await store.list(folder)).filter(({ name }) => name.startsWith(prefix));
}

async function removeLeft(store: RemoteStore, target: string): Promise<void> {
  for (const entry of await besideOf(store, target))
    if (entry.name !== formerName(posix.basename(target)) && isOld(entry))
      await store.remove(childOf(posix.dirname(target), entry.name));
}

/** Puts right what a crash in the middle of an exchange has left. */
export async function recoverRemoteTarget(store: RemoteStore, target: string): Promise<void> {
  for (const { name, isDirectory } of await besideOf(store, target)) {
    const path = childOf(posix.dirname(target), name);
    if (path === formerOf(target)) {
      if ((await store.entry(target)) === undefined) await store.rename(path, target);
      else await store.remove(path);
    } else if (isDirectory && (await store.entry(childOf(path, decided))) !== undefined)
      await moveDecided(store, target, path);
  }
}
