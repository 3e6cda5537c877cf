import { lstat, opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesAt } from '../settings/files-at.ts';
import { stagedPrefix } from './paths.ts';
import { treeOf } from './remote-tree.ts';

/** How long an upload may stand still before it counts as left behind, in ms. */
const longest = 86_400_000;

/** Removes what uploads have left behind that were cut off with their service: everywhere in a file space. */
export function removeLeftovers(at: FilesAt, now: number, stop: AbortSignal): Promise<void> {
  return at.kind === 'local' ? inFolder(at.folder, now, stop) : treeOf(at).removeLeftovers(now - longest, stop);
}

async function inFolder(folder: string, now: number, stop: AbortSignal): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined);
  if (entries === undefined) return;
  for await (const entry of entries) {
    if (stop.aborted) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await inFolder(path, now, stop);
    else if (entry.isFile() && entry.name.startsWith(stagedPrefix)) {
      const info = await lstat(path).catch(() => undefined);
      if (info !== undefined && info.mtimeMs < now - longest) await unlink(path).catch(() => undefined);
    }
  }
}
