// Every check, as `npm test` runs it: lint, format, types, tests. The last line is `N passed, N failed`.
//   npm test                 all that a commit needs
//   npm test -- TEXT …       test files whose path contains a text
//   npm run test:unit        what needs no engine, service or browser
//   npm run test:nightly     the long layer too
// `--record` writes what each file took to times.json, `--report FILE` all that was measured to a file.
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { toolchain } from '../toolchain.mjs';
import { unitsOf } from './plan.ts';
import { ProcessWatch } from './processes.ts';
import { runUnit, type FileResult } from './run-unit.ts';
import { SharedSpark } from './shared-spark.ts';
import { runCheck, staticChecks } from './static.ts';
import { readTimes, writeTimes } from './times.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values: options, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    layer: { type: 'string', default: 'full' },
    record: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const layer = options.layer === 'unit' || options.layer === 'nightly' ? options.layer : 'full';
const start = performance.now();
/** Processor seconds of the whole machine: of processes in sandboxes too, which take their times along when they end. */
const machineCpu = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys } }) => sum + user + nice + sys, 0) / 1_000;
const cpuBefore = machineCpu();
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
let [passed, failed, skipped] = [0, 0, 0];
/** What failed, and in a few lines how: shown once more at the end, where the end of a long log is all that is kept. */
const wrongs: string[] = [];

/** Lint, format and types: one after the other, while tests run. */
async function checkStatically(): Promise<void> {
  for (const [name, program, args] of staticChecks) {
    const start = performance.now();
    const wrong = await runCheck(root, program, args);
    if (wrong === undefined) passed++;
    else failed++;
    console.log(`${wrong === undefined ? '✔' : '✖'} ${name} (${seconds(performance.now() - start)} s)`);
    if (wrong === undefined) continue;
    console.log(wrong);
    wrongs.push(`✖ ${name}\n${shorten(wrong)}`);
  }
}

/** The first lines of what was written, each of a length that can be read. */
const shorten = (text: string): string =>
  text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');

const files = globSync('packages/*/test/**/*.test.ts', { cwd: root }).toSorted();
const times = readTimes();
const units = [...unitsOf(files, { layer, patterns }, times)];
if (units.length === 0) {
  console.log(`no test file's path contains ${patterns.join(' or ')}`);
  failed++;
}
// whatever tests leave behind goes with this folder
const temporary = mkdtempSync(join(tmpdir(), 'millrace-tests-'));
chmodSync(temporary, 0o711);
const env = {
  ...process.env,
  // each process would compile the same sources
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
  // tests have little data: Spark's compiler would take more of the time than its work
  // measure speed without this setting
  MILLRACE_SPARK_QUICK: process.env['MILLRACE_SPARK_QUICK'] ?? 'true',
};
const results: FileResult[] = [];

/** Prints how a file went; what it wrote, if it failed. */
function show(result: FileResult): void {
  const { file, wallMs, cpu, starts, passed: good, skipped: left, failures, output } = result;
  results.push(result);
  passed += good;
  failed += failures.length;
  skipped += left;
  const dear = Object.entries(starts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  console.log(
    `${failures.length === 0 ? '✔' : '✖'} ${file}: ${good} tests, ${seconds(wallMs)} s, ${cpu.toFixed(1)} s CPU${dear.length === 0 ? '' : `, ${dear.join(', ')}`}`,
  );
  for (const { name, error } of failures) {
    console.log(`  ✖ ${name}\n${error.replaceAll(/^/gm, '    ')}`);
    wrongs.push(`✖ ${file}: ${name}\n${shorten(error)}`);
  }
  if (failures.length > 0 && output.trim() !== '')
    console.log(`  output:\n${output.slice(-8_000).replaceAll(/^/gm, '    ')}`);
}

/** One more than cores, for while a test waits for an engine to start its core is free. */
const atOnce = Math.min(2, availableParallelism()) + 1;
{
  using processes = new ProcessWatch();
  await using spark = new SharedSpark({ root, env: { ...env, TMPDIR: temporary }, processes });
  const queue = units.map((unit, i) => ({ unit, temporary: join(temporary, String(i)) }));
  const checks = patterns.length > 0 ? [] : [checkStatically()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      await runUnit(next.unit, {
        root,
        python: toolchain().python,
        env,
        processes,
        spark,
        onFile: show,
        temporary: next.temporary,
      });
  };
  await Promise.all([...checks, ...Array.from({ length: atOnce }, work)]);
}
rmSync(temporary, { recursive: true, force: true });
const cpu = machineCpu() - cpuBefore;
if (options.report !== undefined)
  writeFileSync(options.report, JSON.stringify({ wallMs: performance.now() - start, cpu, results }, undefined, 1));
if (options.record) writeTimes(results, times, (name) => existsSync(join(root, name.replace(/ \(.*$/, ''))));
console.log(`${results.length} files, ${seconds(performance.now() - start)} s, ${cpu.toFixed(0)} s CPU of the machine`);
for (const wrong of wrongs) console.log(wrong);
if (skipped > 0) console.log(`${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
