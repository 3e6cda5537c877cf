import { useSyncExternalStore } from 'react';
import { session } from '../../api/client.ts';
import { listFolder } from '../../api/files.ts';
import { ApiError } from '../../api/problem.ts';
import { upload, type Upload } from '../../api/upload.ts';
import { callOff, maxAtOnce, uploadInParts } from '../../api/upload-in-parts.ts';
import { idNow, persistently, type Sending, type Wait } from '../../api/wait-out.ts';
import { filesTexts } from '../../texts/files.ts';
import type { DroppedFile } from './dropped.ts';
import { storedUploads } from './stored-uploads.ts';
import { freeName, joinPath } from './paths.ts';
import { uploadFolderAt, type UploadFolder } from './upload-folder.ts';

/**
 * `asking`: the name is in use, and the user has not decided yet. `offline`: it continues as soon as the service can be
 * reached.
 */
export type UploadState = 'waiting' | 'asking' | 'sending' | 'offline' | 'paused' | 'done' | 'failed' | 'cancelled';

export interface UploadItem {
  readonly id: number;
  /** Id of its user. */
  readonly owner: number | undefined;
  readonly file: File;
  readonly folder: string;
  readonly uploadFolder: UploadFolder;
  readonly name: string;
  readonly replace: boolean;
  readonly state: UploadState;
  /** Number of sent bytes. */
  readonly sent: number;
  readonly error?: Error;
}

export type Answer = 'replace' | 'both' | 'skip';

const atOnce = 2;

/** The uploads of this page; they continue while the user is at another page. */
class Uploads {
  #items: readonly UploadItem[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();
  readonly #stops = new Map<number, AbortController>();
  #onArrived: () => void = () => undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly items = (): readonly UploadItem[] => this.#items;

  /**
   * Adds files for a folder and those below it; `onArrived` receives each that has arrived. A failed upload of the same
   * file is removed.
   */
  add(files: readonly DroppedFile[], folder: string, onArrived: () => void): void {
    this.#onArrived = onArrived;
    const settled = this.#items.every(({ state }) => ['done', 'cancelled'].includes(state));
    if (settled) this.#set([]);
    const owner = idNow();
    const added = [...Map.groupBy(files, (one) => one.below)].flatMap(([below, some]) => {
      const target = below === '' ? folder : joinPath(folder, below);
      const uploadFolder = uploadFolderAt(target, below !== '');
      return some.map(({ file }): UploadItem => {
        const { name } = file;
        const id = ++this.#lastId;
        return { id, owner, file, folder: target, uploadFolder, name, replace: false, state: 'waiting', sent: 0 };
      });
    });
    const replaced = new Set(added.map(({ folder: at, name }) => joinPath(at, name)));
    const others = this.#items.filter(
      ({ state, folder: at, name }) => state !== 'failed' || !replaced.has(joinPath(at, name)),
    );
    this.#set([...others, ...added]);
    this.#next();
  }

  /** Decides what to do with a file whose name is in use, or with all of them. */
  async answer(id: number, answer: Answer, forAll: boolean): Promise<void> {
    const conflicts = this.#items.filter((item) => item.state === 'asking' && (forAll || item.id === id));
    if (answer === 'skip') {
      const skipped = new Set(conflicts.map((item) => item.id));
      this.#set(this.#items.filter((item) => !skipped.has(item.id)));
      return;
    }
    for (const item of conflicts) {
      if (answer === 'replace') this.#change(item.id, { replace: true, state: 'waiting' });
      else
        try {
          // its sent parts have the other name
          await this.#callOff(item);
          const others = this.#items.filter(({ folder }) => folder === item.folder).map(({ name }) => name);
          const names = new Set([...others, ...(await listFolder(item.folder)).map(({ name }) => name)]);
          this.#change(item.id, { name: freeName(item.name, names), state: 'waiting' });
        } catch (error) {
          this.#fail(item.id, error);
        }
    }
    this.#next();
  }

  cancel(id: number): void {
    const item = this.#items.find((one) => one.id === id);
    if (item === undefined || item.state === 'done') return;
    this.#change(id, { state: 'cancelled' });
    this.#stops.get(id)?.abort();
    this.#callOff(item).catch((error: unknown) => this.#fail(id, error));
  }

  /** Pauses an upload in parts; `again` continues it. */
  pause(id: number): void {
    this.#change(id, { state: 'paused' });
    this.#stops.get(id)?.abort();
  }

  again(...ids: readonly number[]): void {
    this.#set(
      this.#items.map(({ error, ...item }) => {
        if (ids.includes(item.id)) return { ...item, state: 'waiting' };
        return error === undefined ? item : { ...item, error };
      }),
    );
    this.#next();
  }

  /** Aborts uploads of other users than the present one. */
  leaveTo(owner: number | undefined): void {
    const theirs = this.#items.filter(
      (item) => item.owner !== owner && (isUnderWay(item.state) || item.state === 'paused'),
    );
    for (const { id } of theirs) {
      this.#fail(id, new Error(filesTexts.uploads.otherPerson));
      this.#stops.get(id)?.abort();
    }
  }

  /** Removes finished uploads from the list. */
  clear(): void {
    this.#set(this.#items.filter(({ state }) => isUnderWay(state) || state === 'paused'));
  }

  #next(): void {
    while (this.#stops.size < atOnce) {
      const item = this.#items.find(({ id, state }) => state === 'waiting' && !this.#stops.has(id));
      if (item === undefined) return;
      void this.#send(item);
    }
  }

  async #send(item: UploadItem): Promise<void> {
    const { id, file, folder, name, replace } = item;
    const stop = new AbortController();
    const { signal } = stop;
    this.#stops.set(id, stop);
    // the code that stopped it has set its state
    const change = (changes: Partial<UploadItem>): void => {
      if (!signal.aborted) this.#change(id, changes);
    };
    const pendingUpload: Waiting = {
      file,
      folder,
      name,
      replace,
      onProgress: (sent) => change({ sent }),
      onWait: (wait) => change({ state: stateOf[wait] }),
      onGoesOn: () => change({ state: 'sending' }),
      signal,
    };
    let isChecked = false;
    const once = (tries: number): Promise<void> =>
      sendAtOnce(pendingUpload).catch((error: unknown) => mustHaveCome(error, tries, pendingUpload));
    try {
      if (await this.#isConflict(item, pendingUpload)) return;
      isChecked = true;
      const storedUpload = storedUploads.of(folder, name, file);
      change({ state: 'sending', ...(storedUpload === undefined ? { sent: 0 } : {}) });
      if (isInParts(item)) await sendInParts(pendingUpload, storedUpload?.address);
      else await persistently(once, pendingUpload);
      this.#change(id, { state: 'done', sent: file.size });
      this.#onArrived();
    } catch (error) {
      const isTaken = isChecked && error instanceof ApiError && error.status === 409 && !replace;
      if (!signal.aborted && isTaken) this.#change(id, { state: 'asking' });
      else if (!signal.aborted) this.#fail(id, error);
    } finally {
      this.#stops.delete(id);
      this.#next();
    }
  }

  /** Asks about all waiting uploads of a folder whose names are in use; returns whether the item is one of them. */
  async #isConflict({ id, uploadFolder, name, replace }: UploadItem, pendingUpload: Waiting): Promise<boolean> {
    if (replace) return false;
    const names = await persistently(uploadFolder.names, pendingUpload);
    pendingUpload.signal.throwIfAborted();
    const isTaken = (one: UploadItem): boolean =>
      one.uploadFolder === uploadFolder &&
      (one.id === id || one.state === 'waiting') &&
      !one.replace &&
      names.has(one.name);
    this.#set(this.#items.map((one) => (isTaken(one) ? { ...one, state: 'asking' } : one)));
    return names.has(name);
  }

  /** Deletes the parts of an upload at the service. */
  async #callOff({ folder, name, file }: UploadItem): Promise<void> {
    const storedUpload = storedUploads.of(folder, name, file);
    if (storedUpload === undefined) return;
    await callOff(storedUpload.address);
    storedUploads.forget(storedUpload.address);
  }

  #fail(id: number, error: unknown): void {
    this.#change(id, { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
  }

  #change(id: number, changes: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

/** The state of an upload while it waits. */
const stateOf = { service: 'offline', 'sign-in': 'waiting' } as const satisfies Record<Wait, UploadState>;

interface Waiting extends Upload, Sending {
  readonly file: File;
  readonly onGoesOn: () => void;
}

function sendAtOnce(pendingUpload: Waiting): Promise<void> {
  pendingUpload.onGoesOn();
  return upload(pendingUpload);
}

/** An earlier attempt (`tries`) may have succeeded with a lost response. Throws the error if it did not. */
async function mustHaveCome(error: unknown, tries: number, { folder, name, file }: Waiting): Promise<void> {
  const isTaken = tries > 0 && error instanceof ApiError && error.status === 409;
  const there = isTaken ? (await listFolder(folder)).find((one) => one.name === name) : undefined;
  if (there?.size !== file.size) throw error;
}

async function sendInParts(pendingUpload: Waiting, before: string | undefined): Promise<void> {
  const { file, folder, name } = pendingUpload;
  let address = before;
  await uploadInParts({
    ...pendingUpload,
    address,
    onStart(newAddress) {
      if (address !== undefined) storedUploads.forget(address);
      address = newAddress;
      storedUploads.store(address, folder, name, file);
    },
  });
  if (address !== undefined) storedUploads.forget(address);
}

export const isUnderWay = (state: UploadState): boolean => ['waiting', 'asking', 'sending', 'offline'].includes(state);

/** Whether it can be paused, and continues from where it stopped. */
export const isInParts = ({ file }: UploadItem): boolean => file.size > maxAtOnce;

export const uploads = new Uploads();

session.addEventListener('signed-in', () => uploads.leaveTo(idNow()));

// leaving the page would abort them
addEventListener('beforeunload', (event) => {
  if (uploads.items().some(({ state }) => isUnderWay(state))) event.preventDefault();
});

export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(uploads.subscribe, uploads.items);
