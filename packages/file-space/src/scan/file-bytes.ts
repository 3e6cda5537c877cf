import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { runError } from '@millrace/errors';

const pieceBytes = 1 << 19;

/** Compressions that Spark knows by the file's name. */
const unpackers = { '.gz': createGunzip, '.deflate': createInflate, '.zst': createZstdDecompress } as const;
const otherPacked = new Set(['.bz2', '.lz4', '.snappy', '.xz', '.lzo', '.br']);

/** How a file is packed, by its name: not at all, in a way that can be read here, or in another. */
export const packing = (file: string): 'plain' | 'readable' | 'other' => {
  const extension = extname(file).toLowerCase();
  return otherPacked.has(extension) ? 'other' : extension in unpackers ? 'readable' : 'plain';
};

/**
 * The bytes of a file, unpacked, in pieces of half a megabyte. A piece is good until the next one is asked for. `displayName`:
 * how errors name the file.
 */
export async function* fileBytes(file: string, displayName = file): AsyncGenerator<Buffer, void, undefined> {
  const unpack = Object.entries(unpackers).find(([extension]) => extname(file).toLowerCase() === extension)?.[1];
  if (unpack !== undefined) {
    const packed = createReadStream(file);
    const stream = packed.pipe(unpack());
    packed.on('error', (error) => stream.destroy(error));
    try {
      for await (const piece of stream) yield piece as Buffer;
    } catch (error) {
      throw runError('file-not-decompressed', { file: displayName }, { field: 'path', cause: error });
    } finally {
      packed.destroy();
    }
    return;
  }
  await using handle = await open(file);
  let [now, next] = [Buffer.allocUnsafe(pieceBytes), Buffer.allocUnsafe(pieceBytes)];
  const read = (piece: Buffer, at: number) => handle.read(piece, 0, pieceBytes, at);
  let reading = read(now, 0);
  for (let at = 0; ;) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return;
    at += bytesRead;
    reading = read(next, at);
    // an early end of the loop must not close the file below a read
    reading.catch(() => undefined);
    try {
      yield now.subarray(0, bytesRead);
    } finally {
      await reading.catch(() => undefined);
    }
    [now, next] = [next, now];
  }
}
