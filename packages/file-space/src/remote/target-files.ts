import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { runError } from '@millrace/errors';
import { stagingName, formerName, markLifetime, markPrefix } from '../save-target.ts';
import { childOf, type RemoteEntry, type RemoteStore } from './remote-store.ts';

/** The file that says that a folder is whole. */
export const success = '_SUCCESS';

/** In a folder of rows that are to be put in place: from here on they are, by this run or another. */
export const decisionName = '_millrace-decided';

export const writeEmpty = (store: RemoteStore, folder: string, name: string): Promise<void> =>
  store.write(childOf(folder, name), Readable.from([]), undefined);

export const formerOf = (target: string): string => childOf(posix.dirname(target), formerName(posix.basename(target)));

/** Files of a folder and those below, as ways from it. */
export async function filesBelow(store: RemoteStore, folder: string, way = ''): Promise<string[]> {
  const names: string[] = [];
  for (const { name, isDirectory } of await store.list(way === '' ? folder : childOf(folder, way))) {
    const inner = way === '' ? name : `${way}/${name}`;
    names.push(...(isDirectory ? await filesBelow(store, folder, inner) : [inner]));
  }
  return names;
}

/** Fails if the target holds a file of a name that comes. */
export async function mustBeOther(store: RemoteStore, target: string, folder: string): Promise<void> {
  const there = new Set(await filesBelow(store, target));
  const conflict = (await filesBelow(store, folder)).find((name) => there.has(name) && name !== success);
  if (conflict !== undefined) throw runError('appended-file-exists', { path: childOf(target, conflict) });
}

/** What saves have left next to a target, its former content too. */
export async function siblingsOf(store: RemoteStore, target: string): Promise<readonly RemoteEntry[]> {
  const folder = posix.dirname(target);
  if ((await store.entry(folder))?.isDirectory !== true) return [];
  const prefix = stagingName(posix.basename(target), '');
  return (await store.list(folder)).filter(({ name }) => name.startsWith(prefix));
}

/** Removes what runs that were cut off have left next to a target, and no run has gone on with. */
export async function removeLeftovers(store: RemoteStore, target: string): Promise<void> {
  for (const { name, modified, isDirectory } of await siblingsOf(store, target)) {
    if (name === formerName(posix.basename(target))) continue;
    const path = childOf(posix.dirname(target), name);
    // folders of some stores have no time: the youngest file decides
    const time = modified > 0 || !isDirectory ? modified : await youngest(store, path);
    if (isOld(time)) await store.remove(path);
  }
}

async function youngest(store: RemoteStore, folder: string): Promise<number> {
  const times = (await store.list(folder)).map(({ name, isDirectory, modified }) =>
    isDirectory ? youngest(store, childOf(folder, name)) : modified,
  );
  return Math.max(0, ...(await Promise.all(times)));
}

/** Removes marks of runs that no run waits for any more. */
export async function removeOldMarks(store: RemoteStore, target: string): Promise<void> {
  for (const { name, modified } of await store.list(target))
    if (name.startsWith(markPrefix) && isOld(modified)) await store.remove(childOf(target, name));
}

const isOld = (modified: number): boolean => modified < Date.now() - markLifetime;
