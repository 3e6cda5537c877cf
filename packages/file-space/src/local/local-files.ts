import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
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
import { runError } from '@millrace/errors';
import type { FetchedUrls } from '../urls/fetched-urls.ts';
import { defaultUrlPolicy, type UrlPolicy } from '../urls/policy.ts';
import { csvFacts } from '../scan/csv-facts.ts';
import { packing } from '../scan/file-bytes.ts';
import type { EngineView } from '@millrace/engines';
import { withFile } from '../file-fault.ts';
import { everything } from '../file-view.ts';
import { findFiles, type MatchedFiles } from './find-files.ts';
import { LocalPaths } from './local-paths.ts';
import { mustBe } from '../scan/file-kinds.ts';
import { LocalSaveTarget } from './local-save-target.ts';
import type { PdfText } from '../pdf/pdf-text.ts';
import type { RunFiles } from '../run-files.ts';
import { rootAsTarget, type SaveDestination } from '../save-target.ts';

const maxText = 16 << 20;

/**
 * The file space on a local folder. Paths are relative to the root (a leading `/` means the root); nothing outside it
 * can be named, links included; what a view does not show is not there. What URLs give is kept next to it, until this value is disposed of.
 */
export class LocalFiles implements RunFiles {
  readonly #paths: LocalPaths;
  readonly #matches = new Map<string, Promise<MatchedFiles>>();
  readonly #facts = new Map<string, Promise<CsvFacts | undefined>>();
  readonly #json = new Map<string, Promise<JsonFacts>>();
  readonly #pdfTexts = new Map<string, Promise<readonly PdfText[]>>();
  readonly #parquetSchemas = new Map<string, Promise<ParquetSchema | undefined>>();
  readonly #checks = new Map<string, Promise<void>>();
  readonly #inspectedPaths = new Set<string>();
  readonly #urlPolicy: UrlPolicy;
  readonly #fetchedIn: string | undefined;
  readonly #stop = new AbortController();
  #urls: FetchedUrls | undefined;

  /**
   * `view`: which files are there. `fetchedIn`: the folder below which texts of URLs are kept; the system's temporary folder
   * if not given.
   */
  constructor(root: string, urlPolicy = defaultUrlPolicy, view = everything, fetchedIn?: string) {
    this.#paths = new LocalPaths(root, view);
    this.#urlPolicy = urlPolicy;
    this.#fetchedIn = fetchedIn;
  }

  get root(): string {
    return this.#paths.root;
  }

  get engineView(): EngineView | undefined {
    return this.#paths.view.engineView;
  }

  async input(path: string, kind?: FileKind): Promise<Location> {
    const { paths, names, partitions } = await this.#find(path);
    if (kind !== undefined) await this.#check(path, kind);
    return { paths, names, partitions };
  }
  #check(path: string, kind: FileKind): Promise<void> {
    return once(this.#checks, JSON.stringify([path, kind]), () =>
      withFile(path, async () => {
        for (const name of (await this.#find(path)).names)
          await mustBe(name, (await stat(name)).size, kind, (file) => this.#paths.displayName(file));
      }),
    );
  }
  async list(path: string): Promise<readonly string[]> {
    return (await this.#find(path)).names.map((file) => this.#paths.displayName(file));
  }
  /** What distinguishes the present content of a path from an earlier or later one: names, sizes, times and inodes of its files. */
  async stamp(path: string): Promise<string> {
    const { names } = await this.#find(path);
    const infos = await Promise.all(names.map((name) => withFile(path, () => stat(name, { bigint: true }))));
    return infos.map(({ size, mtimeNs, ino }, i) => `${names[i]}|${size}|${mtimeNs}|${ino}`).join('\n');
  }
  /** Bytes that all inputs asked for so far hold: decides how much an engine may spread. */
  async inputBytes(): Promise<number> {
    const results = await Promise.allSettled(this.#matches.values());
    const urlBytes = (await this.#urls?.bytes()) ?? 0;
    return results.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.bytes : 0), urlBytes);
  }
  csv(path: string, format: CsvFormat): Promise<CsvFacts | undefined> {
    const { delimiter, quote, escape, encoding, comment, trims } = format;
    const key = JSON.stringify([path, delimiter, quote, escape, encoding, comment, trims]);
    return once(this.#facts, key, () => withFile(path, () => this.#inspect(path, format)));
  }
  async #inspect(path: string, format: CsvFormat): Promise<CsvFacts | undefined> {
    const { names, paths, bytes } = await this.#find(path);
    if (names.some((file) => packing(file) === 'other')) return undefined;
    const facts = await csvFacts(names, format, {
      displayName: (file) => this.#paths.displayName(file),
      bytes,
      signal: this.#stop.signal,
    });
    if (facts !== undefined) for (const one of paths) this.#inspectedPaths.add(one);
    return facts;
  }
  /**
   * True if all of these files were looked at as delimited text: what of their marks an engine might read in another
   * way is then reported by the reader (`Outcome.unverified`), cell for cell and not by its settings.
   */
  wasInspected(paths: readonly string[]): boolean {
    return paths.length > 0 && paths.every((path) => this.#inspectedPaths.has(path));
  }
  async text(path: string): Promise<string> {
    const { names } = await this.#find(path);
    const [file] = names;
    if (file === undefined || names.length > 1)
      throw runError('not-one-file', { path, count: names.length }, { field: 'path' });
    if ((await withFile(path, () => stat(file))).size > maxText)
      throw runError('text-file-too-large', { file: path }, { field: 'path' });
    return (await withFile(path, () => readFile(file, 'utf8'))).replace(/^\uFEFF/, '');
  }
  async isJsonDocument(file: string): Promise<boolean> {
    const { isJsonDocument } = await import('../scan/json-document.ts');
    return (
      packing(file) !== 'other' &&
      (await withFile(this.#paths.displayName(file), () => isJsonDocument(file, this.#paths.displayName(file))))
    );
  }
  json(path: string): Promise<JsonFacts> {
    return once(this.#json, path, async () => {
      const { jsonFacts } = await import('../scan/json-facts.ts');
      const { names: files, bytes } = await this.#find(path);
      const displayNames = files.map((name) => this.#paths.displayName(name));
      return withFile(path, () => jsonFacts({ files, shown: displayNames }, bytes, this.#stop.signal));
    });
  }
  async jsonDocuments(path: string): Promise<JsonDocuments> {
    const { jsonDocuments } = await import('../scan/json-documents.ts');
    const { names: files } = await this.#find(path);
    const displayNames = files.map((name) => this.#paths.displayName(name));
    return withFile(path, () => jsonDocuments({ files, shown: displayNames }));
  }
  parquetSchema(file: string): Promise<ParquetSchema | undefined> {
    return once(this.#parquetSchemas, file, async () => {
      const { parquetSchema } = await import('../scan/parquet-schema.ts');
      const displayName = this.#paths.displayName(file);
      return packing(file) === 'plain' ? withFile(displayName, () => parquetSchema(file, displayName)) : undefined;
    });
  }
  async xmlElements(path: string, name: string): Promise<XmlElements | undefined> {
    const { xmlElements } = await import('../scan/xml-elements.ts');
    const { names } = await this.#find(path);
    if (names.some((file) => packing(file) === 'other')) return undefined;
    return withFile(path, () => xmlElements(names, name, (file) => this.#paths.displayName(file), this.#stop.signal));
  }
  pdfText(path: string): Promise<readonly PdfText[]> {
    return once(this.#pdfTexts, path, () => this.#readPdfs(path));
  }
  async #readPdfs(path: string): Promise<readonly PdfText[]> {
    const { pdfText } = await import('../pdf/pdf-text.ts');
    const { names } = await this.#find(path);
    const texts = await pdfText(names, undefined, undefined, undefined, this.#stop.signal);
    return texts.map(({ file, text }) => ({ file: this.#paths.displayName(file), text }));
  }

  async url(url: string, field: string): Promise<FetchedText> {
    return (await this.#fetching()).lines(url, field);
  }
  async urlText(url: string, field: string): Promise<FetchedText & { readonly text: string }> {
    return (await this.#fetching()).whole(url, field);
  }
  /** What distinguishes the text of a URL, which has been fetched, from an earlier or later one. */
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
    const target = this.#paths.below(path);
    await withFile(path, async () => {
      const real = await this.#paths.mustSee(target, path);
      if (!this.#paths.view.mayReplace(real)) throw runError('path-with-others-folders', { path }, { field: 'path' });
    });
    return target;
  }

  async place(path: string, field: string): Promise<SaveDestination> {
    const target = await this.target(path);
    if (relative(this.root, target) === '') throw rootAsTarget(field);
    return LocalSaveTarget.at(target);
  }

  #find(path: string): Promise<MatchedFiles> {
    return once(this.#matches, path, () => withFile(path, () => findFiles(this.#paths, path)));
  }
}

/** What is known under a key, or made now and known from here on. */
function once<T>(entries: Map<string, T>, key: string, make: () => T): T {
  const entry = entries.get(key) ?? make();
  entries.set(key, entry);
  return entry;
}
