import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuarded } from '@millrace/toolchain';
import { runError } from '@millrace/errors';

/** A folder that does not outlive this process, however that ends. */
export interface GuardedFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a folder in another one, the system's temporary folder if not given, for this user alone. */
export async function guardedFolder(parent = tmpdir()): Promise<GuardedFolder> {
  const path = await mkdtemp(join(parent, 'millrace-')).catch((error: Error) => {
    throw runError('no-temporary-folder', { parent }, { cause: error });
  });
  // a process that only sleeps: the guard removes the folder once it, or we, are gone
  const { PATH } = process.env;
  const { exited, signal } = startGuarded({
    command: 'sleep',
    args: ['2147483647'],
    env: { PATH },
    cwd: '/',
    scratch: path,
  });
  return {
    path,
    async [Symbol.asyncDispose]() {
      signal('KILL');
      await exited;
      await rm(path, { recursive: true, force: true });
    },
  };
}
