import { Readable } from 'node:stream';
import { passing } from '@millrace/file-space/passing';
import type { S3Status, S3Tree } from '@millrace/s3';
import { withFaults } from './faults.ts';
import type { OpenFile } from './file-space.ts';

/** A file of S3 for reading. One that is replaced before its reading has begun, or where that has to begin again, breaks off. */
export class S3OpenFile implements OpenFile {
  readonly size: number;
  readonly modified: Date;
  readonly #tree: S3Tree;
  readonly #status: S3Status;
  readonly #path: string;

  constructor(tree: S3Tree, status: S3Status, path: string) {
    this.#tree = tree;
    this.#status = status;
    this.#path = path;
    this.size = status.bytes;
    this.modified = new Date(status.modified);
  }

  read(start: number, end: number): Readable {
    return Readable.from(passing(this.#pieces(start, end)), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    const pieces = this.#tree.read(this.#path, this.#status, { start, end })[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { value, done } = await withFaults(this.#path, () => pieces.next());
        if (done === true) return;
        yield value as Buffer;
      }
    } finally {
      await pieces.return?.();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // a connection is there only while it is read
  }
}
