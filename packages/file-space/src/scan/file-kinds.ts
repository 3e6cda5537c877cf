import { open } from 'node:fs/promises';
import type { FileKind } from '@millrace/processors';
import { runError, type RunError } from '@millrace/errors';
import { longestLine } from './line-limits.ts';
import { fileBytes, packing } from './file-bytes.ts';
import { notText } from './text-kind.ts';

/** Largest file that is read as one value: engines hold several copies of it in memory. */
const largestValue = 256 << 20;
/** Packed text of less than this cannot unpack to a line that is too long: deflate packs to a thousandth at most. */
const smallestPacked = longestLine / 1100;

interface Kind {
  readonly text?: true;
  /** Each line becomes a value. */
  readonly lines?: true;
  /** Each file becomes a value. */
  readonly whole?: true;
  /** Name of a format with marks of its own, and those that its files may begin with. */
  readonly format?: readonly [name: string, ...marks: string[]];
}

const kinds: Readonly<Record<FileKind, Kind>> = {
  lines: { text: true, lines: true },
  markup: { text: true },
  document: { text: true, whole: true },
  bytes: { whole: true },
  parquet: { format: ['a Parquet file', 'PAR1', 'PARE'] },
  avro: { format: ['an Avro file', 'Obj\x01'] },
  orc: { format: ['an ORC file', 'ORC'] },
};

/** Fails by name for a file that a reader of this kind cannot take, before an engine breaks on it. */
export async function mustBe(
  file: string,
  bytes: number,
  kind: FileKind,
  displayName: (file: string) => string,
): Promise<void> {
  const { text, lines, whole, format } = kinds[kind];
  const packed = packing(file);
  if (whole === true && bytes > largestValue)
    throw runError('value-file-too-large', { file: displayName(file) }, inPath);
  if (format !== undefined && packed === 'plain' && bytes > 0) {
    const [name, ...marks] = format;
    const begins = (await bytesAt(file, 0, 4)).toString('latin1');
    if (!marks.some((mark) => begins.startsWith(mark)))
      throw runError('wrong-format', { file: displayName(file), format: name }, inPath);
    if (kind === 'parquet' && !(await hasFooter(file, bytes, marks)))
      throw runError('format-damaged', { file: displayName(file), format: name }, inPath);
  }
  if (text === true && packed === 'plain') {
    const description = notText(await bytesAt(file, 0, 8192), { zeros: 'some' });
    if (description !== undefined)
      throw runError(
        description.startsWith('text') ? 'not-utf8' : 'file-not-text',
        { file: displayName(file), content: description },
        inPath,
      );
  }
  const long = packed === 'plain' ? bytes > longestLine : packed === 'readable' && bytes > smallestPacked;
  if (lines === true && long && (await hasLongLine(file, displayName(file)))) throw lineTooLong(displayName(file));
}

const inPath = { field: 'path' } as const;

export const lineTooLong = (displayName: string): RunError => runError('line-too-long', { file: displayName }, inPath);

async function bytesAt(file: string, from: number, length: number): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** A Parquet file ends with its footer, the length of that (four bytes, little-endian) and the mark again. */
async function hasFooter(file: string, bytes: number, marks: readonly string[]): Promise<boolean> {
  if (bytes < 12) return false;
  const end = await bytesAt(file, bytes - 8, 8);
  return end.length === 8 && marks.includes(end.toString('latin1', 4)) && end.readUInt32LE(0) <= bytes - 12;
}

/** Whether more than {@link longestLine} bytes stand between two line ends (give or take a piece). */
async function hasLongLine(file: string, displayName: string): Promise<boolean> {
  let open = 0;
  for await (const piece of fileBytes(file, displayName)) {
    const end = Math.max(piece.lastIndexOf(10), piece.lastIndexOf(13));
    open = end < 0 ? open + piece.length : piece.length - end - 1;
    if (open > longestLine) return true;
  }
  return false;
}
