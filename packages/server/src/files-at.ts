import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Where the file space lies. */
export type FilesAt = LocalAt | HdfsAt;

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

/** Protocol and port of WebHDFS by the scheme of a setting. */
const schemes: Readonly<Record<string, readonly [protocol: string, port: number]>> = {
  hdfs: ['http', 9870],
  webhdfs: ['http', 9870],
  swebhdfs: ['https', 9871],
};

/** The file space that a setting names; throws an Error that says what it must be. */
export function filesAt(given: string, user: string | undefined, home: string, folder: string): FilesAt {
  const remote = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/i.exec(given);
  if (remote === null)
    return {
      kind: 'local',
      folder: given === '' ? join(home, 'files') : isAbsolute(given) ? given : resolve(folder, given),
    };
  const [, scheme = '', hosts = '', path = '/'] = remote;
  const known = schemes[scheme.toLowerCase()];
  if (known === undefined) throw new Error(`must be a folder, or an address that begins with hdfs://`);
  return {
    kind: 'hdfs',
    addresses: hosts.split(',').map((host) => addressOf(host, ...known)),
    root: rootOf(path),
    user: hdfsUser(user),
  };
}

function addressOf(host: string, protocol: string, port: number): string {
  const wrong = new Error('must name hosts with the ports of WebHDFS, such as hdfs://namenode:9870/folder');
  if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) throw wrong;
  const address = `${protocol}://${host}${/:\d+$/.test(host) ? '' : `:${port}`}`;
  if (!URL.canParse(address)) throw wrong;
  return address;
}

function rootOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (/[\0-\x1f?#%:]/.test(path) || parts.some((part) => part === '.' || part === '..'))
    throw new Error('must end with the path of a folder, as HDFS writes it, such as hdfs://namenode:9870/data');
  return `/${parts.join('/')}`;
}

function hdfsUser(given: string | undefined): string {
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    // a container may run under a number that no name belongs to
    return 'millrace';
  }
}

/** The address as a person reads it. */
export const shownAt = (at: FilesAt): string =>
  at.kind === 'local' ? at.folder : `${at.addresses.join(', ')}, folder ${at.root}`;
