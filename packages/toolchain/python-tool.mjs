// @ts-check
import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheRoot, toolchain } from './toolchain.mjs';

const run = promisify(execFile);

/** The Python of an environment that holds a tool of our checks and tests, made at its first use. It is no part of set-up: a
 * service does without.
 * @param {string} name @param {string} version @returns {Promise<string>} */
export async function pythonWith(name, version) {
  const venv = join(cacheRoot(), `${name}-${version}`);
  // not the script of the tool: it names the folder that it was installed in
  const python = join(venv, 'bin', 'python');
  if (existsSync(python)) return python;
  const unfinished = `${venv}.unfinished-${process.pid}`;
  try {
    await run(toolchain().python, ['-m', 'venv', unfinished]);
    await run(join(unfinished, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `${name}==${version}`]);
    renameSync(unfinished, venv);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // another process was first
    if (!existsSync(python)) throw error;
  }
  return python;
}
