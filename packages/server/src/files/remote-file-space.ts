import { isBelow } from '@millrace/engines/sandbox';
import { HdfsError } from '@millrace/webhdfs';
import { S3Error } from '@millrace/s3';
import type { RemoteAt } from '../settings/files-at.ts';
import { withFaults } from './faults.ts';
import type { Entry, FileSpace, OpenFile, StagedFile } from './file-space.ts';
import { mustBeName, nameOf, parentOf, stagedPrefix } from './paths.ts';
import { RemoteAccessScope } from './remote-access-scope.ts';
import { treeOf, type Facts, type RemoteTree } from './remote-tree.ts';
import type { Viewer } from './local-access-scope.ts';
import {
  pathNotFound,
  pathIsFile,
  pathThroughFile,
  notAFolder,
  notAFile,
  movedIntoItself,
  rootIsFixed,
} from './path-problems.ts';

/** The file space on other machines, as one person sees it. */
export class RemoteFileSpace implements FileSpace {
  readonly home: string | null;
  readonly #tree: RemoteTree;
  readonly #scope: RemoteAccessScope;

  constructor(at: RemoteAt, viewer: Viewer) {
    this.home = viewer.home;
    this.#tree = treeOf(at);
    this.#scope = new RemoteAccessScope(at.kind, viewer);
  }

  entry(path: string): Promise<Entry> {
    return withFaults(path, async () => entryOf(path, await this.#status(path)));
  }

  list(path: string): Promise<Entry[]> {
    return withFaults(path, async () => {
      this.#scope.mustSee(path);
      const entries: Entry[] = [];
      for await (const some of this.#tree.list(path))
        for (const facts of some) {
          if (facts.name === '') throw notAFolder(path);
          const below = `${path === '/' ? '' : path}/${facts.name}`;
          if (!facts.name.startsWith(stagedPrefix) && this.#scope.sees(below)) entries.push(entryOf(below, facts));
        }
      return entries;
    });
  }

  makeFolder(path: string): Promise<boolean> {
    return withFaults(path, async () => {
      const there = await this.#maybe(path);
      if (there?.isDirectory === true) return false;
      if (there !== undefined) throw pathIsFile(path);
      for (const name of path.split('/').slice(1)) mustBeName(name);
      await this.#tree.makeFolder(path).catch((error: unknown) => {
        if (!isFault(error, 'notFolder')) throw error;
        throw pathThroughFile(path);
      });
      return true;
    });
  }

  remove(path: string, withContents: boolean): Promise<void> {
    return withFaults(path, async () => {
      this.#scope.mustBeMovable(path);
      if (!(await this.#tree.remove(path, withContents))) throw pathNotFound(path);
    });
  }

  move(from: string, to: string): Promise<void> {
    return withFaults(from, async () => {
      this.#scope.mustBeMovable(from);
      await this.#status(from);
      await withFaults(to, async () => {
        this.#mustBeTarget(to);
        if (isBelow(parentOf(to), from)) throw movedIntoItself(from);
        await this.#tree.move(from, to);
      });
    });
  }

  setPermission(path: string, mode: number): Promise<void> {
    return withFaults(path, async () => {
      this.#scope.mustBeMovable(path);
      await this.#tree.setPermission(path, mode);
    });
  }

  open(path: string): Promise<OpenFile> {
    return withFaults(path, async () => {
      this.#scope.mustSee(path);
      const file = await this.#tree.open(path);
      if (file === undefined) throw notAFile(path);
      return file;
    });
  }

  stage(folder: string, name?: string): Promise<StagedFile> {
    return withFaults(folder, async () => {
      const { isDirectory } = await this.#status(folder);
      if (!isDirectory) throw pathThroughFile(folder, 'NOT_FOUND');
      return this.#tree.stage(folder, name, (path) => {
        this.#mustBeTarget(path);
        return path;
      });
    });
  }

  async #status(path: string): Promise<Facts> {
    this.#scope.mustSee(path);
    return this.#tree.status(path);
  }

  async #maybe(path: string): Promise<Facts | undefined> {
    try {
      return await this.#status(path);
    } catch (error) {
      if (isFault(error, 'notFound') || isFault(error, 'notFolder')) return undefined;
      throw error;
    }
  }

  /** Fails for what no file or folder may be placed at. */
  #mustBeTarget(path: string): void {
    if (path === '/') throw rootIsFixed();
    this.#scope.mustSee(path);
    mustBeName(nameOf(path));
  }
}

const entryOf = (path: string, facts: Facts): Entry => ({ ...facts, name: nameOf(path), path });

const isFault = (error: unknown, fault: 'notFound' | 'notFolder'): boolean =>
  (error instanceof HdfsError || error instanceof S3Error) && error.fault === fault;
