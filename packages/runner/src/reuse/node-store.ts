import { randomUUID } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StructType } from '@millrace/spark-connect';
import type { KeptFiles } from '../kept-rows.ts';
import type { RunOutput } from '../run/events.ts';

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
}

/** A node's work that a later run may take. */
export interface StoredNode {
  readonly taps: StoredTaps;
  /** Rows by output; those of other outputs have to be computed. */
  readonly rows: ReadonlyMap<number, StoredRows>;
}

interface Meta {
  readonly taps: StoredTaps;
  readonly rows: readonly (readonly [number, Omit<StoredRows, 'folder'>])[];
  readonly bytes: number;
}

interface Entry {
  readonly bytes: number;
  usedAt: number;
}

const metaFile = 'node.json';
const stagedFolder = 'staged';

/** Most nodes: small ones would fill a disk with folders before their bytes do. */
const mostNodes = 20_000;

/**
 * Work of nodes on disk, by the key of what it depends on (`nodeKey`). Files are shared by hard links, so that what a run
 * has taken stays its own when the store lets it go. One process works on a folder.
 */
export class NodeStore {
  readonly #folder: string;
  readonly #mostBytes: number;
  #known: Promise<Map<string, Entry>> | undefined;
  #bytes = 0;
  #clearing: Promise<void> = Promise.resolve();

  /** `mostBytes`: what it may hold; the least recently used goes first. */
  constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** The stored work of a key, if there is any and it is whole. */
  async find(key: string): Promise<StoredNode | undefined> {
    const known = await this.#entries();
    const entry = known.get(key);
    if (entry === undefined) return undefined;
    const folder = this.#folderOf(key);
    const meta = await readMeta(folder);
    if (meta === undefined) {
      await this.#remove(key);
      return undefined;
    }
    entry.usedAt = Date.now();
    // the last used stand last; after a restart the time of the file tells
    known.delete(key);
    known.set(key, entry);
    const now = new Date();
    await utimes(join(folder, metaFile), now, now).catch(() => undefined);
    return {
      taps: meta.taps,
      rows: new Map(meta.rows.map(([output, rows]) => [output, { ...rows, folder: join(folder, `rows-${output}`) }])),
    };
  }

  /** Begins to store a node. */
  begin(key: string): StagedNode {
    return new StagedNode(join(this.#folder, stagedFolder, randomUUID()), (folder, bytes) =>
      this.#add(key, folder, bytes),
    );
  }

  /** Bytes that it holds. */
  async bytes(): Promise<number> {
    await this.#entries();
    return this.#bytes;
  }

  /** Lets go of what nobody has used since a time, in ms since the epoch. */
  async removeUnusedSince(time: number): Promise<void> {
    for (const [key, entry] of await this.#entries()) if (entry.usedAt < time) await this.#remove(key);
  }

  async #add(key: string, folder: string, bytes: number): Promise<void> {
    const known = await this.#entries();
    if (bytes > this.#mostBytes) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
    const target = this.#folderOf(key);
    await mkdir(dirname(target), { recursive: true });
    // the same work with the rows of more outputs
    await this.#remove(key);
    try {
      await rename(folder, target);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      // another run has stored the same meanwhile
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      return;
    }
    known.set(key, { bytes, usedAt: Date.now() });
    this.#bytes += bytes;
    this.#clearing = this.#clearing.then(() => this.#bound(known));
    await this.#clearing;
  }

  async #bound(known: Map<string, Entry>): Promise<void> {
    for (const [key] of known) {
      if (this.#bytes <= this.#mostBytes && known.size <= mostNodes) return;
      await this.#remove(key);
    }
  }

  async #remove(key: string): Promise<void> {
    const known = await this.#entries();
    const entry = known.get(key);
    if (entry === undefined) return;
    known.delete(key);
    this.#bytes -= entry.bytes;
    await rm(this.#folderOf(key), { recursive: true, force: true });
  }

  #folderOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  #entries(): Promise<Map<string, Entry>> {
    this.#known ??= this.#read();
    return this.#known;
  }
  /** Looks through the folder once, the least recently used first; what a crash has left half-done goes. */
  async #read(): Promise<Map<string, Entry>> {
    await rm(join(this.#folder, stagedFolder), { recursive: true, force: true });
    await mkdir(join(this.#folder, stagedFolder), { recursive: true });
    const found: [string, Entry][] = [];
    for (const prefix of await readdir(this.#folder)) {
      if (prefix === stagedFolder) continue;
      for (const key of await readdir(join(this.#folder, prefix))) {
        const folder = join(this.#folder, prefix, key);
        const meta = await readMeta(folder);
        const info = await stat(join(folder, metaFile)).catch(() => undefined);
        if (meta === undefined || info === undefined) await rm(folder, { recursive: true, force: true });
        else found.push([key, { bytes: meta.bytes, usedAt: info.mtimeMs }]);
      }
    }
    for (const [, { bytes }] of found) this.#bytes += bytes;
    return new Map(found.toSorted(([, a], [, b]) => a.usedAt - b.usedAt));
  }
}

/** A node that is being stored; nothing of it is found before it is committed. */
export class StagedNode {
  readonly #folder: string;
  readonly #add: (folder: string, bytes: number) => Promise<void>;
  readonly #rows = new Map<number, Omit<StoredRows, 'folder'>>();
  #bytes = 0;

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

  async commit(taps: StoredTaps): Promise<void> {
    const text = toJson({ taps, rows: [...this.#rows], bytes: this.#bytes });
    const bytes = this.#bytes + Buffer.byteLength(text);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, metaFile), toJson({ taps, rows: [...this.#rows], bytes }));
    await this.#add(this.#folder, bytes);
  }

  async drop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Makes the files appear in another folder, by links where the file system has them; gives their bytes. */
export async function linkFiles(from: string, names: readonly string[], to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    await link(join(from, name), join(to, name)).catch(() => cp(join(from, name), join(to, name)));
    bytes += (await stat(join(to, name))).size;
  }
  return bytes;
}

const toJson = (meta: Meta): string => JSON.stringify(meta);

async function readMeta(folder: string): Promise<Meta | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, metaFile), 'utf8')) as Meta;
  } catch {
    // a node without its description is none
    return undefined;
  }
}
