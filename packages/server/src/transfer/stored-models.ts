import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileSpace } from '../files/file-space.ts';
import { describeModel, type ModelFiles } from '../models/describe.ts';
import { fileName } from './archive-names.ts';
import { inFile } from '../http/in-file.ts';
import type { ReadModel, ReadVersion } from './read-model.ts';

/** Where the files of a version lie, and what they say of it; without `files` there are none. */
export interface StoredVersion {
  readonly path: string;
  readonly files?: ModelFiles;
}

/** The files of models of an archive in the file space; gone with this value unless they are kept. */
export class StoredModels implements AsyncDisposable {
  readonly #space: FileSpace;
  readonly #folders: string[] = [];
  readonly #versions = new Map<ReadVersion, StoredVersion>();
  #isCommitted = false;

  constructor(space: FileSpace) {
    this.#space = space;
  }

  /** Writes the files of a model, each version into a folder of its own. Fails if they are no model. */
  async store({ file, name, versions }: ReadModel): Promise<void> {
    const folder = `/models/${fileName(name)}_${randomUUID()}`;
    for (const version of versions) {
      const path = `${folder}/${version.version}`;
      if (version.isReplaced || version.files.size === 0) {
        this.#versions.set(version, { path });
        continue;
      }
      if (this.#folders.at(-1) !== folder) this.#folders.push(folder);
      const files = await inFile(file, async () => {
        await this.#write(path, version.files);
        return describeModel(this.#space, path);
      });
      this.#versions.set(version, { path, files });
    }
  }

  of(version: ReadVersion): StoredVersion {
    const stored = this.#versions.get(version);
    if (stored === undefined) throw new Error('a version was not stored');
    return stored;
  }

  commit(): void {
    this.#isCommitted = true;
  }

  async #write(path: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    for (const [inside, bytes] of files) {
      const to = `${path}/${inside}`;
      const folder = to.slice(0, to.lastIndexOf('/'));
      await this.#space.makeFolder(folder);
      await using staged = await this.#space.stage(folder, to.slice(folder.length + 1));
      await staged.write(Readable.from([bytes]));
      await staged.place(to, false);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isCommitted) return;
    for (const folder of this.#folders) await this.#space.remove(folder, true);
  }
}
