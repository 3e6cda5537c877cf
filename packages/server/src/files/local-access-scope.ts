import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EngineView, Mount } from '@millrace/engines';
import { isBelow } from '@millrace/engines/sandbox';
import { PinnedFolder } from './pinned-folder.ts';
import { pathNotFound, rootIsFixed, homesAreFixed } from './path-problems.ts';

/** Whose file space it is. */
export interface Viewer {
  /** Name of their home in `/user`; null for one who has none. */
  readonly home: string | null;
  /** True if they see the homes of others. */
  readonly seesAll: boolean;
}

/** Names what a user sees; undefined for all. */
export const keyOf = ({ home, seesAll }: Viewer): string | undefined =>
  seesAll ? undefined : home === null ? 'no home' : `home ${home}`;

/** A name in a folder that is held open. */
export interface PinnedName extends AsyncDisposable {
  readonly folder: PinnedFolder;
  readonly name: string;
}

/**
 * What one person sees of a local folder, as it is at this moment: its root, without the homes of others. A path is
 * followed first and looked at then, and what is looked at is what has been opened.
 */
export class LocalAccessScope {
  readonly #folder: string;
  readonly #root: string;
  readonly #homes: string;
  readonly #viewer: Viewer;

  private constructor(folder: string, root: string, homes: string, viewer: Viewer) {
    this.#folder = folder;
    this.#root = root;
    this.#homes = homes;
    this.#viewer = viewer;
  }

  static async of(folder: string, viewer: Viewer): Promise<LocalAccessScope> {
    const root = await realpath(folder);
    const homes = join(root, 'user');
    return new LocalAccessScope(folder, root, await realpath(homes).catch(() => homes), viewer);
  }

  /** A path of the file space as the system has it; links are not followed. */
  below(path: string): string {
    return join(this.#folder, path);
  }

  /** Whether a real path is for this person. */
  sees(real: string): boolean {
    const { home, seesAll } = this.#viewer;
    if (!isBelow(real, this.#root)) return false;
    if (seesAll || real === this.#homes || !isBelow(real, this.#homes)) return true;
    return home !== null && isBelow(real, join(this.#homes, home));
  }

  /**
   * The same as engines in a sandbox see it; undefined for all. The folder of the homes, and the home, are made where they
   * are not there: an engine sees nothing that is laid over others' homes later.
   */
  async forEngines(): Promise<EngineView | undefined> {
    const key = keyOf(this.#viewer);
    if (key === undefined) return undefined;
    const whole: Mount = { how: 'writable', folder: this.#folder };
    // a link that leads out of the file space shows engines nothing
    if (!isBelow(this.#homes, this.#root)) return { key, mounts: [whole] };
    const home = await this.#ownHome();
    return {
      // another folder in its place is another view: engines keep seeing the one that was there when they started
      key: home === undefined ? 'no home' : `${key}, ${home.id}`,
      mounts: [
        whole,
        { how: 'empty', folder: this.#homes },
        ...(home === undefined ? [] : [{ how: 'writable', folder: join(this.#homes, home.name) } as const]),
      ],
    };
  }

  /** The home as it is on the disk; undefined if there is none, or if a link stands in its place. */
  async #ownHome(): Promise<{ readonly name: string; readonly id: string } | undefined> {
    const name = this.#viewer.home;
    const folder = name === null ? this.#homes : join(this.#homes, name);
    await mkdir(folder, { recursive: true }).catch(unlessDenied);
    const info = name === null ? undefined : await lstat(folder, { bigint: true }).catch(unlessDenied);
    return name !== null && info?.isDirectory() === true ? { name, id: `${info.dev}/${info.ino}` } : undefined;
  }

  mustSee(real: string, path: string): void {
    if (!this.sees(real)) throw pathNotFound(path);
  }

  /** Holds open a folder whose path has no links left; `path` is how it was asked for. */
  async pin(real: string, path: string): Promise<PinnedFolder> {
    // what lies outside is not even opened
    this.mustSee(real, path);
    const folder = await PinnedFolder.open(real);
    try {
      this.mustSee(folder.real, path);
      return folder;
    } catch (error) {
      await folder[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Where a path leads, links followed. */
  async existing(path: string): Promise<PinnedName> {
    const real = await realpath(this.below(path));
    if (real === this.#root) return pinnedName(await this.pin(real, path), '');
    this.mustSee(real, path);
    return pinnedName(await this.pin(dirname(real), path), basename(real));
  }

  /** The name that a path ends with, there or not, a link or not, in its folder. */
  async pinName(path: string): Promise<PinnedName> {
    if (path === '/') throw rootIsFixed();
    const folder = await this.pin(await realpath(this.below(dirname(path))), path);
    const name = basename(path);
    if (this.sees(join(folder.real, name))) return pinnedName(folder, name);
    await folder[Symbol.asyncDispose]();
    throw pathNotFound(path);
  }

  /** The root and the folder of the homes stay where they are, whichever user asks. */
  mayReplace(real: string): boolean {
    return !isBelow(this.#homes, real);
  }

  /** Fails for what `mayReplace` denies. */
  mustBeMovable({ folder, name }: PinnedName): void {
    if (!this.mayReplace(join(folder.real, name))) throw homesAreFixed();
  }
}

const pinnedName = (folder: PinnedFolder, name: string): PinnedName => ({
  folder,
  name,
  [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
});

/** A space that may only be read, or is full, holds no new folders. */
function unlessDenied(error: NodeJS.ErrnoException): undefined {
  if (error.code === undefined) throw error;
}
