import { isAscii } from 'node:buffer';

type Offsets = Int32Array | BigInt64Array | Float64Array;

/**
 * Reads the texts of an Arrow Utf8 buffer by position. A buffer of ASCII alone is decoded once and cut up, which is
 * several times faster than decoding value by value.
 */
export function textReader(bytes: Uint8Array, offsets: Offsets, length: number): (row: number) => string {
  const from = Number(offsets[0] ?? 0);
  const to = Number(offsets[length] ?? 0);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
  if (!isAscii(buffer))
    return (row) => buffer.toString('utf8', Number(offsets[row]) - from, Number(offsets[row + 1]) - from);
  const all = buffer.toString('latin1');
  return (row) => all.slice(Number(offsets[row]) - from, Number(offsets[row + 1]) - from);
}
