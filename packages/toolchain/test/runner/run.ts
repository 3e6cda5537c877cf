// Runs one unit of files below this folder as the runner does, and prints its results as JSON: `run.ts LIMIT FILE …`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProcessWatch } from '../../checks/processes.ts';
import { runUnit } from '../../checks/run-unit.ts';
import { toolchain } from '../../toolchain.mjs';

const [limit = '60', ...names] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'millrace-runner-'));
using processes = new ProcessWatch();
const results = await runUnit(
  {
    files: names.map((name) => `packages/toolchain/test/runner/${name}.ts`),
    name: (file) => file,
    limit: Number(limit),
    env: {},
    usesSpark: false,
    isUnitLayer: false,
  },
  {
    root,
    python: toolchain().python,
    temporary: join(temporary, 'unit'),
    env: process.env,
    processes,
    onFile: () => undefined,
  },
);
rmSync(temporary, { recursive: true, force: true });
console.log(JSON.stringify(results));
