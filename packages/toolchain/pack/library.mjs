// @ts-check
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm pack` and `npm publish` of a library: its `prepack` makes JavaScript and declarations of it, for Node 20 on, and has
 * package.json name them; its `postpack`, which calls this with `restore`, puts back what names the sources. A prepack that was
 * interrupted is undone by the next.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = process.cwd();
const [manifest, original] = ['package.json', '.package.json.original'].map((name) => join(folder, name));
const license = join(folder, 'LICENSE');

/** @typedef {Record<string, unknown> & { exports: Record<string, string>, dependencies: Record<string, string> }} Manifest */

function restore() {
  // a package.json that was edited since is newer than the copy
  const isOurs = existsSync(original) && readFileSync(manifest, 'utf8').includes('"./dist/');
  if (isOurs) renameSync(original, manifest);
  else rmSync(original, { force: true });
  rmSync(license, { force: true });
}

/** Makes JavaScript and declarations of a library. @param {string} library */
function build(library) {
  rmSync(join(library, 'dist'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', join(library, 'tsconfig.build.json')], { stdio: ['ignore', 2, 2] });
}

function prepare() {
  /** @type {Manifest} */
  const { exports, ...kept } = JSON.parse(readFileSync(manifest, 'utf8'));
  // declarations of a library of ours are compiled against
  for (const name of Object.keys(kept.dependencies))
    if (name.startsWith('@millrace/')) build(join(folder, '..', name.slice('@millrace/'.length)));
  build(folder);
  copyFileSync(join(root, 'LICENSE'), license);
  const built = Object.entries(exports).map(([name, source]) => {
    const made = source.replace('./src/', './dist/').replace(/\.ts$/, '');
    return [name, { types: `${made}.d.ts`, default: `${made}.js` }];
  });
  copyFileSync(manifest, original);
  writeFileSync(manifest, `${JSON.stringify({ ...kept, exports: Object.fromEntries(built) }, null, 2)}\n`);
}

restore();
if (process.argv[2] !== 'restore') prepare();
