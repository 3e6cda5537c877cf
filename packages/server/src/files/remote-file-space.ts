import { isBelow } from '@millrace/engines/sandbox';
import { HdfsError } from '@millrace/webhdfs';
import { S3Error } from '@millrace/s3';
import type { RemoteAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import { withFaults } from './faults.ts';
import type { Entry, FileSpace, OpenFile, StagedFile } from './file-space.ts';
import { mustBeName, nameOf, parentOf, shown, stagedPrefix } from './paths.ts';
import { RemoteAccessScope } from './remote-access-scope.ts';
import { treeOf, type Facts, type RemoteTree } from './remote-tree.ts';
import type { Viewer } from './local-access-scope.ts';

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
          if (facts.name === '') throw new Problem('UNPROCESSABLE', `${shown(path)} is a file, not a folder`);
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
      if (there !== undefined) throw new Problem('CONFLICT', `${shown(path)} is a file`);
      for (const name of path.split('/').slice(1)) mustBeName(name);
      await this.#tree.makeFolder(path).catch((error: unknown) => {
        if (!isFault(error, 'notFolder')) throw error;
        throw new Problem('UNPROCESSABLE', `${shown(path)} leads through a file as if it were a folder`);
      });
      return true;
    });
  }

  remove(path: string, withContents: boolean): Promise<void> {
    return withFaults(path, async () => {
      this.#scope.mustBeMovable(path);
      if (!(await this.#tree.remove(path, withContents))) throw new Problem('NOT_FOUND', `${shown(path)} is not there`);
    });
  }

  move(from: string, to: string): Promise<void> {
    return withFaults(from, async () => {
      this.#scope.mustBeMovable(from);
      await this.#status(from);
      await withFaults(to, async () => {
        this.#mustBeTarget(to);
        if (isBelow(parentOf(to), from))
          throw new Problem('UNPROCESSABLE', `${shown(from)} cannot be moved into itself`);
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
      if (file === undefined) throw new Problem('UNPROCESSABLE', `${shown(path)} is a folder, not a file`);
      return file;
    });
  }

  stage(folder: string, name?: string): Promise<StagedFile> {
    return withFaults(folder, async () => {
      const { isDirectory } = await this.#status(folder);
      if (!isDirectory) throw new Problem('NOT_FOUND', `${shown(folder)} leads through a file as if it were a folder`);
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
    if (path === '/') throw new Problem('FORBIDDEN', 'the root of the file space stays as it is');
    this.#scope.mustSee(path);
    mustBeName(nameOf(path));
  }
}

const entryOf = (path: string, facts: Facts): Entry => ({ ...facts, name: nameOf(path), path });

const isFault = (error: unknown, fault: 'notFound' | 'notFolder'): boolean =>
  (error instanceof HdfsError || error instanceof S3Error) && error.fault === fault;
