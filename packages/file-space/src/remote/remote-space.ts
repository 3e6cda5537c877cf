import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Tree, type S3Root } from '@millrace/s3';
import { WebHdfs } from '@millrace/webhdfs';
import { guardedFolder } from './guarded-folder.ts';
import type { UrlPolicy } from '../urls/policy.ts';
import { FileCache } from './file-cache.ts';
import { RemoteFiles, type RemoteSpace } from './remote-files.ts';
import type { RemoteStore } from './remote-store.ts';
import { S3Store } from './s3-store.ts';
import { WebHdfsStore } from './webhdfs-store.ts';

/** A folder of HDFS. */
export interface HdfsRoot {
  /** Addresses of the WebHDFS of each NameNode, such as `http://namenode:9870`. */
  readonly addresses: readonly string[];
  /** The folder of HDFS that is the root; `/` for all of it. */
  readonly root: string;
  /** The user of HDFS that reads and writes. */
  readonly user: string;
}

/** A folder on other machines. */
export type RemoteRoot = ({ readonly kind: 'hdfs' } & HdfsRoot) | ({ readonly kind: 's3' } & S3Root);

export interface RemoteSpaceOptions {
  /** Folder of this process, for what runs read and write. */
  readonly scratch: string;
  /** Where copies are kept for later runs, and how many bytes of them. */
  readonly cache: { readonly folder: string; readonly maxBytes: number };
}

/** A folder on other machines as the file space of runs; makes the folders `inputs` and `outputs` in `scratch`. */
export async function remoteSpace(at: RemoteRoot, { scratch, cache }: RemoteSpaceOptions): Promise<RemoteSpace> {
  const [inputs, outputs] = [join(scratch, 'inputs'), join(scratch, 'outputs')];
  for (const folder of [inputs, outputs]) await mkdir(folder, { recursive: true });
  return { store: storeOf(at), cache: new FileCache(cache.folder, cache.maxBytes), inputs, outputs };
}

/** A folder on other machines as the file space of one run: what it fetches is gone with it. */
export async function remoteFiles(at: RemoteRoot, urls: UrlPolicy): Promise<RemoteFiles> {
  const folder = await guardedFolder();
  const cache = { folder: join(folder.path, 'copies'), maxBytes: 0 };
  return new RemoteFiles(await remoteSpace(at, { scratch: folder.path, cache }), { urls, owned: folder });
}

const storeOf = (at: RemoteRoot): RemoteStore =>
  at.kind === 's3' ? new S3Store(new S3Tree(at), at) : new WebHdfsStore({ client: new WebHdfs(at), ...at });
