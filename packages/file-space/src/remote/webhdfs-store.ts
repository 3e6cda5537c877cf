import { createWriteStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HdfsError, type FileStatus, type HdfsFault, type WebHdfs } from '@millrace/webhdfs';
import { runError, type KindOf } from '@millrace/errors';
import { passing } from './passing.ts';
import type { CommitMethod, RemoteEntry, RemoteStore, Url } from './remote-store.ts';

export interface WebHdfsStoreOptions {
  readonly client: WebHdfs;
  /** Addresses of the WebHDFS of each NameNode, such as `http://namenode:9870`. */
  readonly addresses: readonly string[];
  /** The folder of HDFS that is the root; `/` for all of it. */
  readonly root: string;
}

/** A folder of HDFS as a remote file space. */
export class WebHdfsStore implements RemoteStore {
  readonly address: string;
  readonly placing: CommitMethod = {
    by: 'names',
    rename: (from, to) => this.#on(to, () => this.#client.rename(this.#at(from), this.#at(to), false)),
  };
  readonly #client: WebHdfs;
  readonly #root: string;
  readonly #hosts: readonly string[];

  constructor({ client, addresses, root }: WebHdfsStoreOptions) {
    const urls = addresses.map((one) => new URL(one));
    this.#client = client;
    this.#root = root.replace(/\/$/, '');
    this.#hosts = urls.map(({ hostname }) => hostname);
    this.address = `hdfs://${urls.map(({ host }) => host).join(',')}${this.#root}`;
  }

  /** With any port, as Hadoop's own protocol has another one, or with no host. */
  wayOf({ scheme, host, way }: Url): string | undefined {
    const isOwn = /^s?(web)?hdfs$/.test(scheme) && (host === '' || this.#hosts.includes(host));
    const isBelow = way === this.#root || way.startsWith(`${this.#root}/`);
    return isOwn && isBelow ? way.slice(this.#root.length) : undefined;
  }

  async entry(path: string): Promise<RemoteEntry | undefined> {
    try {
      return entryOf(await this.#client.status(this.#at(path)));
    } catch (error) {
      if (error instanceof HdfsError && error.fault === 'notFound') return undefined;
      throw this.#faultOf(error, path);
    }
  }

  list(path: string): Promise<readonly RemoteEntry[]> {
    return this.#on(path, async () => {
      const entries: RemoteEntry[] = [];
      for await (const some of this.#client.list(this.#at(path))) entries.push(...some.map(entryOf));
      return entries;
    });
  }

  fetch(path: string, file: string, signal: AbortSignal): Promise<void> {
    return this.#on(path, async () => {
      const bytes = await this.#client.open(this.#at(path));
      try {
        await pipeline(bytes, passing, createWriteStream(file, { flags: 'wx' }), { signal });
      } catch (error) {
        if (signal.aborted || bytes.errored !== error) throw error;
        throw new HdfsError('unavailable', 'the response was cut off', { cause: error });
      }
    });
  }

  write(path: string, bytes: Readable, signal: AbortSignal | undefined): Promise<void> {
    const body = signal === undefined ? bytes : addAbortSignal(signal, bytes);
    return this.#on(path, () => this.#client.create(this.#at(path), body, { overwrite: true, withFolders: true }));
  }

  makeFolder(path: string): Promise<void> {
    return this.#on(path, () => this.#client.makeFolder(this.#at(path)));
  }
  async remove(path: string): Promise<void> {
    await this.#on(path, () => this.#client.remove(this.#at(path), true));
  }

  #at(path: string): string {
    return path === '/' ? this.#root || '/' : `${this.#root}${path}`;
  }

  async #on<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#faultOf(error, path);
    }
  }

  #faultOf(error: unknown, path: string): unknown {
    if (!(error instanceof HdfsError)) return error;
    // Hadoop calls it a lack of rights
    const isThroughFile = error.fault === 'denied' && error.message.endsWith('(is not a directory)');
    const kind = kinds[isThroughFile ? 'notFolder' : error.fault];
    const params = { path, reason: error.message, address: this.address, advice };
    return runError(kind, params, { cause: error });
  }
}

/** The parameters of an error of the store. */
interface StoreParams {
  readonly path: string;
  readonly reason: string;
  readonly address: string;
  readonly advice: string;
}

const advice = 'check that the NameNode and the DataNodes are up, and run it again';

/** What HDFS says of a path, by the kind of error that it is. */
const kinds: Readonly<Record<HdfsFault, KindOf<StoreParams>>> = {
  notFound: 'store-file-gone',
  notFolder: 'store-path-through-file',
  notEmpty: 'store-folder-not-empty',
  exists: 'store-path-taken',
  denied: 'hdfs-forbidden',
  badName: 'hdfs-bad-name',
  full: 'hdfs-full',
  safeMode: 'hdfs-safe-mode',
  standby: 'store-unreachable',
  unavailable: 'store-unreachable',
  refused: 'hdfs-refused',
};

/** A name that came over the network must not lead elsewhere. */
function entryOf({ name, type, length, modificationTime, fileId }: FileStatus): RemoteEntry {
  if (name.includes('/') || name === '.' || name === '..')
    throw new HdfsError('refused', 'the list contains a name with /');
  return {
    name,
    isDirectory: type === 'DIRECTORY',
    bytes: length,
    modified: modificationTime,
    version: `${modificationTime}-${fileId}`,
  };
}
