import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDiskFull } from './away.ts';

/** Bytes that are set aside: enough to write down that a few thousand records go. */
const size = 8 << 20;

/** Bytes without which a service does not start. */
const forStart = 1 << 20;

/** Milliseconds after which it is looked again whether there is room for a reserve that has been given up. */
const again = 60_000;

/**
 * A file that takes some of the disk of the state folder while there is room, and is given up when the disk is full: the
 * database must write to delete, so that without it no user could free space. Nothing is set aside for a database that is
 * elsewhere.
 */
export class Reserve implements Disposable {
  readonly #file: string;
  readonly #isNeeded: boolean;
  #isHeld = false;
  /** How many times it has been given up: begun, and done. */
  #releases = 0;
  #removals = 0;
  #removal: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(file: string, isNeeded: boolean) {
    this.#file = file;
    this.#isNeeded = isNeeded;
  }

  /** Sets the reserve of a state folder aside. A disk that is too full for a start gets what an earlier one has set aside. */
  static async open(home: string, isNeeded: boolean): Promise<Reserve> {
    const file = join(home, 'reserve');
    const reserve = new Reserve(file, isNeeded);
    if (!isNeeded) return reserve;
    if (!(await reserve.#fill()) || (await freeAt(file)) < forStart) await reserve.release();
    return reserve;
  }

  /** Releases the reserve, and says whether it was there. */
  async release(): Promise<boolean> {
    if (!this.#isNeeded) return false;
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    // a statement that fails while it is being removed has its space too
    if (wasHeld) this.#releases++;
    // one removal for all: its name is gone before its space is free, so a second one would not wait for that
    this.#removal ??= rm(this.#file, { force: true }).finally(() => (this.#removal = undefined));
    await this.#removal;
    if (wasHeld) this.#removals++;
    // what keeps it from being set aside is reported by the call for the state of the disk
    this.#timer ??= setInterval(() => void this.#fill().catch(() => undefined), again).unref();
    return wasHeld;
  }

  /**
   * Deletes something, which the database must write down. What fails on a full disk is done once more, if the reserve can
   * be given up for it or has been since.
   */
  async forDeletion<T>(work: () => T | Promise<T>): Promise<T> {
    const before = this.#removals;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && isDiskFull(error))) throw error;
      if (!(await this.release()) && this.#releases === before) throw error;
      return work();
    }
  }

  /** True when the disk of the state folder has less room than the reserve takes, or had until the reserve was given up. */
  async isFull(): Promise<boolean> {
    const isGone = this.#isNeeded && !this.#isHeld && !(await this.#fill());
    return isGone || (await freeAt(this.#file)) < size;
  }

  /** Sets aside what is missing, if there is room for more than that; returns whether the reserve is there. */
  async #fill(): Promise<boolean> {
    const file = this.#file;
    const info = await stat(file).catch(() => undefined);
    this.#isHeld = info?.size === size;
    if (!this.#isHeld && (await freeAt(file)) >= 2 * size) this.#isHeld = await write(file);
    if (this.#isHeld) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return this.#isHeld;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

async function freeAt(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}

/** Writes a reserve that no file system can make smaller; false when the disk does not take it. */
async function write(file: string): Promise<boolean> {
  try {
    await using opened = await open(file, 'w', 0o600);
    await opened.writeFile(randomBytes(size));
    return true;
  } catch (error) {
    if (!(error instanceof Error && isDiskFull(error))) throw error;
    await truncate(file, 0).catch(() => undefined);
    return false;
  }
}
