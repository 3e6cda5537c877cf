import { HdfsError, WebHdfs, type FileStatus } from '@millrace/webhdfs';
import type { HdfsAt } from '../settings/files-at.ts';
import { permissionText } from './entries.ts';
import type { OpenFile, StagedFile } from './file-space.ts';
import { HdfsOpenFile } from './hdfs-open-file.ts';
import { HdfsStagedFile } from './hdfs-staged-file.ts';
import { stagedPrefix } from './paths.ts';
import type { Facts, RemoteTree } from './remote-tree.ts';

/** A folder of HDFS. */
export class HdfsTree implements RemoteTree {
  readonly #root: string;
  readonly #client: WebHdfs;

  constructor(at: HdfsAt) {
    this.#root = at.root === '/' ? '' : at.root;
    this.#client = new WebHdfs(at);
  }

  async status(path: string): Promise<Facts> {
    return factsOf(await this.#client.status(this.#in(path)));
  }
  async *list(path: string): AsyncGenerator<Facts[]> {
    for await (const some of this.#client.list(this.#in(path))) yield some.map(factsOf);
  }
  makeFolder(path: string): Promise<void> {
    return this.#client.makeFolder(this.#in(path));
  }
  remove(path: string, withContents: boolean): Promise<boolean> {
    return this.#client.remove(this.#in(path), withContents);
  }
  move(from: string, to: string): Promise<void> {
    return this.#client.rename(this.#in(from), this.#in(to), false);
  }
  setPermission(path: string, mode: number): Promise<void> {
    return this.#client.setPermission(this.#in(path), mode);
  }

  async open(path: string): Promise<OpenFile | undefined> {
    const status = await this.#client.status(this.#in(path));
    return status.type === 'FILE' ? new HdfsOpenFile(this.#client, status, this.#in(path), path) : undefined;
  }

  stage(folder: string, _name: string | undefined, target: (path: string) => string): StagedFile {
    return new HdfsStagedFile(this.#client, this.#in(folder), (path) => this.#in(target(path)));
  }

  removeLeftovers(before: number, stop: AbortSignal): Promise<void> {
    return this.#removeBelow(this.#in('/'), before, stop);
  }

  /** One folder after the other: the NameNode has others to serve. */
  async #removeBelow(folder: string, before: number, stop: AbortSignal): Promise<void> {
    const below: string[] = [];
    try {
      for await (const some of this.#client.list(folder))
        for (const { name, type, modificationTime } of some) {
          if (stop.aborted) return;
          const path = `${folder === '/' ? '' : folder}/${name}`;
          if (type === 'DIRECTORY') below.push(path);
          else if (name.startsWith(stagedPrefix) && modificationTime < before) await this.#client.remove(path, false);
        }
    } catch (error) {
      // gone in the meantime, or not for the service
      if (!(error instanceof HdfsError) || !['notFound', 'notFolder', 'denied'].includes(error.fault)) throw error;
    }
    for (const path of below) if (!stop.aborted) await this.#removeBelow(path, before, stop);
  }

  /** A path of the file space as HDFS has it. */
  #in(path: string): string {
    return path === '/' ? this.#root || '/' : `${this.#root}${path}`;
  }
}

const factsOf = (status: FileStatus): Facts => ({
  name: status.name,
  isDirectory: status.type === 'DIRECTORY',
  size: status.length,
  owner: status.owner,
  group: status.group,
  permission: permissionText(status.permission),
  modificationTime: status.modificationTime,
  replication: status.replication,
  blockSize: status.blockSize,
});
