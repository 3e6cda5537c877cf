import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { Problem } from '../problems.ts';

/** The beginning of a file as text. */
export interface Head {
  readonly text: string;
  readonly bytes: number;
  /** True if there is no more of the file. */
  readonly whole: boolean;
}

const unpackers = { '.gz': createGunzip, '.deflate': createInflate, '.zst': createZstdDecompress };

/** True for a file whose compression, shown by its name, only engines know. */
export const isPackedOtherwise = (file: string): boolean =>
  ['.bz2', '.lz4', '.snappy', '.xz', '.lzo', '.br'].includes(extname(file).toLowerCase());

/** At most so many bytes from the beginning of a file, unpacked. `displayName`: how a problem names it. */
export async function readHead(
  file: string,
  { maxBytes, encoding, displayName }: { maxBytes: number; encoding: string; displayName: string },
): Promise<Head> {
  const unpack = Object.entries(unpackers).find(([ending]) => ending === extname(file).toLowerCase())?.[1];
  const stored = createReadStream(file, unpack === undefined ? { end: maxBytes } : {});
  const stream = unpack === undefined ? stored : stored.pipe(unpack());
  stored.on('error', (error) => stream.destroy(error));
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > maxBytes) break;
    }
  } catch (error) {
    if (unpack === undefined) throw error;
    throw new Problem(
      'UNPROCESSABLE',
      `file "${displayName}" cannot be decompressed: check that it is complete and has the right name extension`,
    );
  } finally {
    stored.destroy();
  }
  const read = Buffer.concat(pieces).subarray(0, maxBytes);
  const text = decode(read, encoding);
  if (text.includes('\0'))
    throw new Problem('UNPROCESSABLE', `file "${displayName}" is binary, not text: it contains zero bytes`);
  return { text, bytes: read.length, whole: bytes <= maxBytes };
}

/** The character set that a byte order mark states, but for UTF-8, which needs none. */
export async function markedEncoding(file: string): Promise<string | undefined> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  const mark = buffer.subarray(0, bytesRead).toString('hex');
  return mark === 'fffe' || mark === 'feff' ? 'UTF-16' : undefined;
}

/** A character that is cut in two at the end is left out. */
function decode(bytes: Buffer, encoding: string): string {
  // the web's decoder takes it for windows-1252
  if (/^(iso-8859-1|us-ascii|latin1)$/i.test(encoding)) return bytes.toString('latin1');
  try {
    // as Java reads UTF-16: big-endian unless a byte order mark says otherwise
    if (/^utf-?16$/i.test(encoding))
      return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be').decode(bytes, {
        stream: true,
      });
    return new TextDecoder(encoding).decode(bytes, { stream: true });
  } catch {
    throw new Problem('UNPROCESSABLE', `unknown encoding "${encoding}": enter an encoding such as ISO-8859-1`);
  }
}
