import { Readable } from 'node:stream';
import { passing } from '@millrace/file-space/passing';
import type { FileStatus, WebHdfs } from '@millrace/webhdfs';
import { withFaults } from './faults.ts';
import type { OpenFile } from './file-space.ts';

/** A file of HDFS for reading, by its number: under that it stays what it is. */
export class HdfsOpenFile implements OpenFile {
  readonly size: number;
  readonly modified: Date;
  readonly #client: WebHdfs;
  readonly #location: string;
  readonly #path: string;

  /** `inHdfs`: its path there; `path`: the one that faults name. */
  constructor(client: WebHdfs, { length, modificationTime, fileId }: FileStatus, inHdfs: string, path: string) {
    this.#client = client;
    this.size = length;
    this.modified = new Date(modificationTime);
    this.#location = fileId === 0 ? inHdfs : `/.reserved/.inodes/${fileId}`;
    this.#path = path;
  }

  read(start: number, end: number): Readable {
    return Readable.from(start === end ? [] : passing(this.#pieces(start, end)), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    const bytes = await withFaults(this.#path, () => this.#client.open(this.#location, { start, end }));
    let left = end - start;
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      left -= piece.length;
      yield piece;
    }
    // the reader knows its length: the answer must break, not end
    if (left !== 0) throw new Error('the length of the file has changed since it was opened');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // a connection is there only while it is read
  }
}
