import { lstat, opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { HdfsError } from '@millrace/webhdfs';
import type { FilesAt, HdfsAt } from '../../files-at.ts';
import { clientOf } from './hdfs-file-space.ts';
import { stagedPrefix } from './paths.ts';

/** How long an upload may stand still before it counts as left behind, in ms. */
const longest = 86_400_000;

/** Removes what uploads have left behind that were cut off with their service: everywhere in a file space. */
export function removeLeftovers(at: FilesAt, now: number, stop: AbortSignal): Promise<void> {
  return at.kind === 'local' ? inFolder(at.folder, now, stop) : inHdfs(at, at.root, now, stop);
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

/** One folder after the other: the NameNode has others to serve. */
async function inHdfs(at: HdfsAt, folder: string, now: number, stop: AbortSignal): Promise<void> {
  const client = clientOf(at);
  const below: string[] = [];
  try {
    for await (const some of client.list(folder))
      for (const { name, type, modificationTime } of some) {
        if (stop.aborted) return;
        const path = `${folder === '/' ? '' : folder}/${name}`;
        if (type === 'DIRECTORY') below.push(path);
        else if (name.startsWith(stagedPrefix) && modificationTime < now - longest) await client.remove(path, false);
      }
  } catch (error) {
    // gone meanwhile, or not for the service
    if (!(error instanceof HdfsError) || !['notFound', 'notFolder', 'denied'].includes(error.fault)) throw error;
  }
  for (const path of below) if (!stop.aborted) await inHdfs(at, path, now, stop);
}
