// @ts-check
// Every check, as `npm test` runs it: lint, format, types, tests. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);

/** @type {readonly (readonly [string, string, readonly string[]])[]} */
const checks = [
  ['lint', bin('oxlint'), ['--quiet']],
  ['format', bin('oxfmt'), ['--check']],
  ['types', bin('tsc'), ['-p', '.']],
];

let [passed, failed] = [0, 0];
for (const [name, command, args] of checks) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) passed++;
  else failed++;
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${Math.round(performance.now() - started)} ms)`);
}

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('packages/*/test/**/*.test.ts', { cwd: root }).sort();
// whatever tests leave behind goes with this folder
const temporary = mkdtempSync(join(tmpdir(), 'millrace-tests-'));
// PostgreSQL, which does not run as root, works in a folder of its own below
chmodSync(temporary, 0o711);
process.env['TMPDIR'] = temporary;
const tests = run({ files, cwd: root, concurrency: Math.min(2, availableParallelism()) });
tests.on('test:summary', ({ file, counts }) => {
  if (file !== undefined) return;
  passed += counts.passed;
  failed += counts.tests - counts.passed - counts.skipped - counts.todo;
});
const shown = tests.compose(spec);
shown.pipe(process.stdout);
await new Promise((resolve) => shown.on('end', resolve));
rmSync(temporary, { recursive: true, force: true });
if (files.length === 0) failed++;
process.exitCode = failed === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
