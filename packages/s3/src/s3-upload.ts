import { createHash } from 'node:crypto';
import { S3Error } from './errors.ts';
import type { Part, S3Bucket } from './s3-bucket.ts';

/** Parts that are sent side by side, each held in memory. */
const atOnce = 2;

/** The least that a part takes, but for the last one (S3). */
export const partBytes = 8 << 20;

/** Parts of a size: S3 takes 10,000 parts, so that later ones are larger. Up to 16 GB all have the first size. */
const partsOfASize = 2_000;

/** Bytes of a part, by its number from 1. */
export const bytesOfPart = (number: number): number => partBytes * 2 ** Math.floor((number - 1) / partsOfASize);

/** A file on its way: no user sees it until it is complete, and it is gone with `abort`. */
export class S3Upload {
  readonly #bucket: S3Bucket;
  readonly #key: string;
  readonly #parts: Part[] = [];
  readonly #mayHold: boolean;
  #upload: Promise<string> | undefined;
  /** All of a small file. */
  #buffer: Uint8Array = new Uint8Array();
  #bytes = 0;

  /** `mayHold`: what is no more than one part stays in memory until it is complete, which spares two requests. */
  constructor(bucket: S3Bucket, key: string, mayHold = false) {
    this.#bucket = bucket;
    this.#key = key;
    this.#mayHold = mayHold;
  }

  /** Sends all bytes of a stream; after a failure the upload can only be aborted. */
  async write(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const sending = new Set<Promise<void>>();
    // the same few pieces of memory are filled again and again
    const free: Buffer[] = [];
    let failed: unknown;
    let number = 0;
    const send = (buffer: Buffer, length: number): void => {
      const own = ++number;
      const sendingPart = this.#part(own, buffer.subarray(0, length))
        .then(() => void free.push(buffer))
        .catch((error: unknown) => (failed ??= error))
        .then(() => void sending.delete(sendingPart));
      sending.add(sendingPart);
    };
    try {
      let buffer: Buffer | undefined;
      let length = 0;
      for await (const piece of pieces)
        for (let from = 0; from < piece.length;) {
          const size = bytesOfPart(number + 1);
          if (buffer === undefined) {
            while (sending.size >= atOnce) await Promise.race(sending);
            if (failed !== undefined) throw failed;
            const used = free.pop();
            buffer = used?.length === size ? used : Buffer.allocUnsafeSlow(size);
          }
          const some = piece.subarray(from, from + size - length);
          buffer.set(some, length);
          length += some.length;
          from += some.length;
          if (length < size) continue;
          send(buffer, length);
          [buffer, length] = [undefined, 0];
        }
      if (buffer !== undefined && this.#mayHold && number === 0) this.#buffer = buffer.subarray(0, length);
      else if (buffer !== undefined) send(buffer, length);
    } finally {
      await Promise.all(sending);
    }
    if (failed !== undefined) throw failed;
  }

  async #part(number: number, body: Buffer): Promise<void> {
    this.#bytes += body.length;
    const upload = await (this.#upload ??= this.#bucket.begin(this.#key));
    this.#parts[number - 1] = await this.#bucket.part(this.#key, upload, number, body);
  }

  /** Lets the file appear at once; `isNew` fails with `exists` if there is one. */
  async complete(isNew: boolean): Promise<void> {
    if (this.#upload === undefined) return this.#bucket.put(this.#key, this.#buffer, isNew);
    try {
      await this.#bucket.complete(this.#key, await this.#upload, this.#parts, isNew);
    } catch (error) {
      if (!(await this.#wasDone(error))) throw error;
    }
    this.#upload = undefined;
  }

  /** Forgets the parts; nothing if there are none. */
  async abort(): Promise<void> {
    // one that could not be begun is none
    const upload = await this.#upload?.catch(() => undefined);
    this.#upload = undefined;
    if (upload !== undefined) await this.#bucket.abort(this.#key, upload);
  }

  /** An answer may be lost on its way: the request is made again, and finds what it has done itself. */
  async #wasDone(error: unknown): Promise<boolean> {
    const mayBe = error instanceof S3Error && error.attempts > 1 && ['notFound', 'exists'].includes(error.fault);
    if (!mayBe) return false;
    const [there] = await this.#bucket.first(this.#key, 1);
    return there?.key === this.#key && there.bytes === this.#bytes && there.tag === this.#tag();
  }

  /** The tag that S3 gives an object of these parts. */
  #tag(): string {
    const sums = this.#parts.map(({ ETag }) => Buffer.from(ETag.replaceAll('"', ''), 'hex'));
    return `"${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${sums.length}"`;
  }
}
