import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../http/problems.ts';
import { inside, shown } from './paths.ts';
import { PinnedFolder } from './pinned-folder.ts';

/** Whose file space it is. */
export interface Viewer {
  /** Name of their home in `/user`; null for one who has none. */
  readonly home: string | null;
  /** True where they see the homes of others. */
  readonly seesAll: boolean;
}

/** A name in a folder that is held open. */
export interface Place extends AsyncDisposable {
  readonly folder: PinnedFolder;
  readonly name: string;
}

/**
 * What one person sees of a local folder, as it is at this moment: its root, without the homes of others. A path is
 * followed first and looked at then, and what is looked at is what has been opened.
 */
export class Sight {
  readonly #given: string;
  readonly #root: string;
  readonly #homes: string;
  readonly #viewer: Viewer;

  private constructor(given: string, root: string, homes: string, viewer: Viewer) {
    this.#given = given;
    this.#root = root;
    this.#homes = homes;
    this.#viewer = viewer;
  }

  static async of(folder: string, viewer: Viewer): Promise<Sight> {
    const root = await realpath(folder);
    const homes = join(root, 'user');
    return new Sight(folder, root, await realpath(homes).catch(() => homes), viewer);
  }

  /** A path of the file space as the system has it; links are not followed. */
  below(path: string): string {
    return join(this.#given, path);
  }

  /** Whether a real path is for this person. */
  sees(real: string): boolean {
    const { home, seesAll } = this.#viewer;
    if (!inside(this.#root, real)) return false;
    if (seesAll || real === this.#homes || !inside(this.#homes, real)) return true;
    return home !== null && inside(join(this.#homes, home), real);
  }

  mustSee(real: string, path: string): void {
    if (!this.sees(real)) throw new Problem('NOT_FOUND', `${shown(path)} is not there`);
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
  async existing(path: string): Promise<Place> {
    const real = await realpath(this.below(path));
    if (real === this.#root) return placeIn(await this.pin(real, path), '');
    this.mustSee(real, path);
    return placeIn(await this.pin(dirname(real), path), basename(real));
  }

  /** The name that a path ends with, there or not, a link or not, in its folder. */
  async named(path: string): Promise<Place> {
    if (path === '/') throw new Problem('FORBIDDEN', 'the root of the file space stays as it is');
    const folder = await this.pin(await realpath(this.below(dirname(path))), path);
    const name = basename(path);
    if (this.sees(join(folder.real, name))) return placeIn(folder, name);
    await folder[Symbol.asyncDispose]();
    throw new Problem('NOT_FOUND', `${shown(path)} is not there`);
  }

  /** The root and the folder of the homes stay where they are, whoever asks. */
  mayReplace(real: string): boolean {
    return !inside(real, this.#homes);
  }

  /** Fails for what `mayReplace` denies. */
  mustBeMovable({ folder, name }: Place): void {
    if (!this.mayReplace(join(folder.real, name)))
      throw new Problem('FORBIDDEN', 'the folder of the homes stays as it is');
  }
}

const placeIn = (folder: PinnedFolder, name: string): Place => ({
  folder,
  name,
  [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
});
