import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { StructType } from '@millrace/spark-connect';
import type { MaterializedFiles } from '@millrace/engines/host';
import { linkFiles, linkFolder, type StoredFolder } from './link-files.ts';
import {
  metaFile,
  modelFolder,
  rowsFolder,
  tablesFolder,
  type StoredDescription,
  type StoredRows,
  type StoredTaps,
} from './stored-node.ts';

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

  /** Links the rows of an output while their files are there. */
  async addRows(output: number, { folder, ...files }: MaterializedFiles, schema: StructType): Promise<void> {
    const target = join(this.#folder, rowsFolder(output));
    // the same output may be materialized a second time
    await rm(target, { recursive: true, force: true });
    this.#bytes += await linkFiles(folder, files.names, target);
    this.#rows.set(output, { ...files, schema });
  }

  /** Links the file of a large table. */
  async addTable(path: string): Promise<void> {
    this.#bytes += await linkFiles(dirname(path), [basename(path)], join(this.#folder, tablesFolder));
  }

  /** Links the files of a model. */
  async addModel(folder: string): Promise<void> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = files.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
    this.#bytes += await linkFolder({ folder, names }, join(this.#folder, modelFolder));
    this.#model = names;
  }

  async commit(taps: StoredTaps): Promise<void> {
    const model = this.#model === undefined ? {} : { model: this.#model };
    const text = JSON.stringify({ taps, ...model, rows: [...this.#rows] } satisfies StoredDescription);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, metaFile), text);
    await this.#add(this.#folder, this.#bytes + Buffer.byteLength(text));
  }

  async drop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
