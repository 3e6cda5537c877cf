import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { passing } from '@millrace/file-space/passing';
import { HdfsError, type WebHdfs } from '@millrace/webhdfs';
import { withFaults } from './faults.ts';
import type { StagedFile } from './file-space.ts';
import { stagedPrefix } from './paths.ts';
import { pathIsFolder } from './path-problems.ts';

/** A file of HDFS under a hidden name, in the folder that it will lie in. */
export class HdfsStagedFile implements StagedFile {
  readonly #client: WebHdfs;
  readonly #path: string;
  readonly #target: (path: string) => string;
  #isCommitted = false;

  /** `folder`: as HDFS has it; `target` gives a path of the file space as HDFS has it, and fails if none may be placed. */
  constructor(client: WebHdfs, folder: string, target: (path: string) => string) {
    this.#client = client;
    this.#path = `${folder === '/' ? '' : folder}/${stagedPrefix}${randomUUID()}`;
    this.#target = target;
  }

  write(bytes: Readable): Promise<void> {
    return this.#client.create(this.#path, Readable.from(passing(bytes), { objectMode: false }), { overwrite: false });
  }

  take(file: string): Promise<void> {
    return this.write(createReadStream(file));
  }

  async place(path: string, replace: boolean): Promise<void> {
    await withFaults(path, async () => {
      const target = this.#target(path);
      if (replace && (await this.#isFolder(target))) throw pathIsFolder(path);
      await this.#client.rename(this.#path, target, replace);
      this.#isCommitted = true;
    });
  }

  async #isFolder(path: string): Promise<boolean> {
    try {
      return (await this.#client.status(path)).type === 'DIRECTORY';
    } catch (error) {
      if (error instanceof HdfsError && error.fault === 'notFound') return false;
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isCommitted) return;
    // if HDFS has gone in the meantime, `removeLeftovers` of a later start finds it
    await this.#client.remove(this.#path, false).catch((error: unknown) => {
      if (!(error instanceof HdfsError)) throw error;
    });
  }
}
