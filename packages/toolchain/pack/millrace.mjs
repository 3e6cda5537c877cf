// @ts-check
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run pack [FOLDER]`: puts the whole workbench into one npm package, `millrace-VERSION.tgz`, in a folder or here. Folders
 * lie in it as in the repository; sources have become JavaScript line by line, and name one another by their paths. npm
 * packages of others are its dependencies; Spark, its JDK, Sail and Python's packages are fetched at its first start.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = join(root, 'packages');
/** What lies next to the packages, where their sources look for it. */
const BESIDE = ['python', 'scala', 'samples', 'LICENSE', 'README.md', 'CHANGELOG.md'];
/** Of a package: its sources, and what is made of others. */
const PARTS = ['src', 'gen', 'steps', 'dist', 'built.mjs'];
/** Packages of which a part is left out: the page is built, and a library's own packing is none of the workbench. */
const LEFT_OUT = new Map([
  ['cli', ['dist']],
  ['web', ['src']],
  ['spark-connect', ['dist']],
  ['spark-sql', ['dist']],
]);

/** @typedef {{ name: string, version: string, description: string, license: string, engines: Record<string, string>,
 *   optionalDependencies: Record<string, string>, exports: Record<string, string>, dependencies?: Record<string, string> }} Manifest */

/** @param {string} folder @returns {Manifest} */
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const own = '@millrace/';

/** The packages that the command line needs, with what they need. @returns {Map<string, Manifest>} */
function needed() {
  /** @type {Map<string, Manifest>} */
  const found = new Map();
  const waiting = ['cli'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const manifest = manifestIn(join(packages, name));
    found.set(name, manifest);
    for (const other of Object.keys(manifest.dependencies ?? {}))
      if (other.startsWith(own)) waiting.push(other.slice(own.length));
  }
  return found;
}

/** JavaScript of a source, each line where it was. @param {string} file @param {Map<string, Manifest>} all */
function scriptOf(file, all) {
  const text = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' });
  return inPlace(text, file, all).replace(/(['"`])([\w./-]*)\.ts\1/g, '$1$2.js$1');
}

/** A script whose packages of ours are named by their paths. @param {string} text @param {string} file @param {Map<string, Manifest>} all */
const inPlace = (text, file, all) =>
  text.replace(/(?<=(?:from|import|import\() ?)'@millrace\/([\w-]+)(\/[\w/-]+)?'/g, (_, name, entry = '') => {
    const source = all.get(name)?.exports[`.${entry}`];
    if (source === undefined) throw new Error(`${file} imports @millrace/${name}${entry}, which is not packed`);
    const path = relative(dirname(file), join(packages, name, source));
    return `'${path.startsWith('.') ? path : `./${path}`}'`;
  });

/** @param {string} from @param {string} to @param {Map<string, Manifest>} all */
function copy(from, to, all) {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (name !== '__pycache__') copy(join(from, name), join(to, name), all);
  } else if (from.endsWith('.ts') && !from.endsWith('.d.ts'))
    writeFileSync(to.replace(/ts$/, 'js'), scriptOf(from, all));
  else if (from.endsWith('.mjs')) writeFileSync(to, inPlace(readFileSync(from, 'utf8'), from, all));
  else if (!from.endsWith('.d.ts')) cpSync(from, to);
}

/** Lays the package out in a folder. @param {string} stage */
function layOut(stage) {
  for (const made of ['spark-connect/gen', 'web/dist'])
    if (!existsSync(join(packages, made))) throw new Error(`packages/${made} is missing: run npm run setup first`);
  const all = needed();
  for (const name of all.keys()) {
    const [from, to] = [join(packages, name), join(stage, 'packages', name)];
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, 'package.json'), '{ "type": "module" }\n');
    const parts = name === 'toolchain' ? readdirSync(from).filter((part) => /\.(mjs|sh|py|json)$/.test(part)) : [];
    for (const part of [...PARTS, ...parts])
      if (part !== 'package.json' && existsSync(join(from, part)) && !LEFT_OUT.get(name)?.includes(part))
        copy(join(from, part), join(to, part), all);
  }
  for (const name of BESIDE) copy(join(root, name), join(stage, name), all);
  cpSync(join(packages, 'toolchain', 'pack', 'launch.mjs'), join(stage, 'bin', 'millrace.mjs'));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest(all), null, 2)}\n`);
}

/** @param {Map<string, Manifest>} all */
function manifest(all) {
  const { name, version, description, license, engines, optionalDependencies } = manifestIn(root);
  // what the page is made of has been built into it
  const others = [...all]
    .filter(([one]) => one !== 'web')
    .flatMap(([, { dependencies = {} }]) => Object.entries(dependencies));
  const dependencies = Object.fromEntries(others.filter(([one]) => !one.startsWith(own)).toSorted());
  return {
    ...{ name, version, description, license, type: 'module', bin: { millrace: 'bin/millrace.mjs' }, engines },
    ...{ files: ['bin', 'packages', 'python', 'scala', 'samples', 'CHANGELOG.md'], dependencies, optionalDependencies },
  };
}

const target = resolve(process.argv[2] ?? '.');
const stage = mkdtempSync(join(tmpdir(), 'millrace-pack-'));
try {
  layOut(stage);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: stage,
    encoding: 'utf8',
  });
  process.stdout.write(`${join(target, packed.trim())}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
