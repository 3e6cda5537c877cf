import { useSyncExternalStore } from 'react';
import { meQuery, queryClient } from '../../api/queries.ts';

/** An upload that has begun and has not come to its end, as this browser remembers it. */
export interface StoredUpload {
  /** Of the upload at the service. */
  readonly address: string;
  /** Id of who has begun it: others sign in at this browser too. */
  readonly owner: number;
  /** When it was begun, in ms. */
  readonly at: number;
  readonly folder: string;
  readonly name: string;
  readonly size: number;
  /** When its file was last changed: with name and size, how it is known again. */
  readonly modified: number;
}

const key = 'millrace.uploads';
const mostKept = 100;

/** What the browser remembers of uploads, so that they go on after a reload when their file is chosen again. */
class StoredUploads {
  #all: readonly StoredUpload[] = read();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly StoredUpload[] => this.#all;

  /** The upload of a file to a place that was begun before. */
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

  /** Remembers that the upload of a file to a place has begun. */
  keep(address: string, folder: string, name: string, { size, lastModified: modified }: File): void {
    const upload = { address, owner: ownId(), at: Date.now(), folder, name, size, modified };
    this.#set([...read(), upload].slice(-mostKept));
  }

  forget(address: string): void {
    this.#set(read().filter((one) => one.address !== address));
  }

  /** Reads what other tabs have written meanwhile. */
  refresh(): void {
    this.#all = read();
    for (const listener of this.#listeners) listener();
  }

  #set(all: readonly StoredUpload[]): void {
    try {
      localStorage.setItem(key, JSON.stringify(all));
    } catch {
      // nothing can be kept here: an upload goes on as long as the page is there
    }
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

const ownId = (): number => queryClient.getQueryData(meQuery.queryKey)?.id ?? 0;

function read(): readonly StoredUpload[] {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (one: unknown): one is StoredUpload =>
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
