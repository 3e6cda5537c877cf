import { posix } from 'node:path';
import { runError } from '@millrace/errors';
import type { RemoteStore } from './remote-store.ts';

/**
 * A path of a graph as the remote file space knows it: from `/`, its root, without `.` and `..`. A URL of the file system
 * is taken if it lies below the root. Fails with BAD_PATH for what lies outside.
 */
export function spacePath(path: string, store: Pick<RemoteStore, 'wayOf'>): string {
  if (path.trim() === '') throw runError('path-empty', {}, { field: 'path' });
  if (path.includes('\0')) throw runError('path-with-zero-byte', {});
  const below = wayBelow(path, store);
  const way = below === undefined ? '..' : posix.normalize(below.replace(/^\/+/, ''));
  if (way === '..' || way.startsWith('../')) throw runError('path-outside', { path });
  return way === '.' ? '/' : `/${way.replace(/\/$/, '')}`;
}

function wayBelow(path: string, store: Pick<RemoteStore, 'wayOf'>): string | undefined {
  const [, scheme, authority = '', way = ''] = /^([a-z][a-z0-9+.-]+):(?:\/\/([^/]*))?(.*)$/is.exec(path) ?? [];
  if (scheme === undefined) return path;
  if (scheme.toLowerCase() === 'file') return way;
  return store.wayOf({ scheme: scheme.toLowerCase(), host: hostOf(authority), way });
}

const hostOf = (authority: string): string => authority.replace(/^.*@/, '').replace(/:\d+$/, '').toLowerCase();
