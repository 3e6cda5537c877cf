import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stagedPrefix } from '../src/files/paths.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { WebHdfs } from '@millrace/webhdfs';
import type { S3Server } from '../../s3/test/server/s3.ts';
import type { Hdfs } from '../../webhdfs/test/hadoop/hdfs.ts';

/** Where a file space lies, and what a test does there behind the service's back. Paths are those of the file space. */
export interface Space extends AsyncDisposable {
  readonly kind: 'local' | 'hdfs' | 's3';
  /** Settings of a service that uses it. */
  readonly environment: NodeJS.ProcessEnv;
  write(path: string, content: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  read(path: string): Promise<string>;
  /** All names in a folder, those of uploads too. */
  names(path: string): Promise<string[]>;
  /** Sets the time of the last change, in ms. */
  setTime(path: string, time: number): Promise<void>;
  facts(path: string): Promise<Facts>;
}

export interface Facts {
  readonly size: number;
  readonly modificationTime: number;
  readonly replication: number;
  readonly blockSize: number;
  /** The permission bits; undefined if there are none. */
  readonly mode: number | undefined;
}

export async function localSpace(): Promise<Space> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-files-'));
  const root = join(folder, 'files');
  const real = (path: string): string => join(root, path);
  return {
    kind: 'local',
    environment: { MILLRACE_FILES: root },
    async write(path, content) {
      await mkdir(dirname(real(path)), { recursive: true });
      await writeFile(real(path), content);
    },
    makeFolder: async (path) => void (await mkdir(real(path), { recursive: true })),
    read: (path) => readFile(real(path), 'utf8'),
    names: (path) => readdir(real(path)),
    setTime: (path, time) => utimes(real(path), time / 1_000, time / 1_000),
    async facts(path) {
      const { size, mtimeMs, blksize, mode } = await stat(real(path));
      const modificationTime = Math.trunc(mtimeMs);
      return { size, modificationTime, replication: 1, blockSize: blksize, mode: mode & 0o7777 };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A file space in `files` of a new folder of a real HDFS, for a user without special rights there. */
export async function hdfsSpace(hdfs: Hdfs, folder: string): Promise<Space & { readonly superuser: WebHdfs }> {
  const addresses = [`http://${hdfs.http}`];
  const superuser = new WebHdfs({ addresses, user: hdfs.superuser });
  await superuser.makeFolder(folder);
  await superuser.setPermission(folder, 0o777);
  const user = 'millrace';
  const client = new WebHdfs({ addresses, user });
  const real = (path: string): string => `${folder}/files${path === '/' ? '' : path}`;
  return {
    kind: 'hdfs',
    superuser,
    environment: { MILLRACE_FILES: `hdfs://${hdfs.http}${folder}/files`, MILLRACE_FILES_USER: user },
    write: (path, content) =>
      client.create(real(path), Readable.from([Buffer.from(content)]), { overwrite: true, withFolders: true }),
    makeFolder: (path) => client.makeFolder(real(path)),
    read: async (path) => text(await client.open(real(path))),
    names: async (path) => (await Array.fromAsync(client.list(real(path)))).flat().map(({ name }) => name),
    async setTime(path, time) {
      const query = new URLSearchParams({ op: 'SETTIMES', modificationtime: String(time), 'user.name': user });
      const answer = await fetch(`http://${hdfs.http}/webhdfs/v1${real(path)}?${query}`, { method: 'PUT' });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async facts(path) {
      const { length: size, modificationTime, replication, blockSize, permission } = await client.status(real(path));
      return { size, modificationTime, replication, blockSize, mode: permission };
    },
    [Symbol.asyncDispose]: async () => void (await superuser.remove(folder, true)),
  };
}

/** A file space in a folder of a bucket of a real S3 server. */
export async function s3Space(s3: S3Server, bucket: string, endpoint = s3.endpoint): Promise<Space> {
  await s3.makeBucket(bucket);
  const root = 'in a/ü';
  const key = (path: string): string => `${root}${path}`;
  const folder = (path: string): string => (path === '/' ? `${root}/` : `${root}${path}/`);
  const list = async (below: string) => {
    const { Contents = [], CommonPrefixes = [] } = await s3.client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: below, Delimiter: '/' }),
    );
    return { objects: Contents, folders: CommonPrefixes.map(({ Prefix = '' }) => Prefix) };
  };
  const uploads = async (below: string): Promise<string[]> => {
    const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: below }));
    return Uploads.map(({ UploadId }) => `${stagedPrefix}${UploadId}`);
  };
  const put = (Key: string, Body: string) =>
    s3.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentLength: Buffer.byteLength(Body) }));
  return {
    kind: 's3',
    environment: {
      MILLRACE_FILES: `s3://${bucket}/${root}`,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
    write: async (path, content) => void (await put(key(path), content)),
    makeFolder: async (path) => void (await put(folder(path), '')),
    async read(path) {
      const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key(path) }));
      return (await Body?.transformToString()) ?? '';
    },
    async names(path) {
      const below = folder(path);
      const { objects, folders } = await list(below);
      const files = objects.map(({ Key = '' }) => Key.slice(below.length)).filter((name) => name !== '');
      return [...files, ...folders.map((one) => one.slice(below.length, -1)), ...(await uploads(below))];
    },
    setTime: (path, time) => s3.setTime(bucket, key(path), time),
    async facts(path) {
      const { objects } = await list(key(path));
      const { Size: size = 0, LastModified } = objects.find(({ Key }) => Key === key(path)) ?? {};
      return { size, modificationTime: LastModified?.getTime() ?? 0, replication: 1, blockSize: 0, mode: undefined };
    },
    async [Symbol.asyncDispose]() {
      // it goes with its server
    },
  };
}
