// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.mjs';
import { nodeOf } from './npm-packages.mjs';

/** What the page is built from, in its own folder. */
const FOLDERS = ['src', 'public'];
const FILES = ['index.html', 'vite.config.ts', 'compress.mjs', 'package.json'];
/** What it takes of others: the drawing of charts, and the versions of its packages. */
const OTHERS = ['../server/src/charts/chart-option.ts', '../../package-lock.json'];

/** @type {import('../setup.mjs').Step} */
export const page = {
  name: 'The page',

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
  const own = FOLDERS.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true })
      .map((file) => join(name, String(file)))
      // types are not built
      .filter((file) => !file.endsWith('.d.ts') && statSync(join(folder, file)).isFile()),
  );
  for (const file of [...own.sort(), ...FILES, ...OTHERS])
    hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
