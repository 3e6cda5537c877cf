import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@millrace/testkit/shared';
import { SparkSession } from '@millrace/spark-connect';
import { EngineStartError, startSail, whyEnded } from '../src/index.ts';
import { alive, newScratch, untilRemoved } from './support/folders.ts';
import { until } from '@millrace/testkit/until';

const OWNER = fileURLToPath(new URL('./support/owner.ts', import.meta.url));
const portOf = (url: string) => Number(/:(\d+)/.exec(url)?.[1]);

/** The fields of Linux's /proc/PID/stat from the state on: state, parent, process group (proc(5)). */
function statFields(pid: number): string[] {
  return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
}

test('Sail answers a query once startSail has resolved, and is gone with its folder after stop', async () => {
  const scratch = newScratch();
  const engine = await startSail({ scratch });
  await using session = await SparkSession.connect(engine.url, { 'spark.sql.session.timeZone': 'UTC' });
  assert.deepEqual(await session.sql('select current_timezone() as zone, 1 as one').collect(), [
    { zone: 'UTC', one: 1 },
  ]);
  await session.stop();
  await engine.stop();
  assert.equal(alive(engine.pid), false);
  assert.equal(existsSync(scratch), false);
  const [error] = await once(connect(portOf(engine.url), '127.0.0.1'), 'error');
  assert.equal(error.code, 'ECONNREFUSED');
});

test('a value that is larger than a Sail may hold ends this Sail alone, which says why', async () => {
  await using engine = await startSail({ scratch: newScratch(), memory: '64m' });
  await using other = await startSail({ scratch: newScratch(), memory: '64m' });
  const [session, otherSession] = await Promise.all([engine, other].map(({ url }) => SparkSession.connect(url)));
  assert.ok(session !== undefined && otherSession !== undefined);
  void engine.exited.then((exit) => session.client.abandon(whyEnded(exit)));
  await assert.rejects(session.sql("select repeat('x', 2000000000) as x").table(), {
    name: 'ConnectionLostError',
    message: 'it ran out of memory',
  });
  assert.equal((await otherSession.sql("select repeat('x', 2000000) as x").table()).rows.length, 1);
  otherSession.client.close();
});

test('engines that start at the same time get ports of their own', async () => {
  const engines = await Promise.all([1, 2, 3, 4].map(() => startSail({ scratch: newScratch() })));
  assert.equal(new Set(engines.map(({ url }) => url)).size, 4);
  await Promise.all(engines.map((engine) => engine.stop()));
});

test('an engine listens on 127.0.0.1 only', async () => {
  await using engine = await startSail({ scratch: newScratch() });
  const [error] = await once(connect(portOf(engine.url), '127.0.0.2'), 'error');
  assert.equal(error.code, 'ECONNREFUSED');
});

test('kill -9 of the process that started an engine ends the engine and removes its folder', async () => {
  const scratch = newScratch();
  const owner = spawn(process.execPath, [OWNER, scratch], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await once(owner.stdout, 'data');
  const pid = Number(output);
  assert.equal(alive(pid), true);
  writeFileSync(join(scratch, 'spilled'), 'data');
  owner.kill('SIGKILL');
  await untilRemoved(scratch);
  assert.equal(alive(pid), false);
});

test('kill -9 of the process that is just starting an engine leaves no folder', async () => {
  const scratch = newScratch();
  const owner = spawn(process.execPath, [OWNER, scratch], { stdio: 'ignore' });
  await until(() => existsSync(scratch));
  owner.kill('SIGKILL');
  await untilRemoved(scratch);
});

test('kill -9 of an engine is told by `exited` and removes its folder', async () => {
  const scratch = newScratch();
  const engine = await startSail({ scratch });
  process.kill(engine.pid, 'SIGKILL');
  const { code, signal, log } = await engine.exited;
  assert.deepEqual({ code, signal }, { code: null, signal: 'SIGKILL' });
  assert.match(log.join('\n'), /Spark Connect server/);
  assert.equal(existsSync(scratch), false);
});

test('kill -9 of the guard ends the engine and removes its folder', async () => {
  const scratch = newScratch();
  const engine = await startSail({ scratch });
  process.kill(Number(statFields(engine.pid)[1]), 'SIGKILL');
  await engine.exited;
  assert.equal(alive(engine.pid), false);
  assert.equal(existsSync(scratch), false);
});

test('an engine that does not heed a graceful stop is forced', async () => {
  const engine = await startSail({ scratch: newScratch() });
  process.kill(engine.pid, 'SIGSTOP');
  await until(() => statFields(engine.pid)[0] === 'T');
  await engine.stop();
  assert.equal((await engine.exited).signal, 'SIGKILL');
});

test('kill ends an engine at once, and stop after it does no harm', async () => {
  const engine = await startSail({ scratch: newScratch() });
  engine.kill();
  assert.equal((await engine.exited).signal, 'SIGKILL');
  await engine.stop();
});

test('a key on the terminal does not reach an engine: it has a process group of its own', async () => {
  await using engine = await startSail({ scratch: newScratch() });
  assert.notEqual(statFields(engine.pid)[2], statFields(process.pid)[2]);
});

test('an aborted start rejects with the reason and leaves nothing', async () => {
  const scratch = newScratch();
  const controller = new AbortController();
  const start = startSail({ scratch, signal: controller.signal });
  controller.abort(new Error('no longer wanted'));
  await assert.rejects(start, /no longer wanted/);
  assert.equal(existsSync(scratch), false);
  await assert.rejects(startSail({ scratch, signal: controller.signal }), /no longer wanted/);
  assert.equal(existsSync(scratch), false);
});

test('a scratch folder in use is refused and left as it is', async () => {
  const scratch = newScratch();
  mkdirSync(scratch);
  writeFileSync(join(scratch, 'precious'), 'data');
  await assert.rejects(startSail({ scratch }), (error) => {
    assert.ok(error instanceof EngineStartError);
    assert.match(error.message, /scratch.* is not empty/);
    return true;
  });
  assert.equal(readFileSync(join(scratch, 'precious'), 'utf8'), 'data');
});

test('a scratch folder that cannot be made is named', async () => {
  const file = newScratch();
  writeFileSync(file, 'data');
  const scratch = join(file, 'below');
  await assert.rejects(startSail({ scratch }), new RegExp(`^EngineStartError: sail .* did not start: .*${file}`));
});

test('an engine that is not installed says so and how to install it', async (t) => {
  const before = process.env.MILLRACE_CACHE;
  t.after(() => (before === undefined ? delete process.env.MILLRACE_CACHE : (process.env.MILLRACE_CACHE = before)));
  process.env.MILLRACE_CACHE = testFolder();
  await assert.rejects(
    startSail({ scratch: newScratch() }),
    /the Python environment is missing \(.*Run: npm run setup$/,
  );
});

test('an engine sees no variable that would change it and no secret of ours', async (t) => {
  const ours = { SPARK_REMOTE: 'sc://example', SAIL_MODE: 'none', MILLRACE_ADMIN_PASSWORD: 'secret' };
  t.after(() => Object.keys(ours).forEach((name) => delete process.env[name]));
  Object.assign(process.env, ours);
  await using engine = await startSail({ scratch: newScratch() });
  const environment = readFileSync(`/proc/${engine.pid}/environ`, 'utf8');
  for (const name of Object.keys(ours)) assert.doesNotMatch(environment, new RegExp(name));
  assert.match(environment, /PATH=/);
});
