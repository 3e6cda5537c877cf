import { constants, existsSync } from 'node:fs';
import { open, opendir, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the system shows what a process holds open; Linux alone has it. */
const descriptors = '/proc/self/fd';
const canPin = existsSync(descriptors);

/**
 * A folder that is held open, so that what is done at one of its names is done in it, even where its own path is given
 * to something else in the meantime (as openat(2) does, by /proc/self/fd). If the system has no such thing, the real path
 * stands for it.
 */
export class PinnedFolder implements AsyncDisposable {
  /** Where it lies, links followed: what has been opened, not what was asked for. */
  readonly real: string;
  readonly #handle: FileHandle | undefined;

  private constructor(real: string, handle?: FileHandle) {
    this.real = real;
    this.#handle = handle;
  }

  /** Fails with ENOTDIR for a file, and with ELOOP or ENOTDIR if the last part of the path is a link. */
  static async open(path: string): Promise<PinnedFolder> {
    if (!canPin) {
      await (await opendir(path)).close();
      return new PinnedFolder(await realpath(path));
    }
    const handle = await openFolder(path);
    try {
      return new PinnedFolder(await readlink(`${descriptors}/${handle.fd}`), handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The path of a name in it, or of itself. */
  at(name = ''): string {
    return this.#handle === undefined ? join(this.real, name) : `${descriptors}/${this.#handle.fd}/${name}`;
  }

  /** The path of a name in it whose bytes need not be UTF-8. */
  atBytes(name: Buffer): Buffer {
    return Buffer.concat([Buffer.from(join(this.at(), '/')), name]);
  }

  /** A folder in it, which must not be a link. */
  async below(name: Buffer): Promise<PinnedFolder> {
    const real = join(this.real, name.toString());
    if (this.#handle === undefined) return PinnedFolder.open(real);
    return new PinnedFolder(real, await openFolder(this.atBytes(name)));
  }

  /** Waits until its names are on the disk. */
  async sync(): Promise<void> {
    await this.#handle?.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}

const openFolder = (path: string | Buffer): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
