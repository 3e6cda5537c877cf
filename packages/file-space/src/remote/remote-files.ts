import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
import type { EngineView } from '@millrace/engines';
import { RunError, runError } from '@millrace/errors';
import { missing } from '../file-fault.ts';
import { everything, type FileView } from '../file-view.ts';
import { LocalFiles } from '../local/local-files.ts';
import type { RunFiles } from '../run-files.ts';
import { rootAsTarget, type SaveDestination } from '../save-target.ts';
import { defaultUrlPolicy, type UrlPolicy } from '../urls/policy.ts';
import { Changed, isFull, isTooLong, nameFault, noSpaceLeft } from './fetch-faults.ts';
import type { FileCache } from './file-cache.ts';
import { RemoteSaveTarget } from './remote-save-target.ts';
import type { RemoteStore } from './remote-store.ts';
import { sideBySide } from './side-by-side.ts';
import { search, type RemoteMatches, type RemoteFile } from './search.ts';
import { spacePath } from './space-path.ts';

/** A remote file space, and where its files lie while engines work on them. The folders are those of one process. */
export interface RemoteSpace {
  readonly store: RemoteStore;
  /** Copies of files that later runs take. */
  readonly cache: FileCache;
  /** Folder that copies of what a run reads lie in, each run in one of its own. */
  readonly inputs: string;
  /** Folder that engines write saves in. */
  readonly outputs: string;
}

/** What a run sees of a remote file space, by its paths. */
export interface RemoteFilesOptions {
  readonly view?: FileView;
  /** Names the view: engines in a sandbox see what runs with this one read and write, and of no others; of all if not given. */
  readonly viewKey?: string | undefined;
  readonly urls?: UrlPolicy;
  /** Folder below which texts of URLs are kept; the system's temporary folder if not given. */
  readonly fetchFolder?: string;
  /** Goes with the files, such as the folder of their space. */
  readonly owned?: AsyncDisposable;
}

/** The part of a folder that belongs to the runs with one view. */
const folderOf = (folder: string, viewKey: string | undefined): string =>
  viewKey === undefined ? folder : join(folder, createHash('sha256').update(viewKey).digest('hex'));

function viewOf(key: string, inputs: string, outputs: string): EngineView {
  // they are there before an engine starts that is to see them
  for (const folder of [inputs, outputs]) mkdirSync(folder, { recursive: true });
  return {
    key,
    mounts: [
      { how: 'readable', folder: inputs },
      { how: 'writable', folder: outputs },
    ],
  };
}

/** Files that are fetched side by side. */
const atOnce = 4;
/** How often a file may change while it is fetched. */
const tries = 3;

/**
 * A file space that other machines hold. What a path names is fetched before anybody reads it, and looked at then as local
 * files are, in a folder with the same names: engines, which have no network, read there. A path is looked up once, and
 * stays what it was then.
 */
export class RemoteFiles implements RunFiles {
  readonly #space: RemoteSpace;
  readonly #view: FileView;
  readonly engineView: EngineView | undefined;
  readonly #outputs: string;
  readonly #own: string;
  readonly #local: LocalFiles;
  readonly #matches = new Map<string, Promise<RemoteMatches | undefined>>();
  readonly #fetches = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #owned: AsyncDisposable | undefined;

  constructor(
    space: RemoteSpace,
    { view = everything, viewKey, urls = defaultUrlPolicy, fetchFolder, owned }: RemoteFilesOptions = {},
  ) {
    this.#owned = owned;
    this.#space = space;
    this.#view = view;
    const [inputs, outputs] = [space.inputs, space.outputs].map((folder) => folderOf(folder, viewKey)) as [
      string,
      string,
    ];
    this.engineView = viewKey === undefined ? undefined : viewOf(viewKey, inputs, outputs);
    this.#outputs = outputs;
    this.#own = join(inputs, randomUUID());
    this.#local = new LocalFiles(join(this.#own, 'files'), urls, everything, fetchFolder);
  }

  get root(): string {
    return this.#local.root;
  }

  async input(path: string, kind?: FileKind): Promise<Location> {
    return this.#local.input(await this.#bring(path), kind);
  }
  async csv(path: string, format: CsvFormat): Promise<CsvFacts | undefined> {
    return this.#local.csv(await this.#bring(path), format);
  }
  async list(path: string): Promise<readonly string[]> {
    return this.#local.list(await this.#bring(path));
  }
  async text(path: string): Promise<string> {
    return this.#local.text(await this.#bring(path));
  }
  async pdfText(path: string): Promise<readonly { readonly file: string; readonly text: string }[]> {
    return this.#local.pdfText(await this.#bring(path));
  }

  /** Names, sizes and versions of the files of a path, without fetching them. */
  async stamp(path: string): Promise<string> {
    const { files } = await this.#find(this.#pathOf(path), path);
    return files
      .map(({ path: name, entry: { bytes, version } }) => `${this.#space.store.address}${name}|${bytes}|${version}`)
      .toSorted()
      .join('\n');
  }

  isJsonDocument(file: string): Promise<boolean> {
    return this.#local.isJsonDocument(file);
  }
  async json(path: string): Promise<JsonFacts> {
    return this.#local.json(await this.#bring(path));
  }
  async jsonDocuments(path: string): Promise<JsonDocuments> {
    return this.#local.jsonDocuments(await this.#bring(path));
  }
  parquetSchema(file: string): Promise<ParquetSchema | undefined> {
    return this.#local.parquetSchema(file);
  }
  async xmlElements(path: string, name: string): Promise<XmlElements | undefined> {
    return this.#local.xmlElements(await this.#bring(path), name);
  }
  inputBytes(): Promise<number> {
    return this.#local.inputBytes();
  }
  wasInspected(paths: readonly string[]): boolean {
    return this.#local.wasInspected(paths);
  }
  url(url: string, field: string): Promise<FetchedText> {
    return this.#local.url(url, field);
  }
  urlText(url: string, field: string): Promise<FetchedText & { readonly text: string }> {
    return this.#local.urlText(url, field);
  }
  urlStamp(url: string): Promise<string> {
    return this.#local.urlStamp(url);
  }
  urlOf(file: string): string | undefined {
    return this.#local.urlOf(file);
  }
  fetchUntil(signal: AbortSignal): void {
    this.#local.fetchUntil(signal);
    if (signal.aborted) this.#stop.abort();
    else signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
  }

  async place(path: string, field: string): Promise<SaveDestination> {
    const { store } = this.#space;
    const target = this.#pathOf(path);
    if (target === '/') throw rootAsTarget(field);
    if (!this.#view.sees(target)) throw missing(path);
    if (!this.#view.mayReplace(target)) throw runError('path-with-others-folders', { path }, { field });
    return RemoteSaveTarget.at({ store, target, outputs: this.#outputs, field });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#fetches.values());
    await this.#local[Symbol.asyncDispose]();
    await rm(this.#own, { recursive: true, force: true });
    await this.#owned?.[Symbol.asyncDispose]();
  }

  #pathOf(path: string): string {
    return spacePath(path, this.#space.store);
  }

  async #find(path: string, input: string): Promise<RemoteMatches> {
    const finding = this.#matches.get(path) ?? search(this.#space.store, path, (one) => this.#view.sees(one));
    this.#matches.set(path, finding);
    const matches = await nameFault(() => finding);
    if (matches === undefined) throw missing(input);
    return matches;
  }

  /** Has the files of a path here; returns the path as local files take it. */
  async #bring(input: string): Promise<string> {
    const path = this.#pathOf(input);
    const pending = this.#fetches.get(path) ?? this.#fetchAll(path, input);
    this.#fetches.set(path, pending);
    await pending;
    return hasOtherScheme(input) ? path : input;
  }

  async #fetchAll(path: string, input: string): Promise<void> {
    // even of what is not there: it is the folder that paths are looked up in
    await mkdir(this.root, { recursive: true });
    for (let left = tries; ; left--) {
      const { files, folders } = await this.#find(path, input);
      try {
        for (const folder of folders) await mkdir(this.#copyOf(folder), { recursive: true });
        return await sideBySide(files, atOnce, (file) => this.#fetch(file));
      } catch (error) {
        if (!(error instanceof Changed)) throw error;
        if (left === 1) throw runError('store-file-changing', { path: error.path }, { field: 'path' });
        this.#matches.delete(path);
      }
    }
  }

  async #fetch({ path, entry }: RemoteFile): Promise<void> {
    const { store, cache } = this.#space;
    const { signal } = this.#stop;
    const copy = this.#copyOf(path);
    const name = JSON.stringify([store.address, path, entry.bytes, entry.version]);
    const write = async (file: string): Promise<void> => {
      await store.fetch(path, file, signal).catch((error: unknown) => {
        throw error instanceof RunError && error.code === 'FILE_CHANGING' ? new Changed(path) : error;
      });
      const now = await store.entry(path);
      if (now?.version !== entry.version || (await stat(file)).size !== entry.bytes) throw new Changed(path);
      const modified = new Date(entry.modified);
      await utimes(file, modified, modified);
    };
    try {
      await mkdir(dirname(copy), { recursive: true });
      await nameFault(() => cache.place(name, copy, this.#own, { write, signal }));
    } catch (error) {
      if (signal.aborted) throw runError('run-stopped', {}, { field: 'path', cause: error });
      if (isTooLong(error)) throw runError('name-too-long', { path }, { field: 'path', cause: error });
      throw isFull(error) ? noSpaceLeft(path, entry.bytes, error) : error;
    }
  }

  #copyOf(path: string): string {
    return join(this.root, path);
  }
}

/** A path that local files would not take as one of theirs. */
const hasOtherScheme = (path: string): boolean => /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(path);
