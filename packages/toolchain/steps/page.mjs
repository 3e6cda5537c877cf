// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.mjs';
import { nodeOf } from './npm-packages.mjs';

/** What the page is built from, in its own folder. */
const FOLDERS = ['src', 'public'];
const FILES = ['index.html', 'first.js', 'vite.config.ts', 'compress.mjs', 'package.json'];
/** What it takes of others: the drawing of charts, the workflow document, and the versions of its packages. */
const OTHERS = [
  '../charts/package.json',
  '../charts/src',
  '../../package-lock.json',
  '../workflow/package.json',
  '../workflow/src',
];

/** @type {import('../setup.mjs').Step} */
export const page = {
  name: 'Web page',

  done({ checkout }) {
    const stamp = stampOf(checkout);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(checkout);
  },

  async run({ checkout }) {
    const hash = hashOf(checkout);
    const [node, folder] = [nodeOf(checkout), folderOf(checkout)];
    const vite = join(checkout, 'node_modules', 'vite', 'bin', 'vite.js');
    // the build empties its folder first: what it leaves when it is interrupted has no stamp
    await run(node, [vite, 'build', '--logLevel', 'warn', folder], { cwd: checkout });
    await run(node, [join(folder, 'compress.mjs'), join(folder, 'dist')], { cwd: checkout });
    writeFileSync(stampOf(checkout), hash);
  },
};

/** @param {string} checkout */
const folderOf = (checkout) => join(checkout, 'packages', 'web');

/** @param {string} checkout */
const stampOf = (checkout) => join(folderOf(checkout), 'dist', 'stamp');

/** @param {string} checkout */
function hashOf(checkout) {
  const folder = folderOf(checkout);
  const hash = createHash('sha256');
  // types are not built
  const own = FOLDERS.flatMap((name) => filesOf(folder, name)).filter((file) => !file.endsWith('.d.ts'));
  for (const file of [...own.sort(), ...FILES, ...OTHERS.flatMap((name) => filesOf(folder, name))])
    hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/**
 * The files of a folder, or the file itself, seen from the folder of the page.
 * @param {string} folder
 * @param {string} name
 */
function filesOf(folder, name) {
  if (statSync(join(folder, name)).isFile()) return [name];
  return readdirSync(join(folder, name), { recursive: true })
    .map((file) => join(name, String(file)))
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
}
