import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { csv, inARow, sql, type Draft } from './drafts.ts';
import { alive } from '../../engines/test/support/folders.ts';
import { ready } from './support.ts';
import { until } from '@millrace/testkit/until';

const scratch = testFolder();
const host = new EngineHost({ scratch, sparks: 2, sparkIdleMs: 3_600_000, memory: '512m' });
after(() => host.close());

/** Resolves when a process is gone. */
const isGone = (pid = 0): Promise<void> => until(() => !alive(pid));

test('an embedded Spark serves one owner, and makes room for another when nobody uses it', async () => {
  const [one, two] = await Promise.all([host.open('spark', { owner: 'a' }), host.open('spark', { owner: 'b' })]);
  const again = await host.open('spark', { owner: 'a' });
  assert.equal(again.pid, one.pid);
  assert.notEqual(two.pid, one.pid);
  assert.equal(host.sparks, 2);

  // no room: who waits can give up
  const stop = new AbortController();
  const opening = host.open('spark', { owner: 'c', signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await assert.rejects(opening, /no longer wanted/);

  const waiting = host.open('spark', { owner: 'c' });
  await again.leave();
  await two.leave();
  const other = await waiting;
  assert.equal(alive(two.pid ?? 0), false);
  assert.equal(host.sparks, 2);
  assert.deepEqual(await one.session.sql('select 1 as one').collect(), [{ one: 1 }]);
  assert.deepEqual(await other.session.sql('select 2 as two').collect(), [{ two: 2 }]);

  // ended for one of its sessions, it ends for all of its owner, and is made anew
  other.kill();
  await isGone(other.pid);
  await assert.rejects(other.session.sql('select 2 as two').collect(), /spark ended during the run/);
  await other.leave();
  assert.equal(alive(one.pid ?? 0), true);
  await using later = await host.open('spark', { owner: 'c' });
  assert.notEqual(later.pid, other.pid);
  await one.leave();
});

const isLight = (pid: number | undefined): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0-XX:TieredStopAtLevel=1\0');

test('an embedded Spark compiles lightly where that is set, and ends after a while that nobody uses it', async (t) => {
  withSetting(t, 'true');
  await using brief = new EngineHost({ scratch, sparkIdleMs: 1, memory: '512m' });
  const session = await brief.open('spark');
  assert.deepEqual(await session.session.sql('select 1 as one').collect(), [{ one: 1 }]);
  assert.equal(isLight(session.pid), true);
  await session.leave();
  await isGone(session.pid);
});

test('a single run gets a Spark that compiles lightly where its inputs are small; one that more runs share does not', async (t) => {
  withSetting(t, '');
  for (const [oneRun, bytes, light] of [
    [true, 570_000, true],
    [true, 6_000_000, false],
    [false, 570_000, false],
  ] as const) {
    await using host = new EngineHost({ scratch, memory: '512m', oneRun });
    await using session = await host.open('spark', { bytes });
    assert.equal(isLight(session.pid), light, `${oneRun}, ${bytes}`);
  }
});

function withSetting(t: TestContext, set: string): void {
  const before = process.env['MILLRACE_SPARK_QUICK'];
  process.env['MILLRACE_SPARK_QUICK'] = set;
  t.after(() => {
    if (before === undefined) delete process.env['MILLRACE_SPARK_QUICK'];
    else process.env['MILLRACE_SPARK_QUICK'] = before;
  });
}

test('a Spark that dies between two runs is replaced for the next one', async () => {
  const first = await host.open('spark', { owner: 'unlucky' });
  await first.leave();
  process.kill(first.pid ?? 0, 'SIGKILL');
  // nobody has noticed yet
  const second = await host.open('spark', { owner: 'unlucky' });
  assert.notEqual(second.pid, first.pid);
  assert.deepEqual(await second.session.sql('select 1 as one').collect(), [{ one: 1 }]);
  await second.leave();
});

test('a query that eats the memory of a shared Spark fails its own run alone; the other one begins again, and saves once', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'letters.csv'), 'a\nx\n');
  writeFileSync(join(folder, 'begin.csv'), 'n\n2147483647\n');
  const eventsOf: Record<string, RunEvent[]> = { greedy: [], patient: [] };
  const run = async (name: string, nodes: readonly Draft[], see: (event: RunEvent) => void): Promise<Manifest> => {
    const { prepared, ...rest } = await ready(inARow(nodes), new Map(), folder);
    const emit = (event: RunEvent): void => {
      eventsOf[name]?.push(event);
      see(event);
    };
    return runWorkflow(prepared, { engine: 'spark', runKey: name, owner: 'crowd' }, { ...rest, host, emit });
  };
  const working = Promise.withResolvers<void>();
  // it has no end, but where the file says that the first number will do
  const first =
    'select r.id from range(0, 9000000000000000000, 1, 1) r cross join t where r.id >= cast(t.n as bigint) * 1000000000 limit 1';
  const save: Draft = { nodeClass: 'save.NodeSaveParquet', fields: { path: 'out', saveMode: 'Append' } };
  const patient = run('patient', [csv('begin.csv', 'n', 'INTEGER'), sql(first), save], (event) => {
    if (event.event === 'node.started' && event.id === '2') working.resolve();
    if (event.event === 'engine.changed') writeFileSync(join(folder, 'begin.csv'), 'n\n0000000000\n');
  });
  await working.promise;
  const large = sql('select repeat(a, 2000000000) as x from t');
  const greedy = await run('greedy', [csv('letters.csv', 'a', 'STRING'), large], () => undefined);

  const [failed] = greedy.nodes.filter(({ status }) => status === 'FAILED');
  assert.deepEqual([greedy.status, failed?.id, failed?.error?.code], ['FAILED', '2', 'ENGINE_LOST']);
  assert.equal(failed?.error?.message, 'spark ended during the run: it ran out of memory (512 MB)');
  assert.match(failed?.error?.remedy ?? '', /^give engines more memory \(MILLRACE_ENGINE_MEMORY\), or /);

  const { status, nodes, why } = await patient;
  assert.equal(status, 'COMPLETED', JSON.stringify(nodes));
  assert.match(why, /^the Spark that this run shared .* ended \(it ran out of memory \(512 MB\)\).* on its own Spark$/);
  assert.deepEqual(readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.parquet')).length, 1);
  for (const [name, events] of Object.entries(eventsOf)) {
    const changes = events.flatMap((event) => (event.event === 'engine.changed' ? [`${event.from} ${event.to}`] : []));
    assert.deepEqual(changes, ['spark spark'], name);
  }
  // Sparks of their own end with the runs
  await until(() => host.sparks === 0);
});
