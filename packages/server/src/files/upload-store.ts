import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problems.ts';
import { tooSlow } from '../http/slow-bodies.ts';
import { errnoOf } from './faults.ts';
import { FileSink } from './file-sink.ts';
import { quotePath } from './paths.ts';

/** What is known of an upload that goes in parts; how far it has come, its file says. */
export interface Upload {
  readonly id: string;
  readonly userId: number;
  /** Where the file will lie. */
  readonly path: string;
  readonly overwrite: boolean;
  /** Bytes of the whole file. */
  readonly bytes: number;
  /** `placing`: has been on its way to its place, or is there, if the service was cut off then. */
  readonly state: 'open' | 'placing' | 'placed';
}

/** Who is at work on an upload. */
interface Turn {
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

/**
 * Uploads that go in parts, in the state folder: `uploads/ID.json` and, until it is at its place, `uploads/ID.part`. What
 * has come of one is kept until it is called off or has stood still for too long, also when the service ends in the meantime.
 */
export class UploadStore {
  readonly #folder: string;
  readonly #turns = new Map<string, Turn>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(home: string): Promise<UploadStore> {
    const folder = join(home, 'uploads');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new UploadStore(folder);
  }

  /** Fails with TOO_LARGE for what the disk could never hold, with FULL for what it has no room for now. */
  async begin(newUpload: Omit<Upload, 'id' | 'state'>): Promise<Upload> {
    const { blocks, bavail, bsize } = await statfs(this.#folder);
    if (newUpload.bytes > blocks * bsize)
      throw new Problem('TOO_LARGE', `file ${quotePath(newUpload.path)} is larger than the disk of the service`);
    if (newUpload.bytes > bavail * bsize)
      throw new Problem(
        'FULL',
        `file ${quotePath(newUpload.path)} does not fit on the disk of the service: free some space`,
      );
    const upload: Upload = { ...newUpload, id: randomUUID(), state: 'open' };
    await writeFile(this.partOf(upload), '', { flag: 'wx' });
    await this.save(upload);
    return upload;
  }

  /** The upload of a user; fails with NOT_FOUND if they have none of that id. */
  async find(id: string, userId: number): Promise<Upload> {
    const text = await readFile(this.#recordOf(id), 'utf8').catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    const upload = text === undefined ? undefined : (JSON.parse(text) as Upload);
    if (upload?.userId !== userId) throw new Problem('NOT_FOUND', 'upload not found: it was canceled or has expired');
    return upload;
  }

  async save(upload: Upload): Promise<void> {
    const path = this.#recordOf(upload.id);
    await writeFile(`${path}.new`, JSON.stringify(upload), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  }

  /** Bytes that have come. */
  async receivedBytes(upload: Upload): Promise<number> {
    return upload.state === 'placed' ? upload.bytes : ((await infoOf(this.partOf(upload)))?.size ?? 0);
  }

  /** Where the bytes lie that have come. */
  partOf({ id }: Pick<Upload, 'id'>): string {
    return join(this.#folder, `${id}.part`);
  }

  /**
   * Adds what comes, down to the disk; what has come before it breaks off stays. Fails with TOO_LARGE if more comes than
   * the file has. Only in a turn of one's own.
   */
  async append(upload: Upload, body: Readable, stop: AbortSignal): Promise<void> {
    const left = upload.bytes - (await this.receivedBytes(upload));
    const cut = (): void => void body.destroy();
    stop.addEventListener('abort', cut);
    await using file = await open(this.partOf(upload), 'a');
    try {
      stop.throwIfAborted();
      await pipeline(atMost(body, left), new FileSink(file));
    } catch (error) {
      if (stop.aborted) throw new Problem('WRONG_STATE', 'another request is sending bytes of this upload');
      if (error instanceof Problem || (error instanceof Error && 'syscall' in error)) throw error;
      throw new Problem('MALFORMED', 'the upload was interrupted');
    } finally {
      stop.removeEventListener('abort', cut);
    }
  }

  /**
   * Does something with an upload alone. Whoever is sending bytes of it is cut off first: a line that is dead looks like one
   * that is slow, and who comes back knows better. What they have brought stays.
   */
  async alone<T>(id: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#turns.get(id);
    before?.stop.abort();
    const stop = new AbortController();
    const done = (before?.ended ?? Promise.resolve()).then(() => work(stop.signal));
    const turn: Turn = { stop, ended: done.catch(() => undefined) };
    this.#turns.set(id, turn);
    try {
      return await done;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  async remove(upload: Pick<Upload, 'id'>): Promise<void> {
    await rm(this.#recordOf(upload.id), { force: true });
    await this.removePart(upload);
  }

  /** Waits until what has come is on the disk: a line that breaks at the last byte leaves that to the system. */
  async sync(upload: Pick<Upload, 'id'>): Promise<void> {
    await using file = await open(this.partOf(upload), 'r+');
    await file.sync();
  }

  /** Removes the bytes of one that is at its place. */
  removePart(upload: Pick<Upload, 'id'>): Promise<void> {
    return rm(this.partOf(upload), { force: true });
  }

  /** Cuts off the clients that are sending: they go on when the service is there again. */
  cutOff(): void {
    for (const { stop } of this.#turns.values()) stop.abort();
  }

  /** The ids of uploads that have stood still since a time, in ms. */
  async stale(before: number): Promise<string[]> {
    const lastUses = new Map<string, number>();
    for (const name of await readdir(this.#folder)) {
      const [id = ''] = name.split('.');
      const info = await infoOf(join(this.#folder, name));
      lastUses.set(id, Math.max(lastUses.get(id) ?? 0, info?.mtimeMs ?? 0));
    }
    return [...lastUses].filter(([id, at]) => at < before && !this.#turns.has(id)).map(([id]) => id);
  }

  /** Removes uploads that have stood still since a time, in ms; returns how many. */
  async sweep(before: number): Promise<number> {
    const ids = await this.stale(before);
    for (const id of ids) {
      await this.remove({ id });
      await rm(`${this.#recordOf(id)}.new`, { force: true });
    }
    return ids.length;
  }

  #recordOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

const infoOf = (path: string) =>
  stat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** What comes, as long as it is no more than so many bytes and not too slow. Leaves the line open, for the answer. */
async function* atMost(body: Readable, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  const slow = new AbortController();
  const onSlow = (problem: Problem): void => slow.abort(problem);
  body.once(tooSlow, onSlow);
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    for (;;) {
      const next = await nextUnless(slow.signal, pieces);
      if (next.done === true) return;
      left -= next.value.length;
      if (left < 0) throw new Problem('TOO_LARGE', 'more bytes arrived than the declared size of the file');
      yield next.value;
    }
  } finally {
    body.off(tooSlow, onSlow);
    // not waited for: it ends behind a piece that may not come
    void pieces.return?.();
  }
}

/**
 * The next of something, or the reason of a signal that aborts before. No race with one promise that lasts: that would keep all
 * that has ever come.
 */
function nextUnless<T>(signal: AbortSignal, all: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<T>>();
  const onAbort = (): void => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  void all.next().then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
