import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../toolchain/steps/commands.mjs';
import { findPython } from '../../../toolchain/steps/find-python.mjs';
import { lockFolder } from '../../../toolchain/steps/lock.mjs';
import { cacheRoot } from '../../../toolchain/toolchain.mjs';
import { packages, packagesOf310 } from './pins.ts';

/**
 * The command of Schemathesis, in a Python environment of its own below the cache folder. Brings it where it is missing;
 * fails where it cannot.
 */
export async function schemathesis(): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([packages, packagesOf310]))
    .digest('hex')
    .slice(0, 16);
  const venv = join(cacheRoot(), `fuzz-${key}`);
  const [installed, complete, command] = ['bin/python', 'complete', 'bin/schemathesis'].map((path) => join(venv, path));
  if (installed === undefined || complete === undefined || command === undefined) throw new Error('three paths');
  const isComplete = () =>
    existsSync(complete) && existsSync(installed) && madeBy(complete) === realpathSync(installed);
  if (isComplete()) return command;
  const python = findPython();
  const unlock = await lockFolder(python.command, cacheRoot(), () => undefined);
  try {
    if (isComplete()) return command;
    await rm(venv, { recursive: true, force: true });
    await mkdir(venv, { recursive: true });
    await run(python.command, ['-m', 'venv', venv]);
    const pins = Object.entries(python.minor > 10 ? packages : { ...packages, ...packagesOf310 });
    const specs = pins.map(([name, version]) => `${name}==${version}`);
    const settings = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PIP_USER: '0', PYTHONPATH: '' };
    await run(installed, ['-m', 'pip', 'install', '--quiet', '--no-deps', ...specs], {
      env: { ...process.env, ...settings },
    });
    await writeFile(complete, realpathSync(installed));
    return command;
  } finally {
    unlock();
  }
}

/** The Python that an environment was made with: it ends with it. */
const madeBy = (complete: string): string => readFileSync(complete, 'utf8');
