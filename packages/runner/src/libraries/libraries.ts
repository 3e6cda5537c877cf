import { basename } from 'node:path';
import {
  isPinned,
  LibraryCheck,
  type Library,
  type LibraryEnvironment,
  type LibraryStore,
} from '@millrace/engines/libraries';
import { RunError, runError, withMessage } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';

type Files = Pick<RunFiles, 'input' | 'stamp'>;

export interface LibrariesOptions {
  readonly store: LibraryStore;
  /** True if pinned packages (`name==version`) are fetched from the package index. */
  readonly fromIndex: boolean;
}

/** Finds the libraries that a project lists: files of the file space, and packages of the index. */
export class Libraries {
  readonly #store: LibraryStore;
  readonly #fromIndex: boolean;
  /** Contents of files (SHA-256) as they were read, by their stamps. */
  readonly #known = new Map<string, string>();

  constructor({ store, fromIndex }: LibrariesOptions) {
    this.#store = store;
    this.#fromIndex = fromIndex;
  }

  /** Reads and checks a list of libraries. Fails with RunError for one that cannot be used. */
  async read(sources: readonly string[], files: Files): Promise<readonly Library[]> {
    const check = new LibraryCheck();
    const libraries: Library[] = [];
    for (const source of sources) {
      const path = isPinned(source) ? await this.#fetched(source) : await fileOf(source, files);
      libraries.push(await check.read({ source, path, file: basename(isPinned(source) ? path : source) }));
    }
    return libraries;
  }

  /** The environment of libraries, to be disposed of. Fails with RunError if a file is not the one that was read. */
  async open(libraries: readonly Library[], files: Files): Promise<LibraryEnvironment> {
    for (const library of libraries) {
      if (isPinned(library.source)) this.#mustAllowIndex(library.source);
      else await this.#mustBeSame(library, files);
    }
    return this.#store.open(libraries, ({ source, ...known }) =>
      isPinned(source) ? this.#fetched(source, known) : fileOf(source, files),
    );
  }

  /** An environment on the disk may outlive the files that it was made from: all runs find them, or none does. */
  async #mustBeSame({ source, file, sha256 }: Library, files: Files): Promise<void> {
    const stamp = await files.stamp(source).catch((error: unknown) => ofLibraries(error));
    const key = `${source}\n${stamp}`;
    const content = this.#known.get(key) ?? (await this.#content(source, file, files));
    this.#known.set(key, content);
    if (content !== sha256) throw runError('library-changed', { library: source });
  }

  async #content(source: string, file: string, files: Files): Promise<string> {
    return (await new LibraryCheck().read({ source, path: await fileOf(source, files), file })).sha256;
  }

  async #fetched(source: string, known?: Pick<Library, 'sha256' | 'file'>): Promise<string> {
    this.#mustAllowIndex(source);
    return this.#store.fetched(source, known);
  }

  #mustAllowIndex(source: string): void {
    if (!this.#fromIndex) throw runError('library-index-off', { library: source });
  }
}

/** Where a file of the file space lies on this machine. */
async function fileOf(source: string, files: Files): Promise<string> {
  const { names } = await files.input(source).catch((error: unknown) => ofLibraries(error));
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw runError('not-one-library', { library: source, count: names.length });
  return name;
}

function ofLibraries(error: unknown): never {
  if (!(error instanceof RunError)) throw error;
  throw withMessage(error, `libraries: ${error.message}`);
}

/** The libraries of a run in one line: what each is, and from which file. */
export const libraryLine = (libraries: readonly Library[]): string =>
  `libraries: ${libraries.map(({ name, version, source }) => `${version === '' ? name : `${name} ${version}`} from ${source}`).join(', ')}`;
