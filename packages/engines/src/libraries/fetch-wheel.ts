import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runError } from '@millrace/errors';
import { toolchain } from '@millrace/toolchain';
import { engineEnvironment } from '../process/environment.ts';

/** Milliseconds that the index may take for one wheel. */
const fetchWithin = 300_000;

/** Settings of pip, and how the index is reached: they are those of the operator. */
const ofPip = /^(PIP_\w+|https?_proxy|no_proxy|all_proxy|REQUESTS_CA_BUNDLE|XDG_CONFIG_HOME)$/i;

/**
 * Downloads the wheel of a pinned package (`name==version`) to an empty folder and returns its path. Nothing of it is run:
 * archives of sources, which would be, are not taken. With `sha256`, only the file with this content is.
 */
export async function fetchWheel(requirement: string, folder: string, sha256?: string): Promise<string> {
  const list = join(folder, 'requirements.txt');
  const target = join(folder, 'wheel');
  await writeFile(list, sha256 === undefined ? requirement : `${requirement} --hash=sha256:${sha256}\n`);
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-cache-dir', '--progress-bar', 'off'];
  const safe = ['--no-deps', '--only-binary', ':all:', ...(sha256 === undefined ? [] : ['--require-hashes'])];
  const own = Object.entries(process.env).filter(([name, value]) => ofPip.test(name) && value !== undefined);
  try {
    await promisify(execFile)(
      toolchain().python,
      ['-I', '-B', '-m', 'pip', 'download', ...quiet, ...safe, '--dest', target, '--requirement', list],
      {
        cwd: folder,
        env: { ...engineEnvironment({ TMPDIR: folder }), ...Object.fromEntries(own) },
        timeout: fetchWithin,
      },
    );
  } catch (error) {
    throw runError('library-not-fetched', { library: requirement, reason: reasonOf(error) }, { cause: error });
  }
  const [name, ...others] = await readdir(target);
  if (name === undefined || others.length > 0 || !name.endsWith('.whl'))
    throw runError('library-not-fetched', { library: requirement, reason: 'the index did not send one wheel' });
  return join(target, name);
}

/** The last error that pip has printed; addresses of an index may have a password. */
function reasonOf(error: unknown): string {
  const { stderr = '', killed } = error as { readonly stderr?: string; readonly killed?: boolean };
  if (killed === true) return 'it took too long';
  const lines = stderr.split('\n').flatMap((line) => /^ERROR: (.+)/.exec(line)?.[1] ?? []);
  return (lines.at(-1) ?? 'pip failed').replaceAll(/:\/\/[^/@\s]+@/g, '://').slice(0, 500);
}
