import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { withField } from '@millrace/errors';
import { stagingName, type Exchange, type SaveDestination } from '../save-target.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { commitByCopies, recoverByCopies } from './commit-by-copies.ts';
import { commitByRenames, recoverByRenames } from './commit-by-renames.ts';
import { childOf, type RemoteStore } from './remote-store.ts';
import { sideBySide } from './side-by-side.ts';
import { removeLeftovers } from './target-files.ts';

/** Files that are sent side by side. */
const atOnce = 4;

/** What Spark writes on local disks next to each file. */
const checksum = /^\..*\.crc$/;

export interface RemoteSaveTargetOptions {
  readonly store: RemoteStore;
  readonly target: string;
  /** Folder of this machine that engines write in. */
  readonly outputs: string;
  /** The field that names the target. */
  readonly field: string;
}

/**
 * A target of saves on a remote file system: rows are written here, sent into a folder next to the target, and put in
 * place by names or, if a store has none to give, by copies within it. A crash in between is gone on with by the next
 * save, or the same run begun again.
 */
export class RemoteSaveTarget implements SaveDestination {
  readonly #store: RemoteStore;
  readonly #target: string;
  readonly #outputs: string;
  readonly #field: string;
  #here: string | undefined;
  #there: string | undefined;
  /** What was begun is to be ended, if not now then by the next save. */
  #isDecided = false;

  private constructor({ store, target, outputs, field }: RemoteSaveTargetOptions) {
    this.#store = store;
    this.#target = target;
    this.#outputs = outputs;
    this.#field = field;
  }

  static async at(options: RemoteSaveTargetOptions): Promise<RemoteSaveTarget> {
    const saveTarget = new RemoteSaveTarget(options);
    await saveTarget.#nameFault(() => oneAtATime(saveTarget.key, () => recover(options.store, options.target)));
    return saveTarget;
  }

  get key(): string {
    return `${this.#store.address}${this.#target}`;
  }

  holds(): Promise<'nothing' | 'file' | 'folder'> {
    return this.#nameFault(async () => {
      const entry = await this.#store.entry(this.#target);
      if (entry?.isDirectory === false) return 'file';
      return entry !== undefined && (await this.#store.list(this.#target)).length > 0 ? 'folder' : 'nothing';
    });
  }

  has(name: string): Promise<boolean> {
    return this.#nameFault(async () => {
      if ((await this.#store.entry(this.#target))?.isDirectory !== true) return false;
      return (await this.#store.entry(childOf(this.#target, name))) !== undefined;
    });
  }

  begin(name: string): Promise<string> {
    return this.#nameFault(async () => {
      const stagingFolder = childOf(posix.dirname(this.#target), stagingName(posix.basename(this.#target), name));
      await this.#store.remove(stagingFolder);
      await removeLeftovers(this.#store, this.#target);
      // says at once whether this may write there
      await this.#store.makeFolder(stagingFolder);
      this.#there = stagingFolder;
      this.#here = join(this.#outputs, randomUUID());
      return this.#here;
    });
  }

  async finish(signal: AbortSignal | undefined): Promise<void> {
    const { here, there } = this.#folders();
    await this.#nameFault(async () => {
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

  async exchange({ append, mark, check }: Exchange): Promise<void> {
    const { there } = this.#folders();
    await check?.();
    const { placing } = this.#store;
    await this.#nameFault(async () => {
      const toFormer = append && (await this.holds()) !== 'nothing';
      const what = { store: this.#store, target: this.#target, folder: there, append: toFormer, mark };
      if (placing.by === 'names') await commitByRenames({ ...what, placing });
      else await commitByCopies({ ...what, placing }, () => (this.#isDecided = true));
    });
  }

  async discard(): Promise<void> {
    if (this.#here !== undefined) await rm(this.#here, { recursive: true, force: true });
    const there = this.#there;
    if (there !== undefined && !this.#isDecided) await this.#nameFault(() => this.#store.remove(there));
  }

  #folders(): { readonly here: string; readonly there: string } {
    if (this.#here === undefined || this.#there === undefined) throw new Error('nothing was staged');
    return { here: this.#here, there: this.#there };
  }

  /** Adds to errors of the remote file system the field that the target stands in. */
  async #nameFault<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw withField(error, this.#field);
    }
  }
}

/** Puts right what a crash in the middle of an exchange has left. */
async function recover(store: RemoteStore, target: string): Promise<void> {
  const { placing } = store;
  if (placing.by === 'names') await recoverByRenames({ store, target, placing });
  else await recoverByCopies({ store, target, placing });
}
