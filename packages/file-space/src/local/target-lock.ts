import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runError } from '@millrace/errors';

/** Targets share so many locks: none of their files can be removed without a race, so there must be few. */
const locks = 64;
/** What is done under a lock takes milliseconds; who holds it for so long stands still. */
const patienceMs = 60_000;
const betweenTriesMs = 5;

/**
 * Works on a target of this machine's disk while no other process of the same user does. The lock is the operating
 * system's: it goes with its process, however that ends. Fails with RunError TARGET_BUSY after a minute.
 */
export async function whileLocked<T>(target: string, work: () => Promise<T>): Promise<T> {
  const folder = join(tmpdir(), `millrace-locks-${userInfo().uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const number = createHash('sha256').update(target).digest().readUInt16BE() % locks;
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(join(folder, `${number}.db`), { timeout: 0 });
  try {
    for (const until = performance.now() + patienceMs; !isTaken(lock); await pause(betweenTriesMs))
      if (performance.now() > until) throw runError('target-busy', { path: target });
    return await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: { exec(sql: string): void }): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
