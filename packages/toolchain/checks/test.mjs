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
  ['types of the interface for the page', process.execPath, [join('packages', 'web', 'make-api-types.ts')]],
  ['types of the page', bin('tsc'), ['-p', join('packages', 'web')]],
  ['types of tests of its parts', bin('tsc'), ['-p', join('packages', 'web', 'test', 'units')]],
];

/** Files that take longest, the longest first: begun last, one of them would have a core to itself at the end. */
const longest = [
  'server/test/postgres',
  'runner/test/explain-code',
  'runner/test/partitions',
  'runner/test/examples',
  'runner/test/gallery',
  'runner/test/learning-faults',
  'runner/test/learning-pyspark',
  'runner/test/learning-python',
  'runner/test/learning-xgboost',
  'runner/test/random-graphs',
  'spark-connect/test/ml',
  'spark-connect/test/functions',
  'cli/test/samples',
  'web/test/datasets',
  'web/test/projects',
  'web/test/workflows',
  'web/test/editor',
  'web/test/every-page',
  'web/test/uploads',
  'server/test/fuzz',
  'runner/test/documents',
  'cli/test/urls',
  'cli/test/bad-surroundings',
  'runner/test/auto',
  'cli/test/validate',
  'server/test/executions-spark',
  'server/test/file-space',
  'server/test/s3-runs',
  'runner/test/remote-s3',
].map((name) => join('packages', `${name}.test.ts`));

/** Where a file stands: those that are not among the longest come in the order of their names. */
const placeOf = (/** @type {string} */ file) => (longest.includes(file) ? longest.indexOf(file) : longest.length);

let [passed, failed] = [0, 0];
for (const [name, command, args] of checks) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) passed++;
  else failed++;
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${Math.round(performance.now() - started)} ms)`);
}

const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : globSync('packages/*/test/**/*.test.ts', { cwd: root })
        .sort()
        .sort((a, b) => placeOf(a) - placeOf(b));
// whatever tests leave behind goes with this folder
const temporary = mkdtempSync(join(tmpdir(), 'millrace-tests-'));
// PostgreSQL, which does not run as root, works in a folder of its own below
chmodSync(temporary, 0o711);
process.env['TMPDIR'] = temporary;
// a process a file, each of which would compile the same sources
process.env['NODE_COMPILE_CACHE'] = join(temporary, 'compiled');
// tests have little data: Spark's compiler would take more of the time than its work
process.env['MILLRACE_SPARK_QUICK'] ??= 'true';
// one more than cores, for while a test waits for an engine to start its core is free
const tests = run({ files, cwd: root, concurrency: Math.min(2, availableParallelism()) + 1 });
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
