import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import { quotePath, spacePath } from './paths.ts';

/** An address, or `hdfs:/path` and `file:/path`, which Hadoop knows too. */
const address = /^(?:([a-z][a-z0-9+.-]+):\/\/([^/]*)|(hdfs|file):(?=\/))(.*)$/is;

/** Where a file space lies, for people. */
const kinds = { local: 'is a local folder of the service', hdfs: 'is on HDFS', s3: 'is on S3' } as const;

/**
 * A path of the file space as a request names it: as it is, or as an address of the file system that the space lies on, such
 * as `hdfs://namenode:8020/data/x`. Fails for addresses of others, and for what lies outside the space.
 */
export function pathIn(at: FilesAt, text: string): string {
  const [, far, authority = '', near, rest = ''] = address.exec(text) ?? [];
  const scheme = (far ?? near)?.toLowerCase();
  if (scheme === undefined) return spacePath(text);
  const host = authority.replace(/^.*@/, '').replace(/:\d+$/, '').toLowerCase();
  const refuse = (why: string): Problem =>
    new Problem(
      'UNPROCESSABLE',
      `path ${quotePath(text)} ${why}: enter a path of the file space, such as /folder/file`,
    );
  const root = rootOf(at, scheme, host);
  if (root === undefined) throw refuse(`is on another file system: the file space ${kinds[at.kind]}`);
  // `..` is followed before it is known what lies below the root
  const path = spacePath(rest);
  if (path === root || root === '') return path === root ? '/' : path;
  if (!path.startsWith(`${root}/`)) throw refuse('is outside the file space');
  return path.slice(root.length);
}

/** The path of the space's root on its file system, '' for all of it; undefined if an address is of another one. */
function rootOf(at: FilesAt, scheme: string, host: string): string | undefined {
  if (at.kind === 'local') return scheme === 'file' && host === '' ? '' : undefined;
  if (at.kind === 's3') {
    if (!/^s3[an]?$/.test(scheme) || host !== at.bucket.toLowerCase()) return undefined;
    return at.prefix === '' ? '' : `/${at.prefix}`;
  }
  const hosts = at.addresses.map((one) => new URL(one).hostname.toLowerCase());
  if (!/^s?(?:web)?hdfs$/.test(scheme) || !(host === '' || hosts.includes(host))) return undefined;
  return at.root === '/' ? '' : at.root;
}
