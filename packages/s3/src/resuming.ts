import { errorOf, S3Error } from './errors.ts';
import type { S3Bucket, S3Object } from './s3-bucket.ts';

/** From `start` to before `end`, in bytes. */
export interface S3Range {
  readonly start: number;
  readonly end: number;
}

/** How often a download goes on where it broke off, without a byte in between. */
const resumptions = 4;

/**
 * The bytes of an object, if it is still the one of that tag; a connection that breaks is made again where it broke. Throws
 * S3Error: `changed` if the object is another one.
 */
export async function* resuming(
  bucket: S3Bucket,
  { key, tag }: Pick<S3Object, 'key' | 'tag'>,
  { start, end }: S3Range,
): AsyncGenerator<Uint8Array> {
  for (let [at, left] = [start, resumptions]; at < end;) {
    const before = at;
    try {
      for await (const piece of await bucket.get({ key, tag }, { start: at, end })) {
        at += piece.length;
        yield piece;
      }
      if (at !== end) throw new S3Error('unavailable', 'the response was cut off');
    } catch (error) {
      const failure = errorOf(error);
      left = at > before ? resumptions : left - 1;
      if (failure.fault !== 'unavailable' || left === 0) throw failure;
    }
  }
}
