import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { passing } from '@millrace/file-space/passing';
import type { OpenFile } from './file-space.ts';

const pieceBytes = 256 << 10;

/** A file of the local disk that is open for reading. */
export class LocalOpenFile implements OpenFile {
  readonly size: number;
  readonly modified: Date;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, { size, mtime }: Stats) {
    this.#handle = handle;
    this.size = size;
    this.modified = mtime;
  }

  read(start: number, end: number): Readable {
    const stream = Readable.from(passing(pieces(this.#handle, start, end)), {
      objectMode: false,
      highWaterMark: pieceBytes,
    });
    stream.once('close', () => void this[Symbol.asyncDispose]());
    return stream;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

async function* pieces(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const length = Math.min(pieceBytes, end - at);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    // the reader knows its length: the answer must break, not end
    if (bytesRead === 0) throw new Error('the file was truncated while it was read');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
