import { join } from 'node:path';
import type { LibraryEnvironment } from '@millrace/engines/libraries';
import { RunError } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import { cacheRoot } from '@millrace/toolchain';
import type { Call } from './options.ts';
import { UsageError } from './usage-error.ts';

/**
 * The libraries of a call, which code of nodes finds; undefined without any. They are held until the command ends. Fails with
 * UsageError for one that cannot be used.
 */
export async function librariesOf(
  { libraries: sources }: Pick<Call, 'libraries'>,
  files: RunFiles,
): Promise<LibraryEnvironment | undefined> {
  if (sources.length === 0) return undefined;
  const { LibraryStore } = await import('@millrace/engines/libraries');
  const { Libraries } = await import('@millrace/runner/libraries');
  const store = new LibraryStore({ folder: join(cacheRoot(), 'libraries') });
  const libraries = new Libraries({ store, fromIndex: false });
  try {
    return await libraries.open(await libraries.read(sources, files), files);
  } catch (error) {
    if (error instanceof RunError) throw new UsageError(`--library: ${error.message}: ${error.remedy}`);
    const { code = '', path = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new UsageError(
      `--library: cannot write to "${path}": set MILLRACE_CACHE to a folder that this user may write to`,
    );
  }
}
