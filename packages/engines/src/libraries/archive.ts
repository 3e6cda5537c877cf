import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { RunError, runError } from '@millrace/errors';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** What the libraries of a project may hold, unpacked. */
export const unpackedLimits = { bytes: 2 ** 31, files: 100_000 } as const;

/** How many times its packed size a file that is larger than a MiB may have: bombs have 1,000 times. */
const mostPacked = 200;

/** Most bytes of a file of an archive that is read as text. */
const longestText = 4 << 20;

/** A file in an archive. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: number;
  readonly crc32: number;
}

/** The file type in the attributes of an entry that a Unix system made (stat.h), and where it stands. */
const typeOf = ({ externalFileAttributes }: Entry): number => (externalFileAttributes >>> 16) & 0o170_000;
const types = { unset: 0, file: 0o100_000, folder: 0o040_000, link: 0o120_000 } as const;

/** A wheel. Its paths have been checked: none leads out of it, and none is a link. */
export class LibraryArchive implements Disposable {
  readonly #zip: ZipFile;
  readonly #library: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, library: string, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#library = library;
    this.#entries = entries;
  }

  /** Opens a file. Fails with RunError; `library` names it in errors. */
  static async open(file: string, library: string): Promise<LibraryArchive> {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
    const zip = await reading(library, () => openPromise(file, options));
    try {
      return new LibraryArchive(zip, library, await entriesOf(zip, library));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get files(): readonly ArchiveFile[] {
    return [...this.#entries].map(([path, entry]) => ({ path, bytes: entry.uncompressedSize, crc32: entry.crc32 }));
  }

  /** The text of a file; undefined if the archive does not have it. */
  async text(path: string): Promise<string | undefined> {
    const entry = this.#entries.get(path);
    if (entry === undefined) return undefined;
    if (entry.uncompressedSize > longestText) throw broken(this.#library, `the file "${path}" is too long`);
    const bytes = await reading(this.#library, async () => buffer(await this.#stream(entry)));
    this.#mustMatch(entry, path, crc32(bytes));
    return bytes.toString('utf8');
  }

  /** Writes a file to a new one, whose folder is made. */
  async unpack(path: string, target: string): Promise<void> {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw broken(this.#library, `it has no file "${path}"`);
    await mkdir(dirname(target), { recursive: true });
    let sum = 0;
    await reading(this.#library, async () =>
      pipeline(
        await this.#stream(entry),
        async function* check(pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            sum = crc32(piece, sum);
            yield piece;
          }
        },
        createWriteStream(target, { flags: 'wx', mode: 0o644 }),
      ),
    );
    this.#mustMatch(entry, path, sum);
  }

  /** The content of a file: no more bytes than the archive says. */
  #stream(entry: Entry): Promise<Readable> {
    return this.#zip.openReadStreamPromise(entry);
  }

  #mustMatch(entry: Entry, path: string, sum: number): void {
    if (sum !== entry.crc32) throw broken(this.#library, `the checksum of its file "${path}" is wrong`);
  }

  [Symbol.dispose](): void {
    this.#zip.close();
  }
}

/** Fails with RunError for a file that is not an archive. Its entries are not checked, since it is not unpacked. */
export async function mustBeArchive(file: string, library: string): Promise<void> {
  const zip = await reading(library, () => openPromise(file, { lazyEntries: true, autoClose: false }));
  zip.close();
}

/** The files of an archive by path. */
async function entriesOf(zip: ZipFile, library: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const folders = new Set<string>();
  let bytes = 0;
  const all = zip.eachEntry();
  for (;;) {
    const next = await reading(library, () => all.next());
    if (next.done === true) break;
    const entry = next.value;
    const name = entry.fileNameRaw.toString('utf8');
    const why = whyUnsafe(name, entry) ?? (entries.has(name) ? 'is there twice' : undefined);
    if (why !== undefined) throw runError('library-entry-unsafe', { library, entry: shown(name), why });
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) folders.add(name.slice(0, at));
    if (name.endsWith('/')) continue;
    entries.set(name, entry);
    bytes += entry.uncompressedSize;
    if (bytes > unpackedLimits.bytes || entries.size > unpackedLimits.files)
      throw runError('libraries-too-large-unpacked', { library });
  }
  const both = [...folders].find((folder) => entries.has(folder));
  if (both !== undefined)
    throw runError('library-entry-unsafe', { library, entry: shown(both), why: 'is both a file and a folder' });
  return entries;
}

/** Why an entry cannot be unpacked; undefined if it can. */
function whyUnsafe(name: string, entry: Entry): string | undefined {
  const parts = name.replace(/\/$/, '').split('/');
  if (/^\/|^[a-z]:/i.test(name)) return 'has an absolute path';
  if (parts.includes('..')) return 'leads out of the archive';
  if (/[\0-\x1f\x7f\\\uFFFD]/.test(name)) return 'has a name with invalid characters';
  if (parts.some((part) => part === '' || part === '.' || Buffer.byteLength(part) > 255)) return 'has an invalid path';
  const type = typeOf(entry);
  if (type === types.link) return 'is a link';
  if (type !== types.unset && type !== types.file && type !== types.folder) return 'is neither a file nor a folder';
  if (entry.isEncrypted()) return 'is encrypted';
  const { uncompressedSize: bytes, compressedSize } = entry;
  if (bytes > 1 << 20 && bytes > compressedSize * mostPacked) return `is compressed more than ${mostPacked} times`;
  return undefined;
}

const shown = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name);

const broken = (library: string, reason: string): RunError => runError('library-broken', { library, reason });

/** An error of the archive as that of its user; those of the disk stay as they are. */
async function reading<T>(library: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RunError || !(error instanceof Error) || 'syscall' in error) throw error;
    throw broken(library, error.message);
  }
}
