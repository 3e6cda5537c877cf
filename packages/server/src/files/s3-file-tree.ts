import { S3Tree, type S3Status } from '@millrace/s3';
import type { S3At } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import type { OpenFile, StagedFile } from './file-space.ts';
import { quotePath, stagedPrefix } from './paths.ts';
import type { Facts, RemoteTree } from './remote-tree.ts';
import { S3OpenFile } from './s3-open-file.ts';
import { S3StagedFile } from './s3-staged-file.ts';

/** A folder in a bucket of S3. */
export class S3FileTree implements RemoteTree {
  readonly #tree: S3Tree;

  constructor(at: S3At) {
    this.#tree = new S3Tree(at);
  }

  async status(path: string): Promise<Facts> {
    return factsOf(await this.#tree.status(path));
  }
  async *list(path: string): AsyncGenerator<Facts[]> {
    for await (const some of this.#tree.list(path)) yield some.map(factsOf);
  }
  makeFolder(path: string): Promise<void> {
    return this.#tree.makeFolder(path);
  }
  remove(path: string, withContents: boolean): Promise<boolean> {
    return this.#tree.remove(path, withContents);
  }
  move(from: string, to: string): Promise<void> {
    return this.#tree.move(from, to);
  }

  async setPermission(path: string): Promise<void> {
    await this.#tree.status(path);
    throw new Problem(
      'UNPROCESSABLE',
      `path ${quotePath(path)} has no permissions of its own: S3 has none for files, and the bucket policy controls access`,
    );
  }

  async open(path: string): Promise<OpenFile | undefined> {
    const status = await this.#tree.status(path);
    return status.isDirectory ? undefined : new S3OpenFile(this.#tree, status, path);
  }

  stage(folder: string, name: string | undefined, target: (path: string) => string): StagedFile {
    return new S3StagedFile(this.#tree, { folder, name }, target);
  }

  async removeLeftovers(before: number, stop: AbortSignal): Promise<void> {
    await this.#tree.removeUploads(before, stop);
    await this.#tree.removeOld(stagedPrefix, before, stop);
  }
}

/** S3 knows neither users of its own nor permissions, copies and blocks of an object. */
const factsOf = ({ name, isDirectory, bytes, modified }: S3Status): Facts => ({
  name,
  isDirectory,
  size: bytes,
  owner: 's3',
  group: 's3',
  permission: isDirectory ? 'rwxr-xr-x' : 'rw-r--r--',
  modificationTime: modified,
  replication: isDirectory ? 0 : 1,
  blockSize: 0,
});
