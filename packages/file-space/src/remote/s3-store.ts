import { createWriteStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error, s3Remedies, type S3Fault, type S3Root, type S3Status, type S3Tree } from '@millrace/s3';
import { runError, type KindOf } from '@millrace/errors';
import { passing } from './passing.ts';
import type { CommitMethod, RemoteEntry, RemoteStore, Url } from './remote-store.ts';

/** A folder in a bucket of S3 as a remote file space. */
export class S3Store implements RemoteStore {
  readonly address: string;
  readonly placing: CommitMethod = {
    by: 'copies',
    copy: (from, to) => this.#on(to, () => this.#tree.copy(from, to)),
    removeFiles: (paths) => this.#on(paths[0] ?? '/', () => this.#tree.removeFiles(paths)),
  };
  readonly #tree: S3Tree;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(tree: S3Tree, { bucket, prefix }: Pick<S3Root, 'bucket' | 'prefix'>) {
    this.#tree = tree;
    this.#bucket = bucket.toLowerCase();
    this.#prefix = prefix === '' ? '' : `/${prefix}`;
    this.address = `s3://${bucket}${this.#prefix}`;
  }

  /** As Hadoop's clients write it too. */
  wayOf({ scheme, host, way }: Url): string | undefined {
    const isOwn = /^s3[an]?$/.test(scheme) && host === this.#bucket;
    const isBelow = way === this.#prefix || way.startsWith(`${this.#prefix}/`);
    return isOwn && isBelow ? way.slice(this.#prefix.length) : undefined;
  }

  async entry(path: string): Promise<RemoteEntry | undefined> {
    try {
      return entryOf(await this.#tree.status(path));
    } catch (error) {
      if (error instanceof S3Error && error.fault === 'notFound') return undefined;
      throw this.#faultOf(error, path);
    }
  }

  list(path: string): Promise<readonly RemoteEntry[]> {
    return this.#on(path, async () => (await Array.fromAsync(this.#tree.list(path))).flat().map(entryOf));
  }

  fetch(path: string, file: string, signal: AbortSignal): Promise<void> {
    return this.#on(path, async () => {
      const status = await this.#tree.status(path);
      const bytes = this.#tree.read(path, status, { start: 0, end: status.bytes });
      await pipeline(bytes, passing, createWriteStream(file, { flags: 'wx' }), { signal });
    });
  }

  write(path: string, bytes: Readable, signal: AbortSignal | undefined): Promise<void> {
    const body = signal === undefined ? bytes : addAbortSignal(signal, bytes);
    return this.#on(path, () => this.#tree.write(path, body));
  }

  makeFolder(path: string): Promise<void> {
    return this.#on(path, () => this.#tree.makeFolder(path));
  }
  async remove(path: string): Promise<void> {
    await this.#on(path, () => this.#tree.remove(path, true));
  }

  async #on<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#faultOf(error, path);
    }
  }

  #faultOf(error: unknown, path: string): unknown {
    if (!(error instanceof S3Error)) return error;
    const { message: reason, fault } = error;
    return runError(
      kinds[fault],
      { path, reason, address: this.address, advice: remedies[fault] ?? '' },
      { cause: error },
    );
  }
}

/** The parameters of an error of the store. */
interface StoreParams {
  readonly path: string;
  readonly reason: string;
  readonly address: string;
  readonly advice: string;
}

const remedies: Readonly<Partial<Record<S3Fault, string>>> = s3Remedies;

/** What S3 says of a path, by the kind of error that it is. */
const kinds: Readonly<Record<S3Fault, KindOf<StoreParams>>> = {
  notFound: 'store-file-gone',
  notFolder: 'store-path-through-file',
  notEmpty: 'store-folder-not-empty',
  exists: 'store-path-taken',
  changed: 'store-file-replaced',
  denied: 's3-forbidden',
  badKey: 'store-key-refused',
  noBucket: 'store-bucket-missing',
  wrongRegion: 'store-region-wrong',
  badName: 's3-bad-name',
  full: 's3-full',
  unavailable: 'store-unreachable',
  refused: 's3-refused',
};

const entryOf = ({ name, isDirectory, bytes, modified, tag }: S3Status): RemoteEntry => ({
  name,
  isDirectory,
  bytes,
  modified,
  version: `${modified}-${tag}`,
});
