import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testFolder } from '@millrace/testkit/shared';
import { unitsOf } from '../checks/plan.ts';
import type { FileResult } from '../checks/run-unit.ts';
import { toolchain } from '../toolchain.mjs';

const program = fileURLToPath(new URL('runner/run.ts', import.meta.url));
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

/** Runs files of the folder `runner` in one process, as the runner does. */
async function run(limit: number, ...names: readonly string[]): Promise<FileResult[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(limit), ...names], { env });
  return JSON.parse(stdout) as FileResult[];
}

const failuresOf = (result: FileResult | undefined): string[] => (result?.failures ?? []).map(({ name }) => name);
const errorsOf = (result: FileResult | undefined): string =>
  (result?.failures ?? []).map(({ error }) => error).join('\n');

describe('the runner of tests', () => {
  test('kills a file that hangs, and names the test', async () => {
    const [result] = await run(8, 'hangs');
    assert.deepEqual(failuresOf(result), ['finishes in time']);
    assert.match(errorsOf(result), /killed after 8 s, in: things > never ends\nprocesses:\n\d+: .*node/);
    assert.equal(result?.passed, 1);
  });

  test('fails a file that leaves a folder, a process or a port behind', async () => {
    const [result] = await run(60, 'leaves');
    assert.match(errorsOf(result), /forgotten-\w+/);
    assert.match(errorsOf(result), /sleep 1000/);
    assert.match(errorsOf(result), /listens on .*127\.0\.0\.1/);
  });

  test('fails a file that leaves something open that keeps its process', async () => {
    const [result] = await run(60, 'holds');
    assert.match(errorsOf(result), /left open: .*Timeout/);
  });

  test('counts passes and failures by file, and fails a file whose tests went elsewhere', async () => {
    const [first, second] = await run(60, 'makes-promise', 'loses-tests');
    assert.equal(first?.passed, 1);
    assert.deepEqual(failuresOf(first), ['fails\u2028there']);
    assert.match(errorsOf(first), /Error: on purpose/);
    assert.equal(failuresOf(second)[0], 'has tests');
  });

  test('leaves no process behind when it is killed itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-killed-'));
    const file = join(folder, 'pid');
    try {
      const runner = spawn(process.execPath, [program, '60', 'starts'], {
        env: { ...env, PID_FILE: file, TMPDIR: folder },
        stdio: 'ignore',
      });
      while (!existsSync(file) || (await readFile(file, 'utf8')) === '') await delay(50);
      const pid = await readFile(file, 'utf8');
      runner.kill('SIGKILL');
      await once(runner, 'exit');
      // ends when the process is gone, or with the limit of this file
      while (existsSync(`/proc/${pid}`)) await delay(50);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('finds what is below a process that ends, whose main thread has ended before the others', async () => {
    const folder = testFolder();
    // a process is a zombie then, and its children have it for a parent still
    const stats = { 10: '(node) S 1', 11: '(node) Z 10', 12: '(a) b) S 11', 13: '(gone) Z 12', 14: '(other) S 1' };
    for (const [pid, stat] of Object.entries(stats)) {
      await mkdir(join(folder, pid));
      await writeFile(join(folder, pid, 'stat'), `${pid} ${stat} 1 1`);
    }
    const checks = fileURLToPath(new URL('../checks', import.meta.url));
    const ask = `import sys; sys.path.insert(0, ${JSON.stringify(checks)}); from supervise import descendants; print(descendants(10, ${JSON.stringify(folder)}))`;
    const { stdout } = await promisify(execFile)(toolchain().python, ['-B', '-c', ask]);
    assert.equal(stdout.trim(), '[12]');
  });

  test('begins with the unit that takes longest, and runs the files of a layer alone', () => {
    const files = [
      'packages/runner/test/auto.test.ts',
      'packages/workflow/test/diff.test.ts',
      'packages/cli/test/run.test.ts',
    ];
    const times = {
      'packages/runner/test/auto.test.ts': { wall: 2, cpu: 1, starts: {} },
      'packages/workflow/test/diff.test.ts': { wall: 1, cpu: 1, starts: {} },
      'packages/cli/test/run.test.ts': { wall: 3, cpu: 1, starts: {} },
    };
    const filesOf = (layer: 'unit' | 'full', ...patterns: string[]): string[] =>
      unitsOf(files, { layer, patterns }, times).flatMap((unit) => unit.files);
    assert.deepEqual(filesOf('full'), [files[2], files[0], files[1]]);
    assert.deepEqual(filesOf('unit'), [files[1]]);
    assert.deepEqual(filesOf('full', 'cli/test/run'), [files[2]]);
  });

  test('divides the files of a large group between processes that take about as long', () => {
    const files = [9, 2, 3, 4, 4].map((seconds, i) => ({ file: `packages/cli/test/f${i}.test.ts`, seconds }));
    const times = Object.fromEntries(files.map(({ file, seconds }) => [file, { wall: seconds, cpu: 1, starts: {} }]));
    const all = files.map(({ file }) => file);
    const [first, second, ...others] = unitsOf(all, { layer: 'full', patterns: [] }, times);
    assert.deepEqual(others, []);
    const lasts = [first, second].map((unit) => unit?.files.reduce((sum, file) => sum + (times[file]?.wall ?? 0), 0));
    assert.deepEqual(lasts, [11, 11]);
  });

  test('fails tests on what others wrote in CI if that is not there, and skips them elsewhere', async () => {
    const check = async (ci: string): Promise<FileResult[]> => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [program, '60', '../../../workflow/test/gallery.test'],
        {
          env: { ...env, CI: ci, MILLRACE_TEST_MATERIAL: '/nowhere' },
        },
      );
      return JSON.parse(stdout) as FileResult[];
    };
    const [inCi] = await check('true');
    assert.match(errorsOf(inCi), /ENOENT.*\/nowhere\/gallery/);
    const [elsewhere] = await check('');
    assert.deepEqual(failuresOf(elsewhere), []);
    assert.ok((elsewhere?.skipped ?? 0) > 0);
  });
});
