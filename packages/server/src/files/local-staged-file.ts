import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errnoOf, withFaults } from './faults.ts';
import { FileSink } from './file-sink.ts';
import type { StagedFile } from './file-space.ts';
import { moveTo, withoutLinks } from './local-trees.ts';
import { mustBeName, stagedPrefix } from './paths.ts';
import type { PinnedFolder } from './pinned-folder.ts';
import type { PinnedName } from './local-access-scope.ts';
import { pathIsFolder } from './path-problems.ts';

/** A file of the local disk under a hidden name, next to its place. */
export class LocalStagedFile implements StagedFile {
  readonly #folder: PinnedFolder;
  readonly #name: string;
  readonly #handle: FileHandle;
  readonly #pinName: (path: string) => Promise<PinnedName>;
  #isCommitted = false;

  private constructor(
    folder: PinnedFolder,
    name: string,
    handle: FileHandle,
    pinName: (path: string) => Promise<PinnedName>,
  ) {
    this.#folder = folder;
    this.#name = name;
    this.#handle = handle;
    this.#pinName = pinName;
  }

  /** Takes over the folder; `pinName` finds the place of a path. */
  static async begin(folder: PinnedFolder, pinName: (path: string) => Promise<PinnedName>): Promise<LocalStagedFile> {
    const name = `${stagedPrefix}${randomUUID()}`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    try {
      return new LocalStagedFile(folder, name, await open(folder.at(name), flags, 0o666), pinName);
    } catch (error) {
      await folder[Symbol.asyncDispose]();
      throw error;
    }
  }

  async write(bytes: Readable): Promise<void> {
    await pipeline(bytes, new FileSink(this.#handle));
  }

  async take(file: string): Promise<void> {
    const whole = this.#folder.at(`${this.#name}-whole`);
    try {
      await link(file, whole);
    } catch (error) {
      const errno = errnoOf(error) ?? '';
      if (errno !== 'EXDEV' && !withoutLinks.has(errno)) throw error;
      return this.write(createReadStream(file));
    }
    await rename(whole, this.#folder.at(this.#name));
  }

  async place(path: string, replace: boolean): Promise<void> {
    await withFaults(path, async () => {
      await using target = await this.#pinName(path);
      mustBeName(target.name);
      if (!replace) await moveTo({ folder: this.#folder, name: this.#name }, target);
      else {
        const there = await lstat(target.folder.at(target.name)).catch(() => undefined);
        if (there?.isDirectory()) throw pathIsFolder(path);
        await rename(this.#folder.at(this.#name), target.folder.at(target.name));
      }
      this.#isCommitted = true;
      await target.folder.sync();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    if (!this.#isCommitted) await rm(this.#folder.at(this.#name), { force: true });
    await this.#folder[Symbol.asyncDispose]();
  }
}
