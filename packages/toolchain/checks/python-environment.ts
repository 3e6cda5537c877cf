import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../steps/commands.mjs';
import { findPython } from '../steps/find-python.mjs';
import { lockFolder } from '../steps/lock.mjs';
import { cacheRoot } from '../toolchain.mjs';

/** Versions by the names of packages, those that others need included: they are installed without following dependencies. */
export type Pins = Readonly<Record<string, string>>;

/**
 * The folder of the programs of a Python environment of its own below the cache folder. Brings it where it is missing; fails
 * if it cannot. `pinsOf310`: versions that Python 3.10 takes in place of others.
 */
export async function pythonEnvironment(name: string, pins: Pins, pinsOf310: Pins): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([pins, pinsOf310]))
    .digest('hex')
    .slice(0, 16);
  const venv = join(cacheRoot(), `${name}-${key}`);
  const programs = join(venv, 'bin');
  const [installed, complete] = [join(programs, 'python'), join(venv, 'complete')];
  const isComplete = () =>
    existsSync(complete) && existsSync(installed) && madeBy(complete) === realpathSync(installed);
  if (isComplete()) return programs;
  const python = findPython();
  const unlock = await lockFolder(python.command, cacheRoot(), () => undefined);
  try {
    if (isComplete()) return programs;
    await rm(venv, { recursive: true, force: true });
    await mkdir(venv, { recursive: true });
    await run(python.command, ['-m', 'venv', venv]);
    const all = Object.entries(python.minor > 10 ? pins : { ...pins, ...pinsOf310 });
    const specs = all.map(([one, version]) => `${one}==${version}`);
    const settings = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PIP_USER: '0', PYTHONPATH: '' };
    await run(installed, ['-m', 'pip', 'install', '--quiet', '--no-deps', ...specs], {
      env: { ...process.env, ...settings },
    });
    await writeFile(complete, realpathSync(installed));
    return programs;
  } finally {
    unlock();
  }
}

/** The Python that an environment was made with: it ends with it. */
const madeBy = (complete: string): string => readFileSync(complete, 'utf8');
