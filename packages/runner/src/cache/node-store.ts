import { randomUUID } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { StructType } from '@millrace/spark-connect';
import type { KeptFiles } from '@millrace/engines/host';
import type { NodeReport, RunOutput } from '../results/events.ts';

/** Rows of an output in the store, and what it takes to read them. */
export interface StoredRows extends KeptFiles {
  readonly schema: StructType;
}

/** What is known of a node that has ended well. */
export interface StoredTaps {
  readonly rows: readonly (number | null)[];
  readonly rejected: number;
  /** What it showed; `nodeId` is that of the node then. */
  readonly shown: readonly RunOutput[];
  /** What it said, of a node that is not composed again, or not as it was. */
  readonly warnings?: readonly string[];
  /** Columns of its output, of a node that need not be composed again. */
  readonly schema?: StructType;
  /** What is told of a model. */
  readonly metrics?: NodeReport['metrics'];
  readonly learnedFrom?: NodeReport['learnedFrom'];
}

/** A node's work that a later run may take. */
export interface StoredNode {
  readonly taps: StoredTaps;
  /** Rows by output; those of other outputs have to be computed. */
  readonly rows: ReadonlyMap<number, StoredRows>;
  /** Folder of the files of the large tables that it showed. */
  readonly tables: string;
  /** The model that it has learned, if it has: its folder, and the names of all its files. */
  readonly model?: StoredFolder;
}

/** Files that belong together, by their paths below a folder. */
export interface StoredFolder {
  readonly folder: string;
  readonly names: readonly string[];
}

interface Meta {
  readonly taps: StoredTaps;
  readonly model?: StoredFolder['names'];
  readonly rows: readonly (readonly [number, Omit<StoredRows, 'folder'>])[];
}

interface Entry {
  readonly bytes: number;
  usedAt: number;
}

const metaFile = 'node.json';
const tablesFolder = 'tables';
const modelFolder = 'model';

/** Most nodes: small ones would fill a disk with folders before their bytes do. */
const mostNodes = 20_000;

/**
 * Work of nodes on disk, by the key of what it depends on (`nodeKey`). Files are shared by hard links, so that what a run
 * has taken stays its own when the store lets it go. One process works on a folder. What is there already is looked through
 * behind the scenes: nobody waits for it.
 */
export class NodeStore {
  readonly #folder: string;
  readonly #staged: string;
  readonly #mostBytes: number;
  /** What is there, the least recently used first, once it was looked through. */
  #known: Promise<Map<string, Entry>> | undefined;
  #bytes = 0;
  #exchanging: Promise<void> = Promise.resolve();
  /** What is stored is counted, and what is too much removed, one after the other. */
  #tidying: Promise<unknown> = Promise.resolve();
  #fault: Error | undefined;

  /** `mostBytes`: what it may hold; the least recently used goes first. */
  constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#staged = join(folder, `${stagedPrefix}${randomUUID()}`);
    this.#mostBytes = mostBytes;
  }

  /** The stored work of a key, if there is any and it is whole. */
  async find(key: string): Promise<StoredNode | undefined> {
    const folder = this.#folderOf(key);
    // while a node is replaced by the same one, it is missing for a moment
    const meta = (await readMeta(folder)) ?? (await this.#exchanging.then(() => readMeta(folder)));
    if (meta === undefined) return undefined;
    const now = new Date();
    await utimes(join(folder, metaFile), now, now).catch(() => undefined);
    this.#tidy(async (known) => {
      const entry = known.get(key);
      if (entry === undefined) return;
      // the last used stand last
      known.delete(key);
      known.set(key, { ...entry, usedAt: now.getTime() });
    });
    return {
      taps: meta.taps,
      tables: join(folder, tablesFolder),
      ...(meta.model === undefined ? {} : { model: { folder: join(folder, modelFolder), names: meta.model } }),
      rows: new Map(meta.rows.map(([output, rows]) => [output, { ...rows, folder: join(folder, `rows-${output}`) }])),
    };
  }

  /** Lets go of a node whose work cannot be read. */
  async drop(key: string): Promise<void> {
    this.#tidy((known) => this.#remove(known, key));
    await this.#settled();
  }

  /** Begins to store a node. */
  begin(key: string): StagedNode {
    return new StagedNode(join(this.#staged, randomUUID()), (folder, bytes) => this.#add(key, folder, bytes));
  }

  /** Bytes that it holds. */
  async bytes(): Promise<number> {
    await this.#settled();
    return this.#bytes;
  }

  /** Lets go of what nobody has used since a time, in ms since the epoch. */
  async removeUnusedSince(time: number): Promise<void> {
    this.#tidy(async (known) => {
      for (const [key, { usedAt }] of known) if (usedAt < time) await this.#remove(known, key);
    });
    await this.#settled();
  }

  async #add(key: string, folder: string, bytes: number): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    if (bytes > this.#mostBytes) {
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
    this.#tidy(async (known) => {
      this.#bytes += bytes - (known.get(key)?.bytes ?? 0);
      known.delete(key);
      known.set(key, { bytes, usedAt: Date.now() });
      for (const [oldest] of known) {
        if (this.#bytes <= this.#mostBytes && known.size <= mostNodes) return;
        await this.#remove(known, oldest);
      }
    });
  }

  async #remove(known: Map<string, Entry>, key: string): Promise<void> {
    const entry = known.get(key);
    if (entry === undefined) return;
    known.delete(key);
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

  /** Works on what is known once that is there; what goes wrong is told to whoever stores next. */
  #tidy(work: (known: Map<string, Entry>) => Promise<void>): void {
    this.#known ??= this.#read();
    const known = this.#known;
    this.#tidying = this.#tidying
      .then(async () => work(await known))
      .catch((error: unknown) => {
        this.#fault ??= error instanceof Error ? error : new Error(String(error));
      });
  }
  async #settled(): Promise<void> {
    this.#tidy(async () => undefined);
    await this.#tidying;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Looks through the folder once; what a crash has left half-done goes. */
  async #read(): Promise<Map<string, Entry>> {
    await mkdir(this.#folder, { recursive: true });
    const found: [string, Entry][] = [];
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
        else found.push([key, { bytes: await bytesBelow(folder), usedAt: info.mtimeMs }]);
      }
    }
    // one that was being exchanged is there now; one that is removed while it is exchanged could not be stored
    for (const folder of broken)
      await this.#alone(async () => {
        if ((await readMeta(folder)) === undefined) await rm(folder, { recursive: true, force: true });
      });
    for (const [, { bytes }] of found) this.#bytes += bytes;
    return new Map(found.toSorted(([, a], [, b]) => a.usedAt - b.usedAt));
  }
}

const stagedPrefix = 'staged-';

/** Removes a node's folder, its description first: without that what a crash leaves is no node. */
async function removeNode(folder: string): Promise<void> {
  await rm(join(folder, metaFile), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Bytes of the files in a folder, which may be exchanged meanwhile. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info?.isFile() === true) bytes += info.size;
  }
  return bytes;
}

/** A node that is being stored; nothing of it is found before it is committed. */
export class StagedNode {
  readonly #folder: string;
  readonly #add: (folder: string, bytes: number) => Promise<void>;
  readonly #rows = new Map<number, Omit<StoredRows, 'folder'>>();
  #bytes = 0;
  #model: StoredFolder['names'] | undefined;

  constructor(folder: string, add: (folder: string, bytes: number) => Promise<void>) {
    this.#folder = folder;
    this.#add = add;
  }

  /** Takes hold of the rows of an output while their files are there. */
  async addRows(output: number, { folder, ...files }: KeptFiles, schema: StructType): Promise<void> {
    const target = join(this.#folder, `rows-${output}`);
    // the same output may be kept a second time
    await rm(target, { recursive: true, force: true });
    this.#bytes += await linkFiles(folder, files.names, target);
    this.#rows.set(output, { ...files, schema });
  }

  /** Takes hold of the file of a large table. */
  async addTable(path: string): Promise<void> {
    this.#bytes += await linkFiles(dirname(path), [basename(path)], join(this.#folder, tablesFolder));
  }

  /** Takes hold of the files of a model. */
  async addModel(folder: string): Promise<void> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = files.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
    this.#bytes += await linkFolder({ folder, names }, join(this.#folder, modelFolder));
    this.#model = names;
  }

  async commit(taps: StoredTaps): Promise<void> {
    const model = this.#model === undefined ? {} : { model: this.#model };
    const text = JSON.stringify({ taps, ...model, rows: [...this.#rows] } satisfies Meta);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, metaFile), text);
    await this.#add(this.#folder, this.#bytes + Buffer.byteLength(text));
  }

  async drop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Makes a file appear under another path, by a link where the file system has them. */
export const linkFile = (from: string, to: string): Promise<void> => link(from, to).catch(() => cp(from, to));

/** Makes the files appear in another folder, by links where the file system has them; gives their bytes. */
export async function linkFiles(from: string, names: readonly string[], to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    await linkFile(join(from, name), join(to, name));
    bytes += (await stat(join(to, name))).size;
  }
  return bytes;
}

/** Makes files, in folders below one, appear in another one; gives their bytes. */
export async function linkFolder({ folder, names }: StoredFolder, to: string): Promise<number> {
  let bytes = 0;
  for (const [below = '.', files] of Map.groupBy(names, dirname))
    bytes += await linkFiles(
      join(folder, below),
      files.map((name) => basename(name)),
      join(to, below),
    );
  return bytes;
}

async function readMeta(folder: string): Promise<Meta | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, metaFile), 'utf8')) as Meta;
  } catch {
    // a node without its description is none
    return undefined;
  }
}
