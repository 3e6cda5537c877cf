import { posix } from 'node:path';
import { RunError, withMessage } from '@millrace/errors';
import { stagingName, markPrefix } from '../save-target.ts';
import type { StagedRows } from './commit-by-renames.ts';
import { childOf, type CommitMethod, type RemoteStore } from './remote-store.ts';
import { sideBySide } from './side-by-side.ts';
import {
  siblingsOf,
  decisionName,
  filesBelow,
  mustBeOther,
  removeOldMarks,
  success,
  writeEmpty,
} from './target-files.ts';

/** A target on a store that copies file by file. */
export interface CopyingTarget {
  readonly store: RemoteStore;
  readonly placing: Extract<CommitMethod, { by: 'copies' }>;
  readonly target: string;
}

/** The same as `decisionName`, for rows that take the place of those that are there. */
const replaces = '_millrace-replaces';

/** Files that are copied side by side. */
const atOnce = 8;

/**
 * Puts rows in place by copies within the store. All rows lie there before the first is copied, and stay until the last
 * is: whatever ends it in between, the next one who saves there, or the same run begun again, goes on with it.
 * `isDecided` is called when that holds.
 */
export async function commitByCopies(at: CopyingTarget & StagedRows, isDecided: () => void): Promise<void> {
  const { store, target, folder, append, mark } = at;
  if (append) await mustBeOther(store, target, folder);
  for (const name of [success, ...(mark === undefined ? [] : [mark])]) await writeEmpty(store, folder, name);
  await writeEmpty(store, folder, append ? decisionName : replaces);
  isDecided();
  try {
    await copyDecided(at, folder);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const half =
      'some of the rows may be in place: the next save to this path, or this run when it is resumed, completes it';
    throw withMessage(error, `${error.message}; ${half}`);
  }
}

/** Goes on with what was decided and cut off. */
export async function recoverByCopies(at: CopyingTarget): Promise<void> {
  const { store, target } = at;
  const prefix = stagingName(posix.basename(target), '');
  for (const { name, isDirectory } of await siblingsOf(store, target)) {
    const folder = childOf(posix.dirname(target), name);
    if (!isDirectory || (await copyDecided(at, folder))) continue;
    // of a run whose mark is in place: all but the removal was done
    const mark = `${markPrefix}${name.slice(prefix.length)}`;
    if ((await store.entry(childOf(target, mark))) !== undefined) await store.remove(folder);
  }
}

/**
 * Copies rows into their target, if that is decided: at any point it can be done again from the beginning. False if it
 * is not.
 */
async function copyDecided({ store, target, placing }: CopyingTarget, folder: string): Promise<boolean> {
  const there = await filesBelow(store, folder);
  const decision = there.find((name) => name === decisionName || name === replaces);
  if (decision === undefined) return false;
  const names = there.filter((name) => name !== decision);
  if (decision === replaces) {
    // a reader that waits for it sees no half folder
    await placing.removeFiles([childOf(target, success)]);
    await removeOthers({ store, target, placing }, new Set(names));
  }
  // what says that all are there comes last, the mark of the run behind the one for readers
  const isMark = (name: string): boolean => name.startsWith(markPrefix);
  const rows = names.filter((name) => !isMark(name) && name !== success);
  for (const some of [rows, names.filter((name) => name === success), names.filter(isMark)])
    await sideBySide(some, atOnce, (name) => placing.copy(childOf(folder, name), childOf(target, name)));
  // first of all what says that this is to be copied: without it the rest is nothing
  await placing.removeFiles([childOf(folder, decision)]);
  await store.remove(folder);
  await removeOldMarks(store, target);
  return true;
}

/** Removes from a target, which may be a file, all but these files. */
async function removeOthers({ store, target, placing }: CopyingTarget, names: ReadonlySet<string>): Promise<void> {
  const entry = await store.entry(target);
  if (entry === undefined) return;
  if (!entry.isDirectory) return placing.removeFiles([target]);
  const [files, folders]: [string[], string[]] = [[], []];
  const collect = async (way: string): Promise<void> => {
    for (const { name, isDirectory } of await store.list(way === '' ? target : childOf(target, way))) {
      const inner = way === '' ? name : `${way}/${name}`;
      if (!isDirectory) {
        if (!names.has(inner)) files.push(childOf(target, inner));
      } else if ([...names].some((one) => one.startsWith(`${inner}/`))) await collect(inner);
      else folders.push(childOf(target, inner));
    }
  };
  await collect('');
  await placing.removeFiles(files);
  for (const folder of folders) await store.remove(folder);
}
