import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { glob, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import type {
  CsvFacts,
  CsvFormat,
  FetchedText,
  FileKind,
  JsonDocuments,
  JsonFacts,
  Location,
  ParquetSchema,
  XmlElements,
} from '@millrace/processors';
import { RunError } from '@millrace/errors';
import type { FetchedUrls } from '../urls/fetched-urls.ts';
import { defaultUrlPolicy, type UrlPolicy } from '../urls/policy.ts';
import { csvFacts } from '../scan/csv-facts.ts';
import { packing } from '../scan/file-bytes.ts';
import type { EngineView } from '@millrace/engines';
import { withFile } from '../file-fault.ts';
import { isBelow } from '@millrace/engines/sandbox';
import { mustBe } from '../scan/file-kinds.ts';
import { LocalPlace } from './local-place.ts';
import type { PdfText } from '../pdf/pdf-text.ts';
import type { RunFiles } from '../run-files.ts';
import { rootAsTarget, type SavePlace } from '../save-place.ts';

/** A file, or the files of a folder or a pattern, below the root. */
interface Found extends Location {
  readonly bytes: number;
}

/** What of the file space is there for whoever reads and writes. Paths are real, and lie below the root. */
export interface FileView {
  sees(real: string): boolean;
  /** False for folders that hold what is others': nothing may take their place. */
  mayReplace(real: string): boolean;
  /** The same for engines in a sandbox; all of the file space where not said. */
  readonly engineView?: EngineView | undefined;
}

export const everything: FileView = { sees: () => true, mayReplace: () => true };

const mostText = 16 << 20;

/**
 * The file space on a local folder. Paths are relative to the root (a leading `/` means the root); nothing outside it
 * can be named, links included; what a view does not show is not there. What URLs give is kept beside it, until this value is disposed of.
 */
export class LocalFiles implements RunFiles {
  readonly root: string;
  readonly #found = new Map<string, Promise<Found>>();
  readonly #facts = new Map<string, Promise<CsvFacts | undefined>>();
  readonly #json = new Map<string, Promise<JsonFacts>>();
  readonly #pdfTexts = new Map<string, Promise<readonly PdfText[]>>();
  readonly #parquetSchemas = new Map<string, Promise<ParquetSchema | undefined>>();
  readonly #checked = new Map<string, Promise<void>>();
  readonly #lookedAt = new Set<string>();
  readonly #urlPolicy: UrlPolicy;
  readonly #fetchedIn: string | undefined;
  readonly #stop = new AbortController();
  #urls: FetchedUrls | undefined;

  readonly #view: FileView;

  /**
   * `view`: which files are there. `fetchedIn`: the folder below which texts of URLs are kept; the system's temporary folder
   * where not said.
   */
  constructor(root: string, urlPolicy = defaultUrlPolicy, view = everything, fetchedIn?: string) {
    this.root = resolve(root);
    this.#view = view;
    this.#urlPolicy = urlPolicy;
    this.#fetchedIn = fetchedIn;
  }

  get engineView(): EngineView | undefined {
    return this.#view.engineView;
  }

  async input(path: string, kind?: FileKind): Promise<Location> {
    const { paths, names, partitions } = await this.#find(path);
    if (kind !== undefined) await this.#check(path, kind);
    return { paths, names, partitions };
  }
  #check(path: string, kind: FileKind): Promise<void> {
    return once(this.#checked, JSON.stringify([path, kind]), () =>
      withFile(path, async () => {
        for (const name of (await this.#find(path)).names)
          await mustBe(name, (await stat(name)).size, kind, (file) => this.#shown(file));
      }),
    );
  }
  async list(path: string): Promise<readonly string[]> {
    return (await this.#find(path)).names.map((file) => this.#shown(file));
  }
  /** What tells the present content of a path from an earlier or later one: names, sizes, times and inodes of its files. */
  async stamp(path: string): Promise<string> {
    const { names } = await this.#find(path);
    const infos = await Promise.all(names.map((name) => withFile(path, () => stat(name, { bigint: true }))));
    return infos.map(({ size, mtimeNs, ino }, i) => `${names[i]}|${size}|${mtimeNs}|${ino}`).join('\n');
  }
  /** Bytes that all inputs asked for so far hold: decides how much an engine may spread. */
  async bytesSeen(): Promise<number> {
    const found = await Promise.allSettled(this.#found.values());
    const fetched = (await this.#urls?.bytes()) ?? 0;
    return found.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.bytes : 0), fetched);
  }
  csv(path: string, format: CsvFormat): Promise<CsvFacts | undefined> {
    const { delimiter, quote, escape, encoding, comment, trims } = format;
    const key = JSON.stringify([path, delimiter, quote, escape, encoding, comment, trims]);
    return once(this.#facts, key, () => withFile(path, () => this.#look(path, format)));
  }
  async #look(path: string, format: CsvFormat): Promise<CsvFacts | undefined> {
    const { names, paths, bytes } = await this.#find(path);
    if (names.some((file) => packing(file) === 'other')) return undefined;
    const facts = await csvFacts(names, format, {
      shown: (file) => this.#shown(file),
      bytes,
      signal: this.#stop.signal,
    });
    if (facts !== undefined) for (const one of paths) this.#lookedAt.add(one);
    return facts;
  }
  /**
   * True where all of these files were looked at as delimited text: what of their marks an engine might read in another
   * way is then told by the reader (`Outcome.unverified`), cell for cell and not by its settings.
   */
  wasLookedAt(paths: readonly string[]): boolean {
    return paths.length > 0 && paths.every((path) => this.#lookedAt.has(path));
  }
  async text(path: string): Promise<string> {
    const { names } = await this.#find(path);
    const [file] = names;
    if (file === undefined || names.length > 1)
      throw new RunError('NOT_ONE_FILE', `"${path}" is not one file but ${names.length}`, 'name a single file', 'path');
    if ((await withFile(path, () => stat(file))).size > mostText)
      throw new RunError(
        'TOO_LARGE',
        `"${path}" has more than 16 MB, too much for this use`,
        'choose a smaller file',
        'path',
      );
    return (await withFile(path, () => readFile(file, 'utf8'))).replace(/^\uFEFF/, '');
  }
  async isJsonDocument(file: string): Promise<boolean> {
    const { isJsonDocument } = await import('../scan/json-document.ts');
    return (
      packing(file) !== 'other' && (await withFile(this.#shown(file), () => isJsonDocument(file, this.#shown(file))))
    );
  }
  json(path: string): Promise<JsonFacts> {
    return once(this.#json, path, async () => {
      const { jsonFacts } = await import('../scan/json-facts.ts');
      const { names: files, bytes } = await this.#find(path);
      const shown = files.map((name) => this.#shown(name));
      return withFile(path, () => jsonFacts({ files, shown }, bytes, this.#stop.signal));
    });
  }
  async jsonDocuments(path: string): Promise<JsonDocuments> {
    const { jsonDocuments } = await import('../scan/json-documents.ts');
    const { names: files } = await this.#find(path);
    const shown = files.map((name) => this.#shown(name));
    return withFile(path, () => jsonDocuments({ files, shown }));
  }
  parquetSchema(file: string): Promise<ParquetSchema | undefined> {
    return once(this.#parquetSchemas, file, async () => {
      const { parquetSchema } = await import('../scan/parquet-schema.ts');
      const shown = this.#shown(file);
      return packing(file) === 'plain' ? withFile(shown, () => parquetSchema(file, shown)) : undefined;
    });
  }
  async xmlElements(path: string, name: string): Promise<XmlElements | undefined> {
    const { xmlElements } = await import('../scan/xml-elements.ts');
    const { names } = await this.#find(path);
    if (names.some((file) => packing(file) === 'other')) return undefined;
    return withFile(path, () => xmlElements(names, name, (file) => this.#shown(file), this.#stop.signal));
  }
  pdfText(path: string): Promise<readonly PdfText[]> {
    return once(this.#pdfTexts, path, () => this.#readPdfs(path));
  }
  async #readPdfs(path: string): Promise<readonly PdfText[]> {
    const { pdfText } = await import('../pdf/pdf-text.ts');
    const { names } = await this.#find(path);
    const texts = await pdfText(names, undefined, undefined, undefined, this.#stop.signal);
    return texts.map(({ file, text }) => ({ file: this.#shown(file), text }));
  }

  async url(url: string, field: string): Promise<FetchedText> {
    return (await this.#fetching()).lines(url, field);
  }
  async urlText(url: string, field: string): Promise<FetchedText & { readonly text: string }> {
    return (await this.#fetching()).whole(url, field);
  }
  /** What tells the text of a URL, which has been fetched, from an earlier or later one. */
  async urlStamp(url: string): Promise<string> {
    const { location } = await this.url(url, '');
    const hash = createHash('sha256');
    for (const name of location.names) hash.update(await readFile(name));
    return hash.digest('hex');
  }
  /** The URL whose text lies in a file; undefined for files of the file space. */
  urlOf(file: string): string | undefined {
    return this.#urls?.urlOf(file);
  }
  /** Fetches no more once the signal has come, looks through no more text and ends readers of PDFs. */
  fetchUntil(signal: AbortSignal): void {
    if (signal.aborted) this.#stop.abort();
    else signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
  }
  async #fetching(): Promise<FetchedUrls> {
    const { FetchedUrls: Urls } = await import('../urls/fetched-urls.ts');
    return (this.#urls ??= new Urls(this.#urlPolicy, this.#stop.signal, this.#fetchedIn));
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#urls?.[Symbol.asyncDispose]();
  }

  /** Where a new file or folder of the file space lies; its parent may not exist yet. */
  async target(path: string): Promise<string> {
    const target = this.#below(path);
    await withFile(path, async () => {
      const real = await this.#mustSee(target, path);
      if (!this.#view.mayReplace(real))
        throw new RunError('BAD_PATH', `"${path}" holds the folders of others`, 'name a folder in it', 'path');
    });
    return target;
  }

  async place(path: string, field: string): Promise<SavePlace> {
    const target = await this.target(path);
    if (relative(this.root, target) === '') throw rootAsTarget(field);
    return LocalPlace.at(target);
  }

  #find(path: string): Promise<Found> {
    return once(this.#found, path, () => withFile(path, () => this.#search(path)));
  }

  /** A file's name in the file space: its way from the root, with `/`. */
  #shown(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  #below(path: string): string {
    if (path.includes('\0')) throw new RunError('BAD_PATH', 'the path holds a zero byte', 'take it out');
    const scheme = /^([a-z][a-z0-9+.-]+):\/*/i.exec(path);
    if (scheme !== null && scheme[1]?.toLowerCase() !== 'file')
      throw new RunError('BAD_PATH', `"${path}" lies outside the file space`, 'give a path below its root');
    const plain = scheme === null ? path : `/${path.slice(scheme[0].length)}`;
    // a path that already names the root is taken as it is
    const absolute =
      isAbsolute(plain) && isBelow(normalize(plain), this.root) ? normalize(plain) : join(this.root, plain);
    if (!isBelow(absolute, this.root))
      throw new RunError('BAD_PATH', `"${path}" lies outside the file space`, 'give a path below its root');
    return absolute;
  }

  /** Where a path leads, links followed, there or not. Fails for what lies outside. */
  async #mustBeInside(absolute: string, path: string): Promise<string> {
    const [root, real] = await Promise.all([realpath(this.root), realWay(absolute)]);
    if (isBelow(real, root)) return real;
    throw new RunError('BAD_PATH', `"${path}" leads outside the file space`, 'give a path below its root');
  }

  /** Fails for what the view does not show, too. */
  async #mustSee(absolute: string, path: string): Promise<string> {
    const real = await this.#mustBeInside(absolute, path);
    if (this.#view.sees(real)) return real;
    throw missing(path);
  }

  async #search(path: string): Promise<Found> {
    if (path.trim() === '')
      throw new RunError('BAD_PATH', 'the path is empty', 'give the path of a file or folder', 'path');
    const absolute = this.#below(path);
    const isThere = this.#view.sees(await this.#mustBeInside(absolute, path));
    const info = isThere ? await statIfThere(absolute) : undefined;
    if (info === undefined && /[*?[\]{}]/.test(path)) return this.#searchPattern(path, absolute);
    if (info === undefined) throw missing(path);
    mustHoldData(info, path);
    if (!info.isDirectory()) return { paths: [absolute], names: [absolute], partitions: [], bytes: info.size };
    const folder = await dataFiles(absolute);
    if (folder.names.length === 0)
      throw new RunError(
        'NO_FILES',
        `the folder "${path}" holds no files${folder.others ? ' of its own, only folders' : ''}`,
        folder.others
          ? `name one of the folders in it, or use a pattern such as ${path.replace(/\/$/, '')}/*`
          : 'put data files in it, or name another',
        'path',
      );
    // with folders inside that do not count, only the names of the files say what is meant
    const paths = folder.others ? folder.names : [absolute];
    for (const name of folder.names) await this.#mustSee(name, path);
    return { ...folder, paths, bytes: await this.#bytesOf(folder.names) };
  }

  async #searchPattern(path: string, absolute: string): Promise<Found> {
    const matches = (await Array.fromAsync(glob(absolute))).sort();
    const names: string[] = [];
    for (const match of matches) {
      if (!this.#view.sees(await this.#mustBeInside(match, path))) continue;
      const inner = (await stat(match)).isDirectory() ? (await dataFiles(match)).names : [match];
      for (const name of inner) await this.#mustSee(name, path);
      names.push(...inner);
    }
    if (names.length === 0) throw new RunError('NO_FILES', `no file matches "${path}"`, 'check the pattern', 'path');
    return { paths: names, names, partitions: [], bytes: await this.#bytesOf(names) };
  }

  async #bytesOf(names: readonly string[]): Promise<number> {
    const infos = await Promise.all(names.map((name) => stat(name)));
    for (const [i, info] of infos.entries()) mustHoldData(info, this.#shown(names[i] ?? ''));
    return infos.reduce((sum, info) => sum + info.size, 0);
  }
}

/** What is known under a key, or made now and known from here on. */
function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

export const missing = (path: string): RunError =>
  new RunError(
    'FILE_MISSING',
    `there is no file "${path}"`,
    'check the path; it is taken below the file space root',
    'path',
  );

/** Where a path leads, links followed as far as there is something; what is not there keeps its names. */
async function realWay(absolute: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(absolute) === absolute) throw error;
    return join(await realWay(dirname(absolute)), basename(absolute));
  }
}

/** A pipe would never end, a device neither. */
function mustHoldData(info: Stats, path: string): void {
  if (!info.isFile() && !info.isDirectory())
    throw new RunError(
      'NOT_A_FILE',
      `"${path}" is ${info.isFIFO() ? 'a named pipe' : 'a device or socket'}, not a file`,
      'choose a file',
      'path',
    );
}

/** Undefined where there is nothing; what else keeps a path from being looked at is thrown. */
const statIfThere = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Data files of a folder, as Spark sees them: its own files, and those in folders named `column=value`. Names that
 * begin with `_` or `.` are not data; other folders do not count (`others`).
 */
async function dataFiles(folder: string): Promise<{ names: string[]; partitions: string[]; others: boolean }> {
  const names: string[] = [];
  const partitions: string[] = [];
  let others = false;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await stat(path)).isDirectory());
    if (entry.name.startsWith('.') || (entry.name.startsWith('_') && !entry.name.includes('='))) continue;
    if (!isFolder) names.push(path);
    else if (entry.name.includes('=')) {
      const inner = await dataFiles(path);
      names.push(...inner.names);
      const column = entry.name.slice(0, entry.name.indexOf('='));
      for (const name of [column, ...inner.partitions]) if (!partitions.includes(name)) partitions.push(name);
    } else others = true;
  }
  return { names: names.sort(), partitions, others };
}
