import { useSyncExternalStore } from 'react';
import { meQuery, queryClient } from '../../api/queries.ts';

/** An unfinished upload, as this browser stores it. */
export interface StoredUpload {
  /** Its id at the service. */
  readonly address: string;
  /** Id of its user: others sign in at this browser too. */
  readonly owner: number;
  /** Time of its start, in ms. */
  readonly at: number;
  readonly folder: string;
  readonly name: string;
  readonly size: number;
  /** Time of the file's last change: it identifies the file, with name and size. */
  readonly modified: number;
}

const key = 'millrace.uploads';
const maxUploads = 100;

/** The stored uploads of this browser, so that they continue after a reload when their file is selected again. */
class StoredUploads {
  #all: readonly StoredUpload[] = read();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly StoredUpload[] => this.#all;

  /** The earlier upload of a file to a path. */
  of(folder: string, name: string, { size, lastModified }: File): StoredUpload | undefined {
    return this.#all.find(
      (one) =>
        one.owner === ownId() &&
        one.folder === folder &&
        one.name === name &&
        one.size === size &&
        one.modified === lastModified,
    );
  }

  /** Stores the start of an upload of a file to a path. */
  store(address: string, folder: string, name: string, { size, lastModified: modified }: File): void {
    const upload = { address, owner: ownId(), at: Date.now(), folder, name, size, modified };
    this.#set([...read(), upload].slice(-maxUploads));
  }

  forget(address: string): void {
    this.#set(read().filter((one) => one.address !== address));
  }

  /** Reads changes of other tabs in the meantime. */
  refresh(): void {
    this.#all = read();
    for (const listener of this.#listeners) listener();
  }

  #set(all: readonly StoredUpload[]): void {
    try {
      localStorage.setItem(key, JSON.stringify(all));
    } catch {
      // without storage an upload lives as long as the page
    }
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

const ownId = (): number => queryClient.getQueryData(meQuery.queryKey)?.id ?? 0;

function read(): readonly StoredUpload[] {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(parsed) ? parsed.filter(isStoredUpload) : [];
  } catch {
    return [];
  }
}

const isStoredUpload = (one: unknown): one is StoredUpload =>
  typeof one === 'object' &&
  one !== null &&
  ['address', 'folder', 'name'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string') &&
  ['owner', 'at', 'size', 'modified'].every((name) => typeof (one as Record<string, unknown>)[name] === 'number');

export const storedUploads = new StoredUploads();

addEventListener('storage', (event) => {
  if (event.key === key) storedUploads.refresh();
});

export const useStoredUploads = (): readonly StoredUpload[] =>
  useSyncExternalStore(storedUploads.subscribe, storedUploads.all);
