import { HdfsError, WebHdfs, type FileStatus } from '@millrace/webhdfs';
import type { HdfsAt } from '../../files-at.ts';
import { Problem } from '../../http/problems.ts';
import { permissionText } from './entries.ts';
import { withFaults } from './faults.ts';
import type { Entry, FileSpace, OpenFile, StagedFile } from './file-space.ts';
import { HdfsOpenFile } from './hdfs-open-file.ts';
import { HdfsSight } from './hdfs-sight.ts';
import { HdfsStagedFile } from './hdfs-staged-file.ts';
import { inside, mustBeName, nameOf, parentOf, shown, stagedPrefix } from './paths.ts';
import type { Viewer } from './sight.ts';

const clients = new WeakMap<HdfsAt, WebHdfs>();

/** The client of a file space on HDFS: one for all, which remembers the active NameNode. */
export function clientOf(at: HdfsAt): WebHdfs {
  const client = clients.get(at) ?? new WebHdfs(at);
  clients.set(at, client);
  return client;
}

/** A path of the file space as HDFS has it. */
export const inHdfs = ({ root }: HdfsAt, path: string): string =>
  path === '/' ? root : `${root === '/' ? '' : root}${path}`;

/** The file space on a folder of HDFS, as one person sees it. */
export class HdfsFileSpace implements FileSpace {
  readonly home: string | null;
  readonly #at: HdfsAt;
  readonly #client: WebHdfs;
  readonly #sight: HdfsSight;

  constructor(at: HdfsAt, viewer: Viewer) {
    this.home = viewer.home;
    this.#at = at;
    this.#client = clientOf(at);
    this.#sight = new HdfsSight(viewer);
  }

  entry(path: string): Promise<Entry> {
    return withFaults(path, async () => entryOf(path, await this.#status(path)));
  }

  list(path: string): Promise<Entry[]> {
    return withFaults(path, async () => {
      this.#sight.mustSee(path);
      const entries: Entry[] = [];
      for await (const some of this.#client.list(this.#in(path)))
        for (const status of some) {
          if (status.name === '') throw new Problem('UNPROCESSABLE', `${shown(path)} is a file, not a folder`);
          const below = `${path === '/' ? '' : path}/${status.name}`;
          if (!status.name.startsWith(stagedPrefix) && this.#sight.sees(below)) entries.push(entryOf(below, status));
        }
      return entries;
    });
  }

  makeFolder(path: string): Promise<boolean> {
    return withFaults(path, async () => {
      const there = await this.#maybe(path);
      if (there?.type === 'DIRECTORY') return false;
      if (there !== undefined) throw new Problem('CONFLICT', `${shown(path)} is a file`);
      for (const name of path.split('/').slice(1)) mustBeName(name);
      await this.#client.makeFolder(this.#in(path)).catch((error: unknown) => {
        if (!(error instanceof HdfsError) || error.fault !== 'notFolder') throw error;
        throw new Problem('UNPROCESSABLE', `${shown(path)} leads through a file as if it were a folder`);
      });
      return true;
    });
  }

  remove(path: string, withContents: boolean): Promise<void> {
    return withFaults(path, async () => {
      this.#sight.mustBeMovable(path);
      if (!(await this.#client.remove(this.#in(path), withContents)))
        throw new Problem('NOT_FOUND', `${shown(path)} is not there`);
    });
  }

  move(from: string, to: string): Promise<void> {
    return withFaults(from, async () => {
      this.#sight.mustBeMovable(from);
      await this.#status(from);
      await withFaults(to, async () => {
        this.#mustBeTarget(to);
        if (inside(from, parentOf(to)))
          throw new Problem('UNPROCESSABLE', `${shown(from)} cannot be moved into itself`);
        await this.#client.rename(this.#in(from), this.#in(to), false);
      });
    });
  }

  setPermission(path: string, mode: number): Promise<void> {
    return withFaults(path, async () => {
      this.#sight.mustBeMovable(path);
      await this.#client.setPermission(this.#in(path), mode);
    });
  }

  open(path: string): Promise<OpenFile> {
    return withFaults(path, async () => {
      const status = await this.#status(path);
      if (status.type !== 'FILE') throw new Problem('UNPROCESSABLE', `${shown(path)} is a folder, not a file`);
      return new HdfsOpenFile(this.#client, status, this.#in(path), path);
    });
  }

  stage(folder: string): Promise<StagedFile> {
    return withFaults(folder, async () => {
      const { type } = await this.#status(folder);
      if (type !== 'DIRECTORY')
        throw new Problem('NOT_FOUND', `${shown(folder)} leads through a file as if it were a folder`);
      return new HdfsStagedFile(this.#client, this.#in(folder), (path) => {
        this.#mustBeTarget(path);
        return this.#in(path);
      });
    });
  }

  #in(path: string): string {
    return inHdfs(this.#at, path);
  }

  #status(path: string): Promise<FileStatus> {
    this.#sight.mustSee(path);
    return this.#client.status(this.#in(path));
  }

  async #maybe(path: string): Promise<FileStatus | undefined> {
    try {
      return await this.#status(path);
    } catch (error) {
      if (error instanceof HdfsError && (error.fault === 'notFound' || error.fault === 'notFolder')) return undefined;
      throw error;
    }
  }

  /** Fails for what no file or folder may be placed at. */
  #mustBeTarget(path: string): void {
    if (path === '/') throw new Problem('FORBIDDEN', 'the root of the file space stays as it is');
    this.#sight.mustSee(path);
    mustBeName(nameOf(path));
  }
}

function entryOf(path: string, status: FileStatus): Entry {
  const { length, owner, group, permission, modificationTime, replication, blockSize } = status;
  return {
    name: nameOf(path),
    path,
    isDirectory: status.type === 'DIRECTORY',
    size: length,
    owner,
    group,
    permission: permissionText(permission),
    modificationTime,
    replication,
    blockSize,
  };
}
