import type { Part, S3Bucket, S3Object } from './s3-bucket.ts';
import { inBatches } from './in-batches.ts';

export interface CopyOptions {
  /** True fails with `exists` if an object of that key is there. */
  readonly isNew: boolean;
  /** Bytes that are copied with one request: larger objects come in parts of that size. */
  readonly atOnce: number;
}

const partsAtOnce = 4;

/** Copies an object within S3. The copy appears at once. */
export async function copyObject(bucket: S3Bucket, from: S3Object, to: string, options: CopyOptions): Promise<void> {
  const { isNew, atOnce } = options;
  if (from.bytes <= atOnce) return bucket.copy(from, to, isNew);
  const upload = await bucket.begin(to);
  try {
    const parts: Part[] = [];
    const numbers = Array.from({ length: Math.ceil(from.bytes / atOnce) }, (_, i) => i);
    await inBatches(numbers, partsAtOnce, async (i) => {
      const range = { start: i * atOnce, end: Math.min(from.bytes, (i + 1) * atOnce) };
      parts[i] = await bucket.partOf(from, range, to, upload, i + 1);
    });
    await bucket.complete(to, upload, parts, isNew);
  } catch (error) {
    await bucket.abort(to, upload).catch(() => undefined);
    throw error;
  }
}
