import { readdir, readFile } from 'node:fs/promises';
import type { Inspector } from './inspector.ts';

/** What a process holds. */
export interface Figures {
  /** Resident memory, MB: all of it, and the part that no file backs. */
  readonly resident: number;
  readonly anonymous: number;
  /** Objects of JavaScript, and buffers outside of its heap, MB. */
  readonly heap: number;
  readonly external: number;
  readonly openFiles: number;
  readonly threads: number;
  /** Sockets, timers, pipes and others that keep Node alive. */
  readonly handles: number;
  /** Processes below it. */
  readonly processes: number;
  readonly temporaryFiles: number;
}

/** Looks at a process once its garbage is collected. `folder`: where it makes temporary files. */
export async function figuresOf(
  { pid, below }: { readonly pid: number; readonly below: readonly number[] },
  inspector: Inspector,
  folder: string,
): Promise<Figures> {
  await inspector.collectGarbage();
  const { heapUsed, external } = await inspector.evaluate<NodeJS.MemoryUsage>('process.memoryUsage()');
  const handles = await inspector.evaluate<number>('process.getActiveResourcesInfo().length');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const [files, tasks, temporary] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    readdir(`/proc/${pid}/task`),
    readdir(folder, { recursive: true }),
  ]);
  return {
    resident: mb('VmRSS'),
    anonymous: mb('RssAnon'),
    heap: heapUsed / 2 ** 20,
    external: external / 2 ** 20,
    openFiles: files.length,
    threads: tasks.length,
    handles,
    processes: below.length,
    temporaryFiles: temporary.length,
  };
}
