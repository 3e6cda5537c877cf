import { createWriteStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error, s3Remedies, type S3Fault, type S3Root, type S3Status, type S3Tree } from '@millrace/s3';
import { RunError } from '@millrace/errors';
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
    const { code, says, remedy } = faults[error.fault];
    return new RunError(code, says(`"${path}"`, error.message, this.address), remedy, undefined, error);
  }
}

interface Fault {
  readonly code: string;
  readonly says: (path: string, message: string, address: string) => string;
  readonly remedy: string;
}

const away =
  (why: string): Fault['says'] =>
  (path, message, address) =>
    `${path} cannot be reached: the file space ${address} ${why} (${message})`;

/** What S3 says of a path, in our words. */
const faults: Readonly<Record<S3Fault, Fault>> = {
  notFound: { code: 'FILE_MISSING', says: (path) => `${path} is gone`, remedy: 'put it back' },
  notFolder: {
    code: 'BAD_PATH',
    says: (path) => `${path} leads through a file as if it were a folder`,
    remedy: 'check the path',
  },
  notEmpty: { code: 'FILE_CHANGING', says: (path) => `${path} is not empty`, remedy: 'run it again' },
  exists: {
    code: 'TARGET_EXISTS',
    says: (path) => `${path} exists already`,
    remedy: 'another one has made it meanwhile: run it again',
  },
  changed: {
    code: 'FILE_CHANGING',
    says: (path) => `${path} is replaced while it is read`,
    remedy: 'run it again when what writes the file has ended',
  },
  denied: {
    code: 'FILE_FORBIDDEN',
    says: (path, message) => `${path} may not be read or written with the key of S3 that Millrace has: ${message}`,
    remedy: `${s3Remedies.denied}, or choose another path`,
  },
  badKey: {
    code: 'SPACE_UNREACHABLE',
    says: away('does not take the key of Millrace'),
    remedy: s3Remedies.badKey,
  },
  noBucket: { code: 'SPACE_UNREACHABLE', says: away('has no such bucket'), remedy: s3Remedies.noBucket },
  wrongRegion: { code: 'SPACE_UNREACHABLE', says: away('lies in another region'), remedy: s3Remedies.wrongRegion },
  badName: {
    code: 'BAD_PATH',
    says: (path, message) => `${path} is no name that S3 takes: ${message}`,
    remedy: 'choose another path',
  },
  full: {
    code: 'DISK_FULL',
    says: (path, message) => `there is no room for ${path} in the bucket, or its quota is used up: ${message}`,
    remedy: 'free space in the bucket, or have the quota raised',
  },
  unavailable: { code: 'SPACE_UNREACHABLE', says: away('does not answer'), remedy: s3Remedies.unavailable },
  refused: {
    code: 'SPACE_REFUSED',
    says: (path, message) => `S3 refuses ${path}: ${message}`,
    remedy: 'check the path, and what the server of S3 can do',
  },
};

const entryOf = ({ name, isDirectory, bytes, modified, tag }: S3Status): RemoteEntry => ({
  name,
  isDirectory,
  bytes,
  modified,
  version: `${modified}-${tag}`,
});
