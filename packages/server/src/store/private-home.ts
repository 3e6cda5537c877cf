import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../settings/kinds.ts';

/** Files at the top of a state folder that hold secrets, or what leads to them. */
const secretFiles = ['secret.key', 'millrace.db', 'millrace.db-wal', 'millrace.db-shm'];

/** The bits of a mode that let other users of the machine in. */
const others = 0o077;

/**
 * Takes from other users of the machine what they may do with a state folder and its secrets, and returns the paths at which
 * they could. Fails with SettingError when that cannot be done. Systems without such modes are left alone.
 */
export async function tightenHome(home: string): Promise<readonly string[]> {
  if (process.getuid === undefined) return [];
  const paths: string[] = [];
  for (const path of [home, ...secretFiles.map((name) => join(home, name))])
    if (await tighten(path, path === home)) paths.push(path);
  return paths;
}

async function tighten(path: string, isHome: boolean): Promise<boolean> {
  const mode = await modeOf(path);
  if (mode === undefined || (mode & others) === 0) return false;
  const failed = await chmod(path, mode & ~others).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  const now = await modeOf(path);
  if (now === undefined || (now & others) === 0) return true;
  const why =
    failed === undefined ? 'its file system does not support file modes' : `the mode cannot be changed: ${failed}`;
  const remedy = isHome
    ? 'make it a folder of the user that the service runs as, with mode 700, or set MILLRACE_HOME to such a folder, for instance one inside it'
    : 'make it a file of the user that the service runs as, with mode 600';
  throw new SettingError(
    `path "${path}" is accessible to other users of this machine (mode ${(now & 0o777).toString(8)}), and ${why}. It holds secrets: ${remedy}`,
  );
}

/** The mode of a path; undefined when there is none. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
