import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { passing } from '@millrace/file-space/passing';
import { S3Error, type S3Tree, type S3Upload } from '@millrace/s3';
import { withFaults } from './faults.ts';
import type { StagedFile } from './file-space.ts';
import { stagedPrefix } from './paths.ts';
import { pathIsFolder } from './path-problems.ts';

/**
 * An upload of S3 that is not complete: no user sees it, and it becomes the file at once. Where its path is not certain at
 * the beginning, it becomes a hidden file that is moved.
 */
export class S3StagedFile implements StagedFile {
  readonly #tree: S3Tree;
  readonly #path: string;
  readonly #upload: S3Upload;
  readonly #target: (path: string) => string;
  #isHidden = false;

  constructor(
    tree: S3Tree,
    { folder, name = `${stagedPrefix}${randomUUID()}` }: { readonly folder: string; readonly name: string | undefined },
    target: (path: string) => string,
  ) {
    this.#tree = tree;
    this.#path = `${folder === '/' ? '' : folder}/${name}`;
    this.#upload = tree.upload(this.#path);
    this.#target = target;
  }

  write(bytes: Readable): Promise<void> {
    return this.#upload.write(passing(bytes));
  }

  take(file: string): Promise<void> {
    return this.write(createReadStream(file));
  }

  async place(path: string, replace: boolean): Promise<void> {
    await withFaults(path, async () => {
      const target = this.#target(path);
      await this.#tree.mustBeFree(target).catch(async (error: unknown) => {
        if (!replace || !(error instanceof S3Error) || error.fault !== 'exists') throw error;
        if ((await this.#tree.status(target)).isDirectory) throw pathIsFolder(path);
      });
      if (target === this.#path) return this.#upload.complete(!replace);
      this.#isHidden = true;
      await this.#upload.complete(true);
      if (replace) await this.#tree.copy(this.#path, target);
      else await this.#tree.move(this.#path, target);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#upload.abort();
      if (this.#isHidden) await this.#tree.remove(this.#path, false);
    } catch (error) {
      // if S3 has gone in the meantime, `removeLeftovers` of a later start finds it
      if (!(error instanceof S3Error)) throw error;
    }
  }
}
