import { posix } from 'node:path';
import { markPrefix } from '../save-target.ts';
import { childOf, type CommitMethod, type RemoteStore } from './remote-store.ts';
import {
  siblingsOf,
  decisionName,
  filesBelow,
  formerOf,
  mustBeOther,
  removeOldMarks,
  success,
  writeEmpty,
} from './target-files.ts';

/** A target on a store that gives names at once. */
export interface RenamingTarget {
  readonly store: RemoteStore;
  readonly placing: Extract<CommitMethod, { by: 'names' }>;
  readonly target: string;
}

/** Rows in a folder next to their target. */
export interface StagedRows {
  readonly folder: string;
  /** True puts them next to those that are there. */
  readonly append: boolean;
  /** Name of an empty file that comes with them. */
  readonly mark: string | undefined;
}

/** Puts rows in place by names. What is appended goes into the target file by file, as there are no links. */
export async function commitByRenames(at: RenamingTarget & StagedRows): Promise<void> {
  const { store, target, folder, append, mark } = at;
  if (append) {
    await mustBeOther(store, target, folder);
    if (mark !== undefined) await writeEmpty(store, folder, mark);
    await writeEmpty(store, folder, decisionName);
    return moveDecided(at, folder);
  }
  for (const name of [success, ...(mark === undefined ? [] : [mark])]) await writeEmpty(store, folder, name);
  await replace(at, folder);
}

/** Puts right what a crash in the middle of that has left. */
export async function recoverByRenames(at: RenamingTarget): Promise<void> {
  const { store, target, placing } = at;
  for (const { name, isDirectory } of await siblingsOf(store, target)) {
    const path = childOf(posix.dirname(target), name);
    if (path === formerOf(target)) {
      if ((await store.entry(target)) === undefined) await placing.rename(path, target);
      else await store.remove(path);
    } else if (isDirectory && (await store.entry(childOf(path, decisionName))) !== undefined)
      await moveDecided(at, path);
  }
}

/** Moves a folder to the path of a target. */
async function replace({ store, target, placing }: RenamingTarget, folder: string): Promise<void> {
  if ((await store.entry(target)) === undefined) return placing.rename(folder, target);
  const former = formerOf(target);
  await placing.rename(target, former);
  try {
    await placing.rename(folder, target);
  } catch (error) {
    await placing.rename(former, target);
    throw error;
  }
  await store.remove(former);
}

/** Moves the rows of a folder into the target, and goes on with that where it was cut off. */
async function moveDecided(at: RenamingTarget, folder: string): Promise<void> {
  const { store, target } = at;
  const names = (await filesBelow(store, folder)).filter((name) => name !== decisionName);
  // the mark comes last: it says that all are there
  const isLast = (name: string): number => (name.startsWith(markPrefix) ? 1 : 0);
  for (const name of names.toSorted((a, b) => isLast(a) - isLast(b))) {
    const to = childOf(target, name);
    if (name === success) {
      if ((await store.entry(to)) !== undefined) continue;
    } else if (name.includes('/')) await store.makeFolder(posix.dirname(to));
    await move(at, childOf(folder, name), to);
  }
  if ((await store.entry(childOf(target, success))) === undefined) await writeEmpty(store, target, success);
  await store.remove(folder);
  await removeOldMarks(store, target);
}

/** Another process may move it at the same time. */
async function move({ store, placing }: RenamingTarget, from: string, to: string): Promise<void> {
  try {
    await placing.rename(from, to);
  } catch (error) {
    const isThere = (path: string): Promise<boolean> => store.entry(path).then((entry) => entry !== undefined);
    if ((await isThere(from)) || !(await isThere(to))) throw error;
  }
}
