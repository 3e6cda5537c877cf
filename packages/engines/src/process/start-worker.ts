import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { runError } from '@millrace/errors';
import { toolchain } from '@millrace/toolchain';
import { defaultMemory, memoryBytes } from './memory.ts';
import type { Worker, WorkerOptions } from './worker.ts';

export interface WorkerStart extends Omit<WorkerOptions, 'scratch' | 'memory'> {
  /** Memory of the worker, e.g. `4g`; as much as an engine has by default if absent. */
  readonly memory: string | undefined;
  /** The folder that the worker's own folder is made in. */
  readonly scratch: string;
}

/** Begins to start a worker. Throws RunError `PYTHON_MISSING` if its packages are not set up. */
export async function startWorker({ memory, scratch, ...options }: WorkerStart): Promise<Worker> {
  if (!existsSync(join(toolchain().sitePackages, 'sklearn'))) throw runError('python-packages-missing', {});
  const { Worker: WorkerClass } = await import('./worker.ts');
  const own = await mkdtemp(join(scratch, 'millrace-worker-'));
  const bytes = memory === undefined ? defaultMemory() : (memoryBytes(memory) ?? defaultMemory());
  return new WorkerClass({ ...options, scratch: own, memory: bytes });
}
