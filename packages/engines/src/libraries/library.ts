import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { runError } from '@millrace/errors';
import { LibraryArchive, mustBeArchive, unpackedLimits } from './archive.ts';
import { interpreter, packageName } from './interpreter.ts';
import { mustBeWheel, mustFit, mustNotShadow, placed, wheelName, type PlacedFile, type WheelName } from './wheel.ts';

/** Most bytes of all libraries of a project. */
const mostBytes = 512 << 20;

/** A library of a project, as it was when it was listed. */
export interface Library {
  /** How it is listed: a path, or `name==version`. */
  readonly source: string;
  /** The name of its file. */
  readonly file: string;
  readonly kind: 'wheel' | 'jar';
  readonly name: string;
  /** Empty for a jar. */
  readonly version: string;
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** A file of this machine that is to be a library. */
export interface LibraryFile {
  readonly source: string;
  readonly path: string;
  /** Its name, which a copy on this machine may not have. */
  readonly file: string;
}

/** A library of the package index: a pinned name. */
export const isPinned = (source: string): boolean => /^[a-z0-9][\w.-]*==[a-z0-9][\w.+!]*$/i.test(source);

/** What a file is by its name. Fails with RunError for one that is no library. */
function kindOf(source: string, file: string): Pick<Library, 'kind' | 'name' | 'version'> {
  if (/\.jar$/i.test(file)) return { kind: 'jar', name: file, version: '' };
  if (!/\.whl$/i.test(file)) throw runError('library-unsupported', { library: source });
  const { name, version } = mustBeNamed(source, file);
  return { kind: 'wheel', name, version };
}

function mustBeNamed(source: string, file: string): WheelName {
  const wheel = wheelName(file);
  if (wheel === undefined) throw runError('library-name-invalid', { library: source, file });
  return wheel;
}

/** Checks the libraries of a project, each by itself and all together. */
export class LibraryCheck {
  readonly #named = new Map<string, string>();
  /** What each file of the environment comes from, by its path. */
  readonly #files = new Map<string, { readonly source: string; readonly crc32: number; readonly bytes: number }>();
  #bytes = 0;
  #unpacked = 0;

  /** Reads a library. Fails with RunError for one that cannot be used next to those that were read before. */
  async read({ source, path, file }: LibraryFile): Promise<Library> {
    const { kind, name, version } = kindOf(source, file);
    this.#mustBeFirst(source, kind === 'jar' ? `the jar ${name}` : `the package ${packageName(name)}`);
    const { sha256, bytes } = await this.#hash(source, path);
    if (kind === 'jar') await mustBeArchive(path, source);
    else {
      using archive = await LibraryArchive.open(path, source);
      await this.files(source, file, archive);
    }
    return { source, file, kind, name, version, sha256, bytes };
  }

  /** The files of a wheel that are unpacked. Fails with RunError for one that cannot be used. */
  async files(source: string, file: string, archive: LibraryArchive): Promise<readonly PlacedFile[]> {
    const wheel = mustBeNamed(source, file);
    const python = await interpreter();
    mustFit(source, wheel, python);
    await mustBeWheel(source, wheel, archive);
    const files = placed(archive);
    mustNotShadow(source, files, python);
    return files.filter((one) => this.#isNew(source, one));
  }

  #mustBeFirst(source: string, name: string): void {
    const other = this.#named.get(name.toLowerCase());
    if (other !== undefined) throw runError('library-twice', { library: source, other, name });
    this.#named.set(name.toLowerCase(), source);
  }

  /** True for a file that no other library has; some have the same file, such as an empty `__init__.py`. */
  #isNew(source: string, { target, crc32, bytes }: PlacedFile): boolean {
    const known = this.#files.get(target);
    if (known !== undefined && (known.crc32 !== crc32 || known.bytes !== bytes))
      throw runError('library-file-twice', { library: source, other: known.source, file: target });
    if (known !== undefined) return false;
    this.#files.set(target, { source, crc32, bytes });
    this.#unpacked += bytes;
    if (this.#unpacked > unpackedLimits.bytes || this.#files.size > unpackedLimits.files)
      throw runError('libraries-too-large-unpacked', { library: source });
    return true;
  }

  async #hash(source: string, path: string): Promise<Pick<Library, 'sha256' | 'bytes'>> {
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(createReadStream(path), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (this.#bytes + bytes > mostBytes) throw runError('libraries-too-large', { library: source });
        hash.update(piece);
      }
    });
    this.#bytes += bytes;
    return { sha256: hash.digest('hex'), bytes };
  }
}
