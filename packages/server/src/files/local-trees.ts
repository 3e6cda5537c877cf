import { link, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from './faults.ts';
import { mustBeName } from './paths.ts';
import type { PinnedFolder } from './pinned-folder.ts';
import type { PinnedName, LocalAccessScope } from './local-access-scope.ts';
import { pathIsFile, pathThroughFile } from './path-problems.ts';

/** A name in a folder. */
type Name = Pick<PinnedName, 'folder' | 'name'>;

/** Makes a folder, and those above it; false if it was there. */
export async function makeFolders(scope: LocalAccessScope, path: string): Promise<boolean> {
  const { real, missing } = await deepest(scope.below(path));
  let folder = await scope.pin(real, path).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOTDIR') throw error;
    if (missing.length === 0) throw pathIsFile(path);
    throw pathThroughFile(path);
  });
  try {
    for (const name of missing) {
      mustBeName(name);
      scope.mustSee(join(folder.real, name), path);
      await mkdir(folder.at(name)).catch((error: unknown) => {
        if (errnoOf(error) !== 'EEXIST') throw error;
      });
      const inner = await folder.below(Buffer.from(name));
      await folder[Symbol.asyncDispose]();
      folder = inner;
    }
  } finally {
    await folder[Symbol.asyncDispose]();
  }
  return missing.length > 0;
}

/** The longest part of a path that is there, links followed, and the names that are missing behind it. */
async function deepest(path: string): Promise<{ real: string; missing: string[] }> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at))
    try {
      return { real: await realpath(at), missing };
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
      missing.unshift(basename(at));
    }
}

/** Removes a folder with all that it holds, whatever the bytes of its names; follows no link. */
export async function removeTree(folder: PinnedFolder, name: Buffer): Promise<void> {
  {
    await using inner = await folder.below(name);
    for (const entry of await readdir(inner.at(), { withFileTypes: true, encoding: 'buffer' }))
      if (entry.isDirectory()) await removeTree(inner, entry.name);
      else await rm(inner.atBytes(entry.name), { force: true });
  }
  await rmdir(folder.atBytes(name));
}

/**
 * Moves a file or folder to another name, and fails with EEXIST if that is taken. rename(2) alone would replace what is
 * there: a folder's new name is made as an empty folder first, a file gets its new name before it loses the old one.
 */
export async function moveTo(source: Name, target: Name): Promise<void> {
  const [from, to] = [source.folder.at(source.name), target.folder.at(target.name)];
  if ((await lstat(from)).isDirectory()) {
    await mkdir(to);
    await rename(from, to).catch(async (error: unknown) => {
      await rmdir(to);
      throw error;
    });
    return;
  }
  try {
    await link(from, to);
  } catch (error) {
    if (!withoutLinks.has(errnoOf(error) ?? '')) throw error;
    await (await open(to, 'wx')).close();
    await rename(from, to).catch(async (fault: unknown) => {
      await unlink(to);
      throw fault;
    });
    return;
  }
  await unlink(from);
}

/** What disks say that know no second name of a file. */
export const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
