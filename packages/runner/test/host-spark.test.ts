import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test, type TestContext } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { EngineHost } from '../src/host.ts';
import { alive } from './engines/folders.ts';
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
  const given = host.open('spark', { owner: 'c', signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await assert.rejects(given, /no longer wanted/);

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
  await assert.rejects(other.session.sql('select 2 as two').collect(), /spark ended in the middle of the work/);
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
