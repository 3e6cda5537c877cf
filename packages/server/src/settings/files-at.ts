import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { S3Root } from '@millrace/s3';

/** Where the file space lies. */
export type FilesAt = LocalAt | RemoteAt;

/** On other machines. */
export type RemoteAt = HdfsAt | S3At;

export interface LocalAt {
  readonly kind: 'local';
  /** Absolute. */
  readonly folder: string;
}

export interface HdfsAt {
  readonly kind: 'hdfs';
  /** Addresses of the WebHDFS of each NameNode, such as `http://namenode:9870`. */
  readonly addresses: readonly string[];
  /** The folder of HDFS that is the root of the file space; `/` for all of it. */
  readonly root: string;
  /** The user of HDFS that the service works as. */
  readonly user: string;
}

/** A folder in a bucket. */
export interface S3At extends S3Root {
  readonly kind: 's3';
}

/** What describes a file space besides its address. */
export interface FilesMore {
  /** The user of HDFS; the one of the system if there is none. */
  readonly user: string | undefined;
  /** Where the variables of S3 clients are looked for. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Protocol and port of WebHDFS by the scheme of a setting. */
const schemes: Readonly<Record<string, readonly [protocol: string, port: number]>> = {
  hdfs: ['http', 9870],
  webhdfs: ['http', 9870],
  swebhdfs: ['https', 9871],
};

/** The file space that a setting names; throws an Error that says what it must be. */
export function filesAt(text: string, { user, environment }: FilesMore, home: string, folder: string): FilesAt {
  const remote = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/i.exec(text);
  if (remote === null)
    return {
      kind: 'local',
      folder: text === '' ? join(home, 'files') : isAbsolute(text) ? text : resolve(folder, text),
    };
  const [, scheme = '', hosts = '', path = '/'] = remote;
  if (scheme.toLowerCase() === 's3') return s3At(hosts, path, environment);
  const defaults = schemes[scheme.toLowerCase()];
  if (defaults === undefined) throw new Error(`must be a folder, or a URL that begins with hdfs:// or s3://`);
  return {
    kind: 'hdfs',
    addresses: hosts.split(',').map((host) => addressOf(host, ...defaults)),
    root: rootOf(path),
    user: hdfsUser(user),
  };
}

function addressOf(host: string, protocol: string, port: number): string {
  const wrong = new Error('must have hosts with their WebHDFS ports, such as hdfs://namenode:9870/folder');
  if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) throw wrong;
  const address = `${protocol}://${host}${/:\d+$/.test(host) ? '' : `:${port}`}`;
  if (!URL.canParse(address)) throw wrong;
  return address;
}

function rootOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (/[\0-\x1f?#%:]/.test(path) || parts.some((part) => part === '.' || part === '..'))
    throw new Error('must end with a valid HDFS folder path, such as hdfs://namenode:9870/data');
  return `/${parts.join('/')}`;
}

function hdfsUser(text: string | undefined): string {
  if (text !== undefined) return text;
  try {
    return userInfo().username;
  } catch {
    // a container may run under a number that no name belongs to
    return 'millrace';
  }
}

/** Credentials, region and endpoint are where all clients of S3 look for them; what is not there, its client finds. */
function s3At(bucket: string, path: string, environment: NodeJS.ProcessEnv): S3At {
  if (!/^[a-z0-9][\w.-]{1,61}[a-z0-9]$/i.test(bucket))
    throw new Error('must have a bucket, such as s3://bucket or s3://bucket/folder');
  const parts = path.split('/').filter((part) => part !== '');
  if (/[\0-\x1f?#%]/.test(path) || parts.some((part) => part === '.' || part === '..'))
    throw new Error('must end with a valid S3 folder path, such as s3://bucket/folder');
  const set = (name: string): string | undefined => environment[name] || undefined;
  const endpoint = set('AWS_ENDPOINT_URL_S3') ?? set('AWS_ENDPOINT_URL');
  if (endpoint !== undefined) mustBeEndpoint(endpoint);
  const region = set('AWS_REGION') ?? set('AWS_DEFAULT_REGION');
  const [accessKeyId, secretAccessKey] = [set('AWS_ACCESS_KEY_ID'), set('AWS_SECRET_ACCESS_KEY')];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error(
      `requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ${accessKeyId === undefined ? 'the first' : 'the second'} is not set`,
    );
  const sessionToken = set('AWS_SESSION_TOKEN');
  return {
    kind: 's3',
    bucket,
    prefix: parts.join('/'),
    endpoint,
    // servers of others mostly know none
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : () => ({ accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }),
  };
}

function mustBeEndpoint(endpoint: string): void {
  const url = URL.parse(endpoint);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Error(
      'requires AWS_ENDPOINT_URL_S3 (or AWS_ENDPOINT_URL) to be a URL that begins with http:// or https://, without a user',
    );
}

/** The address as a person reads it. */
export function shownAt(at: FilesAt): string {
  if (at.kind === 'local') return at.folder;
  if (at.kind === 'hdfs') return `${at.addresses.join(', ')}, folder ${at.root}`;
  const address = `s3://${at.bucket}${at.prefix === '' ? '' : `/${at.prefix}`}`;
  return at.endpoint === undefined ? address : `${address} at ${at.endpoint}`;
}
