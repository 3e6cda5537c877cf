import type { Stats } from 'node:fs';
import { readFileSync } from 'node:fs';
import type { Order } from '../http/types.ts';
import type { Entry } from './file-space.ts';

/** Names by number of a system's table of users or groups (passwd(5), group(5)). */
function namesOf(table: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  try {
    for (const line of readFileSync(table, 'utf8').split('\n')) {
      const [name = '', , id = ''] = line.split(':');
      if (name !== '' && id !== '') names.set(Number(id), name);
    }
  } catch {
    // a system without such a table shows numbers
  }
  return names;
}

const users = namesOf('/etc/passwd');
const groups = namesOf('/etc/group');

/** Permission bits as `rwxr-xr-x`. */
export const permissionText = (mode: number): string =>
  Array.from({ length: 9 }, (_, i) => ((mode >> (8 - i)) & 1 ? 'rwx'[i % 3] : '-')).join('');

/** Permission bits of `755`, `0755` or `rwxr-xr-x`; undefined for anything else. */
export function permissionBits(text: string): number | undefined {
  if (/^0?[0-7]{3}$/.test(text)) return Number.parseInt(text, 8);
  if (!/^([r-][w-][x-]){3}$/.test(text)) return undefined;
  return Number.parseInt(text.replaceAll(/[rwx]/g, '1').replaceAll('-', '0'), 2);
}

/** A file or folder of the local disk as lists show it; folders have no size and no blocks, as in HDFS. */
export function entryOf(path: string, info: Stats): Entry {
  const isDirectory = info.isDirectory();
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    isDirectory,
    size: isDirectory ? 0 : info.size,
    owner: users.get(info.uid) ?? String(info.uid),
    group: groups.get(info.gid) ?? String(info.gid),
    permission: permissionText(info.mode),
    modificationTime: Math.trunc(info.mtimeMs),
    replication: isDirectory ? 0 : 1,
    blockSize: isDirectory ? 0 : (info.blksize ?? 0),
  };
}

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: Entry, b: Entry): number =>
  collator.compare(a.name, b.name) || (a.name < b.name ? -1 : Number(a.name > b.name));
const byTime = (a: Entry, b: Entry): number => a.modificationTime - b.modificationTime;

const comparisons: Readonly<Record<Order, (a: Entry, b: Entry) => number>> = {
  asc: (a, b) => byTime(a, b) || byName(a, b),
  desc: (a, b) => byTime(b, a) || byName(a, b),
  alphabetical: byName,
};

export const sortEntries = (entries: readonly Entry[], order: Order): Entry[] => entries.toSorted(comparisons[order]);
