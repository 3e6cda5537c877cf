import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { bytesPassed } from '@millrace/file-space/passing';

/** Bytes after which the disk is asked to begin: a system that is left alone keeps gigabytes before it writes any. */
const syncedAtOnce = 32 << 20;

/**
 * Writes into a file that stays open; what was written goes to the disk while more comes, and all of it is there when the
 * sink has finished.
 */
export class FileSink extends Writable {
  readonly #file: FileHandle;
  #unsyncedBytes = 0;
  #syncing: Promise<void> | undefined;
  #fault: Error | undefined;

  constructor(file: FileHandle) {
    super({ highWaterMark: 1 << 20, decodeStrings: true });
    this.#file = file;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#put([chunk]).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#put(chunks.map(({ chunk }) => chunk)).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#end().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // the file may be closed as soon as this is done
    void Promise.resolve(this.#syncing).then(() => done(error));
  }

  async #put(chunks: readonly Buffer[]): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    let left = chunks;
    while (left.length > 0) {
      const { bytesWritten } = await this.#file.writev([...left]);
      this.#unsyncedBytes += bytesWritten;
      bytesPassed(bytesWritten);
      left = behind(left, bytesWritten);
    }
    if (this.#unsyncedBytes >= syncedAtOnce && this.#syncing === undefined) this.#begin();
  }

  #begin(): void {
    this.#unsyncedBytes = 0;
    this.#syncing = this.#file
      .datasync()
      .catch((error: Error) => {
        this.#fault = error;
      })
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  async #end(): Promise<void> {
    await this.#syncing;
    if (this.#fault !== undefined) throw this.#fault;
    await this.#file.sync();
  }
}

/** What is left of pieces once the first bytes of them have gone. */
function behind(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  let offset = bytes;
  for (const [i, piece] of pieces.entries()) {
    if (offset < piece.length) return [piece.subarray(offset), ...pieces.slice(i + 1)];
    offset -= piece.length;
  }
  return [];
}
