import { useSyncExternalStore } from 'react';
import { session } from '../../api/client.ts';
import { listed } from '../../api/files.ts';
import { ApiError } from '../../api/problem.ts';
import { upload, type Upload } from '../../api/upload.ts';
import { callOff, largestAtOnce, uploadInParts } from '../../api/upload-in-parts.ts';
import { idNow, persistently, type Sending, type Wait } from '../../api/wait-out.ts';
import { filesTexts } from '../../texts/files.ts';
import type { DroppedFile } from './dropped.ts';
import { storedUploads } from './stored-uploads.ts';
import { freeName, joined } from './paths.ts';
import { uploadFolderAt, type UploadFolder } from './upload-folder.ts';

/**
 * `asking`: something of that name is there, and nobody has said yet what becomes of it. `offline`: it goes on as soon as
 * the service can be reached.
 */
export type UploadState = 'waiting' | 'asking' | 'sending' | 'offline' | 'paused' | 'done' | 'failed' | 'cancelled';

export interface UploadItem {
  readonly id: number;
  /** Whose it is. */
  readonly owner: number | undefined;
  readonly file: File;
  readonly folder: string;
  readonly place: UploadFolder;
  readonly name: string;
  readonly replace: boolean;
  readonly state: UploadState;
  /** Bytes that have gone. */
  readonly sent: number;
  readonly error?: Error;
}

export type Answer = 'replace' | 'both' | 'skip';

const atOnce = 2;

/** The uploads of this page; they go on while somebody looks at another place. */
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

  /** Takes files for a folder and those below it; `onArrived` is told of each that is there. What has failed goes where it is given anew. */
  add(given: readonly DroppedFile[], folder: string, onArrived: () => void): void {
    this.#onArrived = onArrived;
    const settled = this.#items.every(({ state }) => ['done', 'cancelled'].includes(state));
    if (settled) this.#set([]);
    const owner = idNow();
    const added = [...Map.groupBy(given, (one) => one.below)].flatMap(([below, some]) => {
      const target = below === '' ? folder : joined(folder, below);
      const place = uploadFolderAt(target, below !== '');
      return some.map(({ file }): UploadItem => {
        const { name } = file;
        const id = ++this.#lastId;
        return { id, owner, file, folder: target, place, name, replace: false, state: 'waiting', sent: 0 };
      });
    });
    const anew = new Set(added.map(({ folder: at, name }) => joined(at, name)));
    const others = this.#items.filter(
      ({ state, folder: at, name }) => state !== 'failed' || !anew.has(joined(at, name)),
    );
    this.#set([...others, ...added]);
    this.#next();
  }

  /** Says what becomes of a file whose name is taken, or of all such. */
  async answer(id: number, answer: Answer, forAll: boolean): Promise<void> {
    const asked = this.#items.filter((item) => item.state === 'asking' && (forAll || item.id === id));
    if (answer === 'skip') {
      const skipped = new Set(asked.map((item) => item.id));
      this.#set(this.#items.filter((item) => !skipped.has(item.id)));
      return;
    }
    for (const item of asked) {
      if (answer === 'replace') this.#change(item.id, { replace: true, state: 'waiting' });
      else
        try {
          // what has come of it has the other name
          await this.#callOff(item);
          const others = this.#items.filter(({ folder }) => folder === item.folder).map(({ name }) => name);
          const taken = new Set([...others, ...(await listed(item.folder)).map(({ name }) => name)]);
          this.#change(item.id, { name: freeName(item.name, taken), state: 'waiting' });
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

  /** Stops one that goes in parts; `again` goes on with it. */
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

  /** Breaks off what is of others than who is there now. */
  leaveTo(owner: number | undefined): void {
    const theirs = this.#items.filter(
      (item) => item.owner !== owner && (isUnderWay(item.state) || item.state === 'paused'),
    );
    for (const { id } of theirs) {
      this.#fail(id, new Error(filesTexts.uploads.otherPerson));
      this.#stops.get(id)?.abort();
    }
  }

  /** Forgets those that have come to an end. */
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
    // who has stopped it has said what it is now
    const change = (changes: Partial<UploadItem>): void => {
      if (!signal.aborted) this.#change(id, changes);
    };
    const given: Waiting = {
      file,
      folder,
      name,
      replace,
      onProgress: (sent) => change({ sent }),
      onWait: (wait) => change({ state: stateOf[wait] }),
      onGoesOn: () => change({ state: 'sending' }),
      signal,
    };
    let hasPlace = false;
    const once = (tries: number): Promise<void> =>
      sendAtOnce(given).catch((error: unknown) => mustHaveCome(error, tries, given));
    try {
      if (await this.#isAsked(item, given)) return;
      hasPlace = true;
      const kept = storedUploads.of(folder, name, file);
      change({ state: 'sending', ...(kept === undefined ? { sent: 0 } : {}) });
      if (isInParts(item)) await sendInParts(given, kept?.address);
      else await persistently(once, given);
      this.#change(id, { state: 'done', sent: file.size });
      this.#onArrived();
    } catch (error) {
      const isTaken = hasPlace && error instanceof ApiError && error.status === 409 && !replace;
      if (!signal.aborted && isTaken) this.#change(id, { state: 'asking' });
      else if (!signal.aborted) this.#fail(id, error);
    } finally {
      this.#stops.delete(id);
      this.#next();
    }
  }

  /** Asks for all that wait for a place where their names are taken; gives whether the item is one of them. */
  async #isAsked({ id, place, name, replace }: UploadItem, given: Waiting): Promise<boolean> {
    if (replace) return false;
    const names = await persistently(place.names, given);
    given.signal.throwIfAborted();
    const isTaken = (one: UploadItem): boolean =>
      one.place === place && (one.id === id || one.state === 'waiting') && !one.replace && names.has(one.name);
    this.#set(this.#items.map((one) => (isTaken(one) ? { ...one, state: 'asking' } : one)));
    return names.has(name);
  }

  /** Removes what the service has of an upload in parts. */
  async #callOff({ folder, name, file }: UploadItem): Promise<void> {
    const kept = storedUploads.of(folder, name, file);
    if (kept === undefined) return;
    await callOff(kept.address);
    storedUploads.forget(kept.address);
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

/** What an upload is taken for while it waits. */
const stateOf = { service: 'offline', 'sign-in': 'waiting' } as const satisfies Record<Wait, UploadState>;

interface Waiting extends Upload, Sending {
  readonly file: File;
  readonly onGoesOn: () => void;
}

function sendAtOnce(given: Waiting): Promise<void> {
  given.onGoesOn();
  return upload(given);
}

/** Of a file that was sent before (`tries` times), it may have come then, and its answer have been lost. Throws the error where it has not. */
async function mustHaveCome(error: unknown, tries: number, { folder, name, file }: Waiting): Promise<void> {
  const isTaken = tries > 0 && error instanceof ApiError && error.status === 409;
  const there = isTaken ? (await listed(folder)).find((one) => one.name === name) : undefined;
  if (there?.size !== file.size) throw error;
}

async function sendInParts(given: Waiting, before: string | undefined): Promise<void> {
  const { file, folder, name } = given;
  let address = before;
  await uploadInParts({
    ...given,
    address,
    onBegun(begun) {
      if (address !== undefined) storedUploads.forget(address);
      address = begun;
      storedUploads.keep(address, folder, name, file);
    },
  });
  if (address !== undefined) storedUploads.forget(address);
}

export const isUnderWay = (state: UploadState): boolean => ['waiting', 'asking', 'sending', 'offline'].includes(state);

/** Whether it can be paused, and goes on where it broke off. */
export const isInParts = ({ file }: UploadItem): boolean => file.size > largestAtOnce;

export const uploads = new Uploads();

session.addEventListener('signed-in', () => uploads.leaveTo(idNow()));

// leaving the page would break them off
addEventListener('beforeunload', (event) => {
  if (uploads.items().some(({ state }) => isUnderWay(state))) event.preventDefault();
});

export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(uploads.subscribe, uploads.items);
