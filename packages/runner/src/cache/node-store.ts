import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StagedNode } from './staged-node.ts';
import {
  metaFile,
  modelFolder,
  readDescription,
  removeNode,
  rowsFolder,
  tablesFolder,
  type StoredNode,
} from './stored-node.ts';

interface Entry {
  readonly bytes: number;
  usedAt: number;
}

/** Most nodes: small ones would fill a disk with folders before their bytes do. */
const maxNodes = 20_000;

/**
 * Work of nodes on disk, by the key of what it depends on (`nodeKey`). Files are shared by hard links, so that what a run
 * has taken stays its own when the store removes it. One process works on a folder. What is there already is read in the
 * background.
 */
export class NodeStore {
  readonly #folder: string;
  readonly #staged: string;
  readonly #maxBytes: number;
  /** What is there, the least recently used first, once it was looked through. */
  #entries: Promise<Map<string, Entry>> | undefined;
  #bytes = 0;
  #exchanging: Promise<void> = Promise.resolve();
  /** What is stored is counted, and what is too much removed, one after the other. */
  #tidying: Promise<unknown> = Promise.resolve();
  #fault: Error | undefined;

  /** `maxBytes`: what it may hold; the least recently used goes first. */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#staged = join(folder, `${stagedPrefix}${randomUUID()}`);
    this.#maxBytes = maxBytes;
  }

  /** The stored work of a key, if there is any and it is whole. */
  async find(key: string): Promise<StoredNode | undefined> {
    const folder = this.#folderOf(key);
    // while a node is replaced by the same one, it is missing for a moment
    const meta = (await readDescription(folder)) ?? (await this.#exchanging.then(() => readDescription(folder)));
    if (meta === undefined) return undefined;
    const now = new Date();
    await utimes(join(folder, metaFile), now, now).catch(() => undefined);
    this.#tidy(async (entries) => {
      const entry = entries.get(key);
      if (entry === undefined) return;
      // the last used stand last
      entries.delete(key);
      entries.set(key, { ...entry, usedAt: now.getTime() });
    });
    return {
      taps: meta.taps,
      tables: join(folder, tablesFolder),
      ...(meta.model === undefined ? {} : { model: { folder: join(folder, modelFolder), names: meta.model } }),
      rows: new Map(meta.rows.map(([output, rows]) => [output, { ...rows, folder: join(folder, rowsFolder(output)) }])),
    };
  }

  /** Removes a node whose work cannot be read. */
  async drop(key: string): Promise<void> {
    this.#tidy((entries) => this.#remove(entries, key));
    await this.#settle();
  }

  /** Begins to store a node. */
  begin(key: string): StagedNode {
    return new StagedNode(join(this.#staged, randomUUID()), (folder, bytes) => this.#add(key, folder, bytes));
  }

  /** Bytes that it holds. */
  async bytes(): Promise<number> {
    await this.#settle();
    return this.#bytes;
  }

  /** Removes what has not been used since a time, in ms since the epoch. */
  async removeUnusedSince(time: number): Promise<void> {
    this.#tidy(async (entries) => {
      for (const [key, { usedAt }] of entries) if (usedAt < time) await this.#remove(entries, key);
    });
    await this.#settle();
  }

  async #add(key: string, folder: string, bytes: number): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    if (bytes > this.#maxBytes) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
    const target = this.#folderOf(key);
    await this.#alone(async () => {
      await mkdir(dirname(target), { recursive: true });
      // the same work, with the rows of fewer outputs or damaged
      await removeNode(target);
      await rename(folder, target);
    });
    this.#tidy(async (entries) => {
      this.#bytes += bytes - (entries.get(key)?.bytes ?? 0);
      entries.delete(key);
      entries.set(key, { bytes, usedAt: Date.now() });
      for (const [oldest] of entries) {
        if (this.#bytes <= this.#maxBytes && entries.size <= maxNodes) return;
        await this.#remove(entries, oldest);
      }
    });
  }

  async #remove(entries: Map<string, Entry>, key: string): Promise<void> {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    this.#bytes -= entry.bytes;
    await this.#alone(() => removeNode(this.#folderOf(key)));
  }

  /** Exchanges and removes folders one after the other: two runs may store the same at once. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#exchanging.then(work);
    this.#exchanging = done.catch(() => undefined);
    await done;
  }

  #folderOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  /** Works on the index once it is read; an error is thrown to the next caller that stores. */
  #tidy(work: (entries: Map<string, Entry>) => Promise<void>): void {
    this.#entries ??= this.#read();
    const entries = this.#entries;
    this.#tidying = this.#tidying
      .then(async () => work(await entries))
      .catch((error: unknown) => {
        this.#fault ??= error instanceof Error ? error : new Error(String(error));
      });
  }
  async #settle(): Promise<void> {
    this.#tidy(async () => undefined);
    await this.#tidying;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Looks through the folder once; what a crash has left half-done goes. */
  async #read(): Promise<Map<string, Entry>> {
    await mkdir(this.#folder, { recursive: true });
    const entries: [string, Entry][] = [];
    const broken: string[] = [];
    for (const prefix of await readdir(this.#folder)) {
      const below = join(this.#folder, prefix);
      if (prefix.startsWith(stagedPrefix)) {
        if (below !== this.#staged) await rm(below, { recursive: true, force: true });
        continue;
      }
      for (const key of await readdir(below)) {
        const folder = join(below, key);
        const info = await stat(join(folder, metaFile)).catch(() => undefined);
        if (info === undefined) broken.push(folder);
        else entries.push([key, { bytes: await bytesBelow(folder), usedAt: info.mtimeMs }]);
      }
    }
    // one that was being exchanged is there now; one that is removed while it is exchanged could not be stored
    for (const folder of broken)
      await this.#alone(async () => {
        if ((await readDescription(folder)) === undefined) await rm(folder, { recursive: true, force: true });
      });
    for (const [, { bytes }] of entries) this.#bytes += bytes;
    return new Map(entries.toSorted(([, a], [, b]) => a.usedAt - b.usedAt));
  }
}

const stagedPrefix = 'staged-';

/** Bytes of the files in a folder, which may be exchanged in the meantime. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info?.isFile() === true) bytes += info.size;
  }
  return bytes;
}
