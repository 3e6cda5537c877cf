import type { Stats } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runError } from '@millrace/errors';
import type { Location } from '@millrace/processors';
import { missing } from '../file-fault.ts';
import type { LocalPaths } from './local-paths.ts';

/** A file, or the files of a folder or a pattern, below the root. */
export interface MatchedFiles extends Location {
  readonly bytes: number;
}

/**
 * What a path of the file space names: a file, the data files of a folder, or those that match a pattern. Throws RunError,
 * also for what lies outside the root or is not shown.
 */
export async function findFiles(space: LocalPaths, path: string): Promise<MatchedFiles> {
  if (path.trim() === '') throw runError('path-empty', {}, { field: 'path' });
  const absolute = space.below(path);
  const isThere = space.view.sees(await space.mustBeInside(absolute, path));
  const info = isThere ? await statIfThere(absolute) : undefined;
  if (info === undefined && /[*?[\]{}]/.test(path)) return matching(space, path, absolute);
  if (info === undefined) throw missing(path);
  mustHoldData(info, path);
  if (!info.isDirectory()) return { paths: [absolute], names: [absolute], partitions: [], bytes: info.size };
  const folder = await dataFiles(absolute);
  if (folder.names.length === 0)
    throw runError(folder.others ? 'folder-of-folders' : 'folder-without-files', { path }, { field: 'path' });
  // with folders inside that do not count, only the names of the files say what is meant
  const paths = folder.others ? folder.names : [absolute];
  for (const name of folder.names) await space.mustSee(name, path);
  return { ...folder, paths, bytes: await bytesOf(space, folder.names) };
}

async function matching(space: LocalPaths, path: string, absolute: string): Promise<MatchedFiles> {
  const matches = (await Array.fromAsync(glob(absolute))).sort();
  const names: string[] = [];
  for (const match of matches) {
    if (!space.view.sees(await space.mustBeInside(match, path))) continue;
    const inner = (await stat(match)).isDirectory() ? (await dataFiles(match)).names : [match];
    for (const name of inner) await space.mustSee(name, path);
    names.push(...inner);
  }
  if (names.length === 0) throw runError('no-match', { path }, { field: 'path' });
  return { paths: names, names, partitions: [], bytes: await bytesOf(space, names) };
}

async function bytesOf(space: LocalPaths, names: readonly string[]): Promise<number> {
  const infos = await Promise.all(names.map((name) => stat(name)));
  for (const [i, info] of infos.entries()) mustHoldData(info, space.displayName(names[i] ?? ''));
  return infos.reduce((sum, info) => sum + info.size, 0);
}

/** A pipe would never end, a device neither. */
function mustHoldData(info: Stats, path: string): void {
  if (!info.isFile() && !info.isDirectory())
    throw runError(
      'not-a-file',
      { path, kind: info.isFIFO() ? 'a named pipe' : 'a device or socket' },
      { field: 'path' },
    );
}

/** Undefined if there is nothing; what else keeps a path from being looked at is thrown. */
const statIfThere = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Data files of a folder, as Spark sees them: its own files, and those in folders named `column=value`. Names that
 * begin with `_` or `.` are not data; other folders do not count (`others`).
 */
async function dataFiles(folder: string): Promise<{ names: string[]; partitions: string[]; others: boolean }> {
  const names: string[] = [];
  const partitions: string[] = [];
  let others = false;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await stat(path)).isDirectory());
    if (entry.name.startsWith('.') || (entry.name.startsWith('_') && !entry.name.includes('='))) continue;
    if (!isFolder) names.push(path);
    else if (entry.name.includes('=')) {
      const inner = await dataFiles(path);
      names.push(...inner.names);
      const column = entry.name.slice(0, entry.name.indexOf('='));
      for (const name of [column, ...inner.partitions]) if (!partitions.includes(name)) partitions.push(name);
    } else others = true;
  }
  return { names: names.sort(), partitions, others };
}
