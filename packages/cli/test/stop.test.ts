import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { spawn, type ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunEvent } from '@millrace/runner';
import { csvNode, descendants, waitForExit, main, manifestOf, TestFolder, sqlNode, workflow } from './support.ts';

const endless = 'select sum(a.id * b.id) as s from t cross join range(10000000) a cross join range(10000000) b';
const document = workflow([csvNode('people.csv'), sqlNode(endless)]);
const files = { 'people.csv': 'name,age\nAda,36\n' };

/** Waits until the first node has ended and the second is at work. */
async function inTheMiddle(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('no output');
  const waited = new Set(['node.finished 1', 'node.started 2']);
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as RunEvent;
    if ('id' in event) waited.delete(`${event.event} ${event.id}`);
    if (waited.size === 0) return;
  }
  throw new Error(`the run ended before ${[...waited].join(' and ')}`);
}

/** What the system says of a process; empty if it is gone: a process may go between any two looks at it. */
function factOf(pid: number, what: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** One that has ended and waits for its parent does not live. */
const isAlive = (pid: number): boolean => /\) [^ZX] /.test(factOf(pid, 'stat'));

async function allGone(pids: readonly number[], withinMs: number): Promise<number[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const alive = pids.filter(isAlive);
    if (alive.length === 0 || performance.now() > deadline) return alive;
    await delay(20);
  }
}

const start = async (folder: TestFolder): Promise<ChildProcess> =>
  folder.start('run', await folder.workflow(document), '--engine', 'sail', '--json');

test('Ctrl-C stops a run in the middle of a query: the manifest says so, nothing is left', async () => {
  await using folder = await TestFolder.make(files);
  const child = await start(folder);
  const done = waitForExit(child);
  await inTheMiddle(child);
  const below = descendants(child.pid ?? 0);
  assert.ok(below.length > 0);
  child.kill('SIGINT');
  const result = await done;
  assert.equal(result.code, 1);
  const manifest = manifestOf({
    ...result,
    stdout: result.stdout.slice(result.stdout.lastIndexOf('\n{"event":"run.finished"') + 1),
  });
  assert.equal(manifest.status, 'STOPPED');
  assert.equal(manifest.nodes.find((n) => n.id === '2')?.status, 'STOPPED');
  assert.deepEqual(await allGone(below, 30_000), []);
  assert.deepEqual(await folder.leftovers(), []);
});

test('a killed command line takes its engine and its scratch folder with it', async () => {
  await using folder = await TestFolder.make(files);
  const child = await start(folder);
  await inTheMiddle(child);
  const below = descendants(child.pid ?? 0);
  assert.ok(below.length > 0);
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.deepEqual(await allGone(below, 30_000), []);
  assert.deepEqual(await folder.leftovers(), []);
});

test('an engine that is killed in the middle of a run fails the node with a clear word', async () => {
  await using folder = await TestFolder.make(files);
  const child = await start(folder);
  const done = waitForExit(child);
  await inTheMiddle(child);
  const below = descendants(child.pid ?? 0);
  // not its guard, a shell that names it too and ends with it
  const engine = below.find((pid) => /^(?!\/bin\/sh\0).*pysail/.test(factOf(pid, 'cmdline')));
  process.kill(engine ?? assert.fail('no engine is at work'), 'SIGKILL');
  const result = await done;
  assert.equal(result.code, 1);
  const failed = manifestOf(result).nodes.find((n) => n.id === '2');
  assert.equal(failed?.status, 'FAILED');
  assert.equal(failed?.error?.code, 'ENGINE_LOST');
  assert.match(failed?.error?.message ?? '', /^sail ended during the run: it was killed/);
  assert.deepEqual(await allGone(below, 30_000), []);
  assert.deepEqual(await folder.leftovers(), []);
});

/** What a process does that is asked to end by the very text that says that it serves. */
const endsWhenItServes = `
const { stdout } = process;
const write = stdout.write;
stdout.write = (text, ...rest) => {
  const done = write.call(stdout, text, ...rest);
  if (String(text).includes('serves')) process.kill(process.pid, 'SIGTERM');
  return done;
};`;

test('a service that is asked to end as soon as it says that it serves ends in order', async () => {
  await using folder = await TestFolder.make();
  const env = {
    MILLRACE_HOME: folder.temporary,
    MILLRACE_FILES: folder.files,
    MILLRACE_PORT: '0',
    MILLRACE_LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endsWhenItServes)}`,
  };
  const { code, signal, stdout } = await waitForExit(
    spawn(process.execPath, [main, 'start'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  assert.match(stdout, /Millrace serves/);
  assert.deepEqual([code, signal], [0, null]);
});
