import { existsSync, readFileSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { testFolder } from '@millrace/testkit/shared';

/** A path for an engine's scratch folder, alone in a new temporary folder. */
export function newScratch(): string {
  return join(testFolder(), 'scratch');
}

/** Resolves when a folder no longer exists. Its parent must. */
export function untilRemoved(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(dirname(folder), (_event, name) => {
    if (name === basename(folder) && !existsSync(folder)) resolve();
  });
  if (!existsSync(folder)) resolve();
  return promise.finally(() => watcher.close());
}

/** Whether a process with this id exists and runs: one that has ended but waits for its parent does not. */
export function alive(pid: number): boolean {
  return !/^$|\) [ZX] /.test(statusOf(pid));
}

/** What the kernel says of a process; empty when there is none, or none any more once it is read. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ESRCH';
}
