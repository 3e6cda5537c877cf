import { constants } from 'node:fs';
import { chmod, lstat, open, readdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isBelow } from '@millrace/engines/sandbox';
import { entryOf } from './entries.ts';
import { withFaults } from './faults.ts';
import type { Entry, FileSpace, OpenFile, StagedFile } from './file-space.ts';
import { LocalOpenFile } from './local-open-file.ts';
import { LocalStagedFile } from './local-staged-file.ts';
import { makeFolders, moveTo, removeTree } from './local-trees.ts';
import { mustBeName, stagedPrefix } from './paths.ts';
import type { PinnedFolder } from './pinned-folder.ts';
import { LocalAccessScope, type Viewer } from './local-access-scope.ts';
import { pathNotFound, notAFolder, notAFile, movedIntoItself } from './path-problems.ts';

/** Files that are looked at side by side. */
const atOnce = 64;

/** The file space on a local folder, as one person sees it. Links that stay in it are followed. */
export class LocalFileSpace implements FileSpace {
  readonly home: string | null;
  readonly #root: string;
  readonly #viewer: Viewer;

  constructor(root: string, viewer: Viewer) {
    this.home = viewer.home;
    this.#root = root;
    this.#viewer = viewer;
  }

  entry(path: string): Promise<Entry> {
    return this.#at(path, async (scope) => {
      await using pinned = await scope.existing(path);
      return entryOf(path, await lstat(pinned.folder.at(pinned.name)));
    });
  }

  list(path: string): Promise<Entry[]> {
    return this.#at(path, async (scope) => {
      const real = await realpath(scope.below(path));
      scope.mustSee(real, path);
      if (!(await lstat(real)).isDirectory()) throw notAFolder(path);
      await using folder = await scope.pin(real, path);
      const names = (await readdir(folder.at())).filter((name) => !name.startsWith(stagedPrefix));
      const entries: Entry[] = [];
      for (let i = 0; i < names.length; i += atOnce) {
        const some = names.slice(i, i + atOnce).map((name) => listFolder(scope, folder, name, path));
        entries.push(...(await Promise.all(some)).filter((one) => one !== undefined));
      }
      return entries;
    });
  }

  makeFolder(path: string): Promise<boolean> {
    return this.#at(path, (scope) => makeFolders(scope, path));
  }

  remove(path: string, withContents: boolean): Promise<void> {
    return this.#at(path, async (scope) => {
      await using pinned = await scope.pinName(path);
      scope.mustBeMovable(pinned);
      const at = pinned.folder.at(pinned.name);
      if (!(await lstat(at)).isDirectory()) await unlink(at);
      else if (withContents) await removeTree(pinned.folder, Buffer.from(pinned.name));
      else await rmdir(at);
    });
  }

  move(from: string, to: string): Promise<void> {
    return this.#at(from, async (scope) => {
      await using source = await scope.pinName(from);
      scope.mustBeMovable(source);
      await lstat(source.folder.at(source.name));
      await withFaults(to, async () => {
        await using target = await scope.pinName(to);
        mustBeName(target.name);
        if (isBelow(target.folder.real, join(source.folder.real, source.name))) throw movedIntoItself(from);
        await moveTo(source, target);
        await target.folder.sync();
      });
    });
  }

  setPermission(path: string, mode: number): Promise<void> {
    return this.#at(path, async (scope) => {
      await using pinned = await scope.existing(path);
      scope.mustBeMovable(pinned);
      const at = pinned.folder.at(pinned.name);
      // a link only where one has just been put: chmod(2) would follow it
      if ((await lstat(at)).isSymbolicLink()) throw pathNotFound(path);
      await chmod(at, mode);
    });
  }

  open(path: string): Promise<OpenFile> {
    return this.#at(path, async (scope) => {
      await using pinned = await scope.existing(path);
      // a pipe would be waited for
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      const handle = await open(pinned.folder.at(pinned.name), flags);
      try {
        const info = await handle.stat();
        if (info.isFile()) return new LocalOpenFile(handle, info);
        const what = info.isDirectory() ? 'a folder' : 'a pipe or a device';
        throw notAFile(path, what);
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  stage(path: string): Promise<StagedFile> {
    return this.#at(path, async (scope) => {
      const folder = await scope.pin(await realpath(scope.below(path)), path);
      return LocalStagedFile.begin(folder, async (target) => (await this.#scope()).pinName(target));
    });
  }

  #scope(): Promise<LocalAccessScope> {
    return LocalAccessScope.of(this.#root, this.#viewer);
  }

  #at<T>(path: string, work: (scope: LocalAccessScope) => Promise<T>): Promise<T> {
    return withFaults(path, async () => work(await this.#scope()));
  }
}

/** Undefined for what is not for this person, gone in the meantime, or neither file nor folder. */
async function listFolder(
  scope: LocalAccessScope,
  folder: PinnedFolder,
  name: string,
  path: string,
): Promise<Entry | undefined> {
  if (!scope.sees(join(folder.real, name))) return undefined;
  try {
    let info = await lstat(folder.at(name));
    if (info.isSymbolicLink()) {
      const real = await realpath(folder.at(name));
      if (!scope.sees(real)) return undefined;
      info = await lstat(real);
    }
    return info.isFile() || info.isDirectory() ? entryOf(`${path === '/' ? '' : path}/${name}`, info) : undefined;
  } catch {
    return undefined;
  }
}
