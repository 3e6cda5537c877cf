import { open, type FileHandle } from 'node:fs/promises';

/** Bytes that are written at once. */
const atOnce = 1 << 16;

/** A new file that grows piece by piece; pieces wait in memory until they are flushed. */
export class Sink implements AsyncDisposable {
  readonly #file: FileHandle;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Fails where the file is there already. */
  static async create(path: string): Promise<Sink> {
    return new Sink(await open(path, 'wx'));
  }

  readonly write = (piece: Uint8Array | string): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
  };

  /** True where enough waits to be worth a write. */
  get isFull(): boolean {
    return this.#bytes >= atOnce;
  }

  async flush(): Promise<void> {
    const waiting = Buffer.concat(this.#pieces);
    [this.#pieces, this.#bytes] = [[], 0];
    await this.#file.writeFile(waiting);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
