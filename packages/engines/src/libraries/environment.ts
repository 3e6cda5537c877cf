import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from './library.ts';

/**
 * The libraries of a project as processes find them: wheels unpacked in a folder, and jars. It stays on the disk until it is
 * disposed of, and all that hold it have let it go.
 */
export class LibraryEnvironment implements Disposable {
  /** Of what it holds, the interpreter and the platform: equal keys, equal content. */
  readonly key: string;
  readonly folder: string;
  readonly libraries: readonly Library[];
  readonly #hold: () => () => void;
  readonly #release: () => void;

  constructor(key: string, folder: string, libraries: readonly Library[], hold: () => () => void) {
    this.key = key;
    this.folder = folder;
    this.libraries = libraries;
    this.#hold = hold;
    this.#release = hold();
  }

  /** The folder that Python imports from; undefined without wheels. */
  get python(): string | undefined {
    return this.libraries.some(({ kind }) => kind === 'wheel') ? join(this.folder, 'python') : undefined;
  }

  /** Paths of the jars. */
  get jars(): readonly string[] {
    return this.libraries.filter(({ kind }) => kind === 'jar').map(({ file }) => join(this.folder, 'jars', file));
  }

  /** True unless it was removed. */
  get isThere(): boolean {
    return existsSync(this.folder);
  }

  /** Keeps it on the disk for a process, which calls the result when it has ended. */
  hold(): () => void {
    return this.#hold();
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}

/** Starts a process that finds libraries, which are held until it has ended. */
export async function holdingLibraries<P extends { readonly exited: Promise<unknown> }>(
  libraries: LibraryEnvironment | undefined,
  start: () => Promise<P>,
): Promise<P> {
  const release = libraries?.hold();
  try {
    const process = await start();
    void process.exited.then(release);
    return process;
  } catch (error) {
    release?.();
    throw error;
  }
}
