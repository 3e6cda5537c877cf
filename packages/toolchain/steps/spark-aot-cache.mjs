// @ts-check
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';
import { isPacked, nodeOf } from './npm-packages.mjs';

/** @type {import('../setup.mjs').Step} */
export const sparkAotCache = {
  name: 'Spark start-up cache (one training run)',

  done: () => existsSync(toolchain().aotCache),

  async run({ checkout, progress }) {
    const { aotCache } = toolchain();
    const part = `${aotCache}.part`;
    // The JVM keeps the first half of its work in a file next to the cache, and leaves it when it is killed.
    const leftovers = [part, `${part}.config`];
    for (const file of leftovers) rmSync(file, { force: true });
    const train = trainingIn(checkout);
    await run(isPacked(checkout) ? process.execPath : nodeOf(checkout), [train, part], {
      cwd: checkout,
      onLine: progress,
    });
    renameSync(part, aotCache);
    removeEarlier(aotCache);
    for (const file of leftovers) rmSync(file, { force: true });
  },
};

/** Removes the caches of earlier editions next to one: 300 MB each. An older Millrace starts its Spark without, half as fast.
 * @param {string} aotCache */
export function removeEarlier(aotCache) {
  const edition = (/** @type {string} */ name) => Number(/^spark-(\d+)\.aot$/.exec(name)?.[1] ?? Number.NaN);
  const own = edition(basename(aotCache));
  for (const name of readdirSync(dirname(aotCache)))
    if (edition(name) < own) rmSync(join(dirname(aotCache), name), { force: true });
}

/** The program that has Spark do what engines do first. @param {string} checkout */
export const trainingIn = (checkout) =>
  join(checkout, 'packages', 'engines', 'src', 'spark', isPacked(checkout) ? 'train.js' : 'train.ts');
