import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { testFolder } from '@millrace/testkit/shared';
import { EngineHost } from '../src/host/host.ts';
import { Pool } from '../src/host/pool.ts';
import { untilRemoved } from './support/folders.ts';

const newFolder = testFolder;

/** The process of Sail that has this scratch folder. */
function pidIn(scratch: string): number {
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`TMPDIR=${scratch}\0`);
    } catch {
      return false;
    }
  });
  assert.ok(pid !== undefined, `no process works in ${scratch}`);
  return Number(pid);
}

test('each session on Sail has a process of its own, which is gone with its folder once the session is disposed of', async () => {
  const scratch = newFolder();
  await using host = new EngineHost({ scratch, warm: 2 });
  host.refill();
  {
    await using first = await host.open('sail');
    await using second = await host.open('sail');
    await using third = await host.open('sail');
    const ports = [first, second, third].map(({ session }) => session.client.remote.port);
    assert.equal(new Set(ports).size, 3);
  }
  await host.close();
  assert.deepEqual(readdirSync(scratch), []);
});

test('a session that waits has the settings of a run', async () => {
  await using host = new EngineHost({ warm: 1 });
  await host.sailReady();
  await using engine = await host.open('sail');
  assert.equal(await engine.session.getConfig('spark.sql.ansi.enabled'), 'true');
  assert.equal(await engine.session.getConfig('spark.sql.session.timeZone'), 'UTC');
});

test('after a run on several partitions one waits for the next such run', async () => {
  await using host = new EngineHost({ warm: 1 });
  {
    await using first = await host.open('sail', { spread: true });
    assert.equal(first.keepsOrder, false);
  }
  host.refill();
  await host.sailReady();
  await using next = await host.open('sail', { spread: true });
  assert.equal(next.keepsOrder, false);
  assert.equal(host.processes.sail, 1);
});

test('what a run keeps for itself and what it keeps for later runs lie apart', async () => {
  await using host = new EngineHost();
  await using engine = await host.open('sail', { spread: true });
  const { session, keep, materializeInFiles = assert.fail() } = engine;
  const own = await keep(session.range(1, 2));
  const later = await materializeInFiles(session.range(2, 3));
  assert.deepEqual(
    (await own.df.collect()).map((row) => Object.values(row)),
    [[1n]],
  );
  assert.deepEqual(
    (await later.df.collect()).map((row) => Object.values(row)),
    [[2n]],
  );
});

test('a Sail that ends while it waits is given to nobody', async () => {
  const scratch = newFolder();
  await using host = new EngineHost({ scratch, warm: 1 });
  await host.sailReady();
  const [name = ''] = readdirSync(scratch);
  const folder = join(scratch, name);
  process.kill(pidIn(folder), 'SIGKILL');
  await untilRemoved(folder);
  // this process learns of its end a moment later
  while (process.getActiveResourcesInfo().includes('ProcessWrap')) await new Promise(setImmediate);
  await using engine = await host.open('sail');
  assert.deepEqual(await engine.session.sql('select 1 as one').collect(), [{ one: 1 }]);
});

test('an engine that is asked for while the host ends is not waited for', async () => {
  const host = new EngineHost();
  const opening = host.open('sail');
  opening.catch(() => undefined);
  await host.close();
  await assert.rejects(opening, /^EngineStartError: sail did not start: the engines of this process are closed$/);
});

/** Starts numbers one after the other, each on request. */
function numbers() {
  const started: PromiseWithResolvers<number>[] = [];
  const start = (): Promise<number> => {
    const one = Promise.withResolvers<number>();
    started.push(one);
    return one.promise;
  };
  return { started, start };
}

const never = (): Promise<void> => new Promise(() => undefined);
/** Options of a pool of numbers, which never end. */
const ofNumbers = { nameOf: String, dispose: never, end: () => undefined };

test('a pool starts no more at a time than it may, and no more than are to wait', async () => {
  const { started, start } = numbers();
  const pool = new Pool({ ...ofNumbers, start, size: 3, atOnce: 2 });
  pool.fill();
  assert.equal(started.length, 2);
  started[0]?.resolve(0);
  await pool.ready();
  assert.equal(started.length, 3);
  for (const [i, one] of started.entries()) one.resolve(i);
  assert.deepEqual([await pool.take(), await pool.take()], [0, 1]);
  pool.fill();
  assert.equal(started.length, 5);
  assert.equal(await pool.take(), 2);
});

test('a pool that is empty starts one for who asks', async () => {
  const { started, start } = numbers();
  const pool = new Pool({ ...ofNumbers, start, size: 0, atOnce: 1 });
  const taking = pool.take();
  started[0]?.resolve(7);
  assert.equal(await taking, 7);
  assert.equal(started.length, 1);
});

test('a start that fails is told to who waits for it, and the next one is tried anew', async () => {
  const { started, start } = numbers();
  const pool = new Pool({ ...ofNumbers, start, size: 1, atOnce: 1 });
  const ready = pool.ready();
  started[0]?.reject(new Error('no memory'));
  await assert.rejects(ready, /no memory/);
  const taking = pool.take();
  started[1]?.resolve(1);
  assert.equal(await taking, 1);
});

/** A pool of texts that are there at once: the name of their kind, and how many of that were started before. */
function texts(size: number) {
  const started: string[] = [];
  const ends: string[] = [];
  const start = async (kind = 'any'): Promise<string> => {
    const text = `${kind} ${started.filter((one) => one.startsWith(`${kind} `)).length}`;
    started.push(text);
    return text;
  };
  const pool = new Pool<string, string>({
    start,
    size,
    atOnce: 9,
    nameOf: (kind) => kind,
    dispose: never,
    end: (one) => void ends.push(one),
  });
  const filled = async (): Promise<void> => {
    pool.fill();
    await settled();
  };
  return { pool, started, ended: ends, filled };
}

test('a pool has one of each kind wait that was taken lately, then more of the last', async () => {
  const { pool, started, ended, filled } = texts(3);
  await filled();
  assert.deepEqual(started, ['any 0', 'any 1', 'any 2']);
  assert.equal(await pool.take('ada'), 'ada 0');
  await filled();
  assert.deepEqual(started.slice(4), ['ada 1']);
  assert.deepEqual(ended, ['any 0']);
  assert.equal(await pool.take('ada'), 'ada 1');
  assert.equal(await pool.take(), 'any 1');
  await filled();
  assert.deepEqual(started.slice(5), ['ada 2', 'any 3']);
  assert.equal(await pool.take('bo'), 'bo 0');
  await filled();
  assert.deepEqual(started.slice(8), ['bo 1']);
  assert.deepEqual(ended, ['any 0', 'any 2']);
});

test('a pool with room for one has it wait for who took last', async () => {
  const { pool, started, ended, filled } = texts(1);
  await filled();
  assert.equal(await pool.take('ada'), 'ada 0');
  await filled();
  assert.deepEqual(ended, ['any 0']);
  assert.deepEqual(started, ['any 0', 'ada 0', 'ada 1']);
  assert.equal(await pool.take('ada'), 'ada 1');
});
