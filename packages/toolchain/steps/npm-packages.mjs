// @ts-check
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError, run } from './commands.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Locked */

/** @type {import('../setup.mjs').Step} */
export const npmPackages = {
  name: 'npm packages and Node 24',

  /** Whether node_modules holds what the lockfile says; times of files would lie after a checkout. */
  done({ checkout }) {
    const hidden = join(checkout, 'node_modules', '.package-lock.json');
    if (!existsSync(hidden) || !existsSync(nodeOf(checkout))) return false;
    const wanted = lockedPackages(join(checkout, 'package-lock.json'));
    const present = lockedPackages(hidden);
    return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
      if (path === '' || (!link && !path.startsWith('node_modules/'))) return true;
      const installed = present[path];
      if (!installed) return optional === true;
      return installed.version === version && installed.integrity === integrity;
    });
  },

  async run({ checkout }) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout });
    if (!existsSync(nodeOf(checkout))) linkNode(checkout);
  },
};

/** Older npm (seen in 9.2 to 11.0) ends by removing the packages of other platforms with their one and same link.
 * @param {string} checkout */
function linkNode(checkout) {
  const platform = `${process.platform}-${process.arch}`;
  const node = join('..', `node-${platform}`, 'bin', 'node');
  if (!existsSync(join(dirname(nodeOf(checkout)), node)))
    throw new SetupError(`no Node 24 package is available for ${platform}: use Linux on x64 or arm64`);
  rmSync(nodeOf(checkout), { force: true });
  symlinkSync(node, nodeOf(checkout));
}

/** True for what `npm install` has put there: its npm packages, protocol code and page have come with it, and it runs on Node 24.
 * npm packs no lockfile. @param {string} checkout */
export function isPacked(checkout) {
  return !existsSync(join(checkout, 'package-lock.json'));
}

/** @param {string} checkout */
export function nodeOf(checkout) {
  return join(checkout, 'node_modules', '.bin', 'node');
}

/** @param {string} file @returns {Record<string, Locked>} */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
