import { glob, readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import type { CsvFacts, Files } from '@millrace/processors';
import { RunError } from '../errors.ts';
import { csvFacts } from './csv-facts.ts';

/** A file, or the files of a folder or glob, below the root. */
interface Found {
  readonly location: string;
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * The file space on a local folder. Paths are relative to the root (a leading `/` means the root); nothing outside it
 * can be named, links included.
 */
export class LocalFiles implements Files {
  readonly root: string;
  readonly #found = new Map<string, Promise<Found>>();
  readonly #facts = new Map<string, Promise<CsvFacts>>();

  constructor(root: string) {
    this.root = resolve(root);
  }

  async input(path: string): Promise<string> {
    return (await this.#find(path)).location;
  }
  async list(path: string): Promise<readonly string[]> {
    return (await this.#find(path)).files;
  }
  /** Bytes that all inputs asked for so far hold: decides how much an engine may spread. */
  async bytesSeen(): Promise<number> {
    let bytes = 0;
    for (const found of this.#found.values()) bytes += (await found).bytes;
    return bytes;
  }
  async csv(path: string, delimiter: string, quote: string, escape: string): Promise<CsvFacts> {
    const key = JSON.stringify([path, delimiter, quote, escape]);
    const known = this.#facts.get(key);
    if (known !== undefined) return known;
    const facts = this.#find(path).then(({ files }) => csvFacts(files, { delimiter, quote, escape }));
    this.#facts.set(key, facts);
    const found = await facts;
    if (found.binary)
      throw new RunError('NOT_TEXT', `"${path}" is not text: it holds zero bytes`, 'choose a CSV file, or the reader for its kind');
    return found;
  }
  async pdfText(path: string): Promise<readonly { readonly file: string; readonly text: string }[]> {
    const { pdfText } = await import('./pdf-text.ts');
    return pdfText(await this.list(path));
  }

  /** Where a new file or folder of the file space lies; its parent may not exist yet. */
  async target(path: string): Promise<string> {
    const target = this.#below(path);
    let existing = target;
    while (!(await exists(existing))) existing = resolve(existing, '..');
    await this.#mustBeInside(existing, path);
    return target;
  }

  #find(path: string): Promise<Found> {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const found = this.#look(path);
    this.#found.set(path, found);
    return found;
  }

  #below(path: string): string {
    if (path.includes('\0')) throw new RunError('BAD_PATH', 'the path holds a zero byte', 'take it out');
    const scheme = /^([a-z][a-z0-9+.-]+):\/*/i.exec(path);
    if (scheme !== null && scheme[1]?.toLowerCase() !== 'file')
      throw new RunError('BAD_PATH', `"${path}" lies outside the file space`, 'give a path below its root');
    const plain = scheme === null ? path : `/${path.slice(scheme[0].length)}`;
    // a path that already names the root is taken as it is
    const absolute = isAbsolute(plain) && inside(this.root, normalize(plain)) ? normalize(plain) : join(this.root, plain);
    if (!inside(this.root, absolute))
      throw new RunError('BAD_PATH', `"${path}" lies outside the file space`, 'give a path below its root');
    return absolute;
  }

  async #mustBeInside(absolute: string, path: string): Promise<void> {
    const [root, real] = await Promise.all([realpath(this.root), realpath(absolute)]);
    if (!inside(root, real))
      throw new RunError('BAD_PATH', `"${path}" leads outside the file space`, 'give a path below its root');
  }

  async #look(path: string): Promise<Found> {
    const absolute = this.#below(path);
    if (/[*?[\]{}]/.test(path) && !(await exists(absolute))) return this.#lookGlob(path, absolute);
    const info = await stat(absolute).catch(() => undefined);
    if (info === undefined)
      throw new RunError('FILE_MISSING', `there is no file "${path}"`, 'check the path; it is taken below the file space root');
    await this.#mustBeInside(absolute, path);
    const files = info.isDirectory() ? await filesBelow(absolute) : [absolute];
    if (files.length === 0)
      throw new RunError('NO_FILES', `the folder "${path}" holds no files`, 'put data files in it, or name another');
    return { location: absolute, files, bytes: await bytesOf(files) };
  }

  async #lookGlob(path: string, absolute: string): Promise<Found> {
    const matches = (await Array.fromAsync(glob(absolute))).sort();
    const files: string[] = [];
    for (const match of matches) {
      await this.#mustBeInside(match, path);
      files.push(...((await stat(match)).isDirectory() ? await filesBelow(match) : [match]));
    }
    if (files.length === 0) throw new RunError('NO_FILES', `no file matches "${path}"`, 'check the pattern');
    return { location: absolute, files, bytes: await bytesOf(files) };
  }
}

const inside = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way));
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Data files of a folder, as Spark sees them: names that begin with `_` or `.` are not data. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => relative(folder, file).split(sep).every((part) => !/^[_.]/.test(basename(part)) || part.includes('=')))
    .sort();
}

const bytesOf = async (files: readonly string[]): Promise<number> =>
  (await Promise.all(files.map((file) => stat(file)))).reduce((sum, info) => sum + info.size, 0);
