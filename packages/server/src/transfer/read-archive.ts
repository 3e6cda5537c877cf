import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { Problem } from '../problems.ts';
import { quoteName } from '../http/in-file.ts';
import { pace } from '../timing/pace.ts';

/** Most bytes of an archive that is imported. */
export const largestArchive = 64 << 20;

/** What an archive may hold, unpacked. */
export const limits = {
  entries: 20_000,
  /** Most bytes of one file: as many as a workflow may have. */
  entryBytes: 64 << 20,
  totalBytes: 256 << 20,
  /** How many times its packed size a file that is larger than a MiB may have. Text packs 5 to 20 times, a bomb 1,000 times. */
  ratio: 200,
} as const;

/** The files of an archive by path. */
export interface ArchiveFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** Those of models. */
  readonly modelFiles: ReadonlyMap<string, Buffer>;
}

/** A file of a version of a model: `models/<model>/<version>/…` in the folder of a project. */
const modelFile = /^(?:.*\/)?models\/[^/]+\/[1-9]\d*\/./;

/** The files of a ZIP archive. Refuses what is broken, leads out of a folder, or would fill the memory. */
export async function readArchive(bytes: Buffer): Promise<ArchiveFiles> {
  const zip = await reading(() => fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true }));
  const texts = new Map<string, string>();
  const modelFiles = new Map<string, Buffer>();
  const names = new Set<string>();
  let total = 0;
  try {
    if (zip.entryCount > limits.entries)
      throw new Problem('TOO_LARGE', `the archive contains ${zip.entryCount} files: must be at most ${limits.entries}`);
    const entries = zip.eachEntry();
    const breathe = pace();
    for (;;) {
      await breathe();
      const next = await reading(() => entries.next());
      if (next.done === true) return { texts, modelFiles };
      const entry = next.value;
      const { fileName: name } = entry;
      // names that differ in case alone are one file on some systems
      const same = name.toLowerCase();
      if (names.has(same)) throw new Problem('UNPROCESSABLE', `the archive contains the file ${quoteName(name)} twice`);
      names.add(same);
      if (name.endsWith('/')) continue;
      total += entry.uncompressedSize;
      mustFit(entry, total);
      const content = await bytesOf(zip, entry);
      if (modelFile.test(name)) modelFiles.set(name, content);
      else texts.set(name, textOf(content));
    }
  } finally {
    zip.close();
  }
}

/** Sizes are those that the archive states: reading stops where a file turns out to be larger. */
function mustFit({ fileName, uncompressedSize, compressedSize }: Entry, total: number): void {
  if (uncompressedSize > limits.entryBytes)
    throw new Problem('TOO_LARGE', `file ${quoteName(fileName)} is larger than ${limits.entryBytes} bytes`);
  if (total > limits.totalBytes)
    throw new Problem('TOO_LARGE', `the decompressed archive is larger than ${limits.totalBytes} bytes`);
  if (uncompressedSize > 1 << 20 && uncompressedSize > compressedSize * limits.ratio)
    throw new Problem(
      'TOO_LARGE',
      `file ${quoteName(fileName)} has a compression ratio above ${limits.ratio}, which no file of a project has`,
    );
}

async function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted())
    throw new Problem(
      'UNPROCESSABLE',
      `file ${quoteName(entry.fileName)} is encrypted: send an archive without a password`,
    );
  const bytes = await reading(async () => buffer(await zip.openReadStreamPromise(entry)));
  // yauzl does not check the CRC of contents
  if (crc32(bytes) !== entry.crc32)
    throw new Problem('UNPROCESSABLE', `file ${quoteName(entry.fileName)} is damaged: its checksum is wrong`);
  return bytes;
}

function textOf(bytes: Buffer): string {
  // a picture among the files is reported as unknown; as a document it is no JSON
  return isUtf8(bytes) ? bytes.toString().replace(/^\uFEFF/, '') : '\0';
}

/** What is wrong with an archive is its sender's to know. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error)) throw error;
    throw new Problem('UNPROCESSABLE', `the file is not a readable ZIP archive: ${error.message}`);
  }
}
