import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { parseSchema, type EncodedBatch, type Value } from '@millrace/spark-connect';
import { encodeRows } from '@millrace/spark-connect/arrow';
import { sharing } from '@millrace/testkit/engines';

/** Modules that this thread has loaded; what other threads load is not among them. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
// what a service loads counts
await import('../src/index.ts');
const { EngineHost } = await import('@millrace/engines/host');
const { storeTable } = await import('../src/results/tables/store-table.ts');
const { TableFile } = await import('../src/results/tables/read-table.ts');
const { TableThreads } = await import('../src/results/tables/table-threads.ts');

/** What passes between this thread and one that writes tables. */
interface ThreadRecord {
  readonly worker: Worker;
  readonly messages: { kind: string; batch?: EncodedBatch }[];
  underWay: number;
  maxUnderWay: number;
}

const threads: ThreadRecord[] = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message: ThreadRecord['messages'][number], ...rest: never[]) {
  let record = threads.find(({ worker }) => worker === this);
  if (record === undefined) {
    const started: ThreadRecord = { worker: this, messages: [], underWay: 0, maxUnderWay: 0 };
    this.on('message', () => started.underWay--);
    threads.push(started);
    record = started;
  }
  record.messages.push(message);
  record.maxUnderWay = Math.max(record.maxUnderWay, ++record.underWay);
  post.call(this, message, ...rest);
};
const lastThread = (): ThreadRecord => threads.at(-1) ?? assert.fail('no thread was started');

const schema = parseSchema('n bigint, text string');
const batchOf = (rows: readonly (readonly Value[])[]): EncodedBatch => ({
  data: new Uint8Array(Buffer.concat(encodeRows(rows, schema))),
  rowCount: rows.length,
});
const rowsFrom = (from: number, count: number): Value[][] =>
  Array.from({ length: count }, (_, i) => [BigInt(from + i), `row ${from + i}`]);
const limits = { leastRows: 0, mostRows: 1e6, mostBytes: 1e9 };

/** Files below a folder that this process has open. */
async function openBelow(folder: string): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder));
}

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-threads-'));
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a thread that writes tables', () => {
  const readAll = async (path: string): Promise<unknown[]> => {
    await using file = await TableFile.open(path);
    return (await Array.fromAsync(file?.rows() ?? [])).flat();
  };

  test('writes one table after the other, and two at once are written by two', async () => {
    const pool = new TableThreads();
    const before = threads.length;
    for (const name of ['one', 'two']) {
      const table = pool.begin({ ...limits, path: join(folder, name), schema });
      for (let from = 0; from < 30_000; from += 3_000) await table.add(batchOf(rowsFrom(from, 3_000)));
      const { bytes, ...rest } = await table.finish();
      assert.deepEqual(rest, { rows: 30_000, isCut: false });
      assert.equal((await stat(join(folder, name))).size, bytes);
      assert.deepEqual(
        await readAll(join(folder, name)),
        rowsFrom(0, 30_000).map(([n, text]) => [Number(n), text]),
      );
    }
    assert.equal(threads.length, before + 1);
    const both = ['three', 'four'].map((name) => pool.begin({ ...limits, path: join(folder, name), schema }));
    for (const table of both) await table.add(batchOf(rowsFrom(0, 10)));
    for (const table of both) assert.equal((await table.finish()).rows, 10);
    assert.equal(threads.length, before + 2);
  });

  test('holds back who is faster', async () => {
    const table = new TableThreads().begin({ ...limits, path: join(folder, 'many'), schema });
    for (let i = 0; i < 50; i++) await table.add(batchOf(rowsFrom(0, 1_000)));
    assert.equal((await table.finish()).rows, 50_000);
    assert.ok(lastThread().maxUnderWay <= 5, `${lastThread().maxUnderWay} were under way`);
    const large = new TableThreads().begin({ ...limits, path: join(folder, 'large'), schema });
    const text = 'x'.repeat(9 << 20);
    for (let i = 0; i < 4; i++) await large.add(batchOf([[1n, text]]));
    assert.equal((await large.finish()).rows, 4);
    assert.ok(lastThread().maxUnderWay <= 2, `${lastThread().maxUnderWay} were under way`);
  });

  test('ends at either limit, but for the rows that are written whatever the limits say', async () => {
    const pool = new TableThreads();
    const countOf = async (some: Partial<typeof limits>): Promise<[number, boolean]> => {
      const table = pool.begin({ ...limits, ...some, path: join(folder, `cut-${JSON.stringify(some)}`), schema });
      for (let from = 0; from < 20_000 && !table.isCut; from += 5_000) await table.add(batchOf(rowsFrom(from, 5_000)));
      const { rows, isCut } = await table.finish();
      return [rows, isCut];
    };
    assert.deepEqual(await countOf({ mostRows: 7_000 }), [7_000, true]);
    assert.deepEqual(await countOf({ mostRows: 20_000 }), [20_000, false]);
    assert.deepEqual(await countOf({ mostBytes: 1 }), [0, true]);
    assert.deepEqual(await countOf({ mostBytes: 5, leastRows: 1_000 }), [4_096, true]);
    assert.deepEqual(await countOf({ mostBytes: 5, leastRows: 6_000 }), [6_000, true]);
  });

  test('tells what the system says of the disk, and what is wrong with a batch', async () => {
    await writeFile(join(folder, 'file'), '');
    const nowhere = new TableThreads().begin({ ...limits, path: join(folder, 'file', 'table'), schema });
    await assert.rejects(nowhere.finish(), { code: 'EEXIST', syscall: 'mkdir' });
    await nowhere.abandon();
    const broken = new TableThreads().begin({ ...limits, path: join(folder, 'broken'), schema });
    await broken.add({ ...batchOf(rowsFrom(0, 3)), rowCount: 4 });
    await assert.rejects(broken.finish(), {
      name: 'SparkError',
      message: 'a batch of the result has 3 rows where the engine announced 4',
    });
    await broken.abandon();
    await assert.rejects(stat(join(folder, 'broken')), { code: 'ENOENT' });
    assert.deepEqual(await openBelow(folder), []);
  });

  test('keeps no process alive that has nothing else to do, and tells of a file that may not grow', async () => {
    const script = fileURLToPath(new URL('./tables-process.ts', import.meta.url));
    const target = join(folder, 'process');
    await mkdir(target);
    // files of 64 KB at most: the system refuses the rest
    const call = ['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, script, target];
    const { stdout } = await promisify(execFile)('/bin/sh', call);
    assert.deepEqual(JSON.parse(stdout), {
      small: { rows: 10, isCut: false },
      large: { code: 'EFBIG', syscall: 'write' },
    });
    assert.deepEqual(await readdir(target), ['small']);
  });
});

describe('a large table of an engine', () => {
  let host: InstanceType<typeof EngineHost>;
  before(() => {
    host = new EngineHost(sharing());
  });
  after(() => host.close());

  const options = (name: string) => ({
    room: { folder: join(folder, name), mostRows: 1e9, mostBytes: 1e12 },
    shown: 1_000,
    isBounded: false,
    signal: new AbortController().signal,
    count: async () => null,
  });
  const left = (name: string): Promise<string[]> => readdir(join(folder, name));
  /** Waits until the file of a table has come so far that its rows lie in it. */
  const fileCreated = async (name: string): Promise<void> => {
    for (;;) {
      const [file] = await left(name).catch(() => []);
      if (file !== undefined && (await stat(join(folder, name, file))).size > 1 << 16) return;
    }
  };
  // a cross join of two ranges of 1e9 rows would fill Sail's memory before it streams a row
  const endless = 'select id, concat(id) as text from range(2000000000)';

  test('is decoded and written by another thread, which is given the memory of its batches', async () => {
    await using engine = await host.open('sail');
    const { kept, rows } = await storeTable(
      engine.session.sql('select id, array(id) as list from range(100000) order by id desc'),
      options('apart'),
    );
    assert.equal(kept?.rows, 100_000);
    assert.deepEqual(rows[999], [99_000, [99_000]]);
    const batches = lastThread().messages.flatMap(({ batch }) => batch ?? []);
    assert.equal(
      batches.reduce((sum, { rowCount }) => sum + rowCount, 0),
      100_000,
    );
    assert.ok(batches.length > 2 && batches.every(({ data }) => data.buffer.byteLength === 0));
    assert.deepEqual(
      loaded.filter((url) => /hyparquet-writer|write-table/.test(url)),
      [],
    );
    await using file = await TableFile.open(join(folder, 'apart', kept.file));
    const all = (await Array.fromAsync(file?.rows() ?? [])).flat();
    assert.deepEqual(
      all,
      Array.from({ length: 100_000 }, (_, i) => [99_999 - i, [99_999 - i]]),
    );
  });

  test('starts no thread where it is small', async () => {
    await using engine = await host.open('sail');
    const before = threads.length;
    const small = await storeTable(engine.session.sql('select id from range(1000)'), {
      ...options('small'),
      threads: new TableThreads(),
    });
    assert.deepEqual([small.rows.length, small.truncated, threads.length], [1_000, false, before]);
  });

  test('fails where its thread dies, leaves no file, and the next is kept', async () => {
    await using engine = await host.open('sail');
    const pool = new TableThreads();
    const writing = storeTable(engine.session.sql(endless), { ...options('killed'), threads: pool });
    const met = assert.rejects(writing, {
      name: 'RunError',
      code: 'TABLE_NOT_KEPT',
      message: 'the whole table cannot be stored: the thread that writes it ended unexpectedly',
    });
    await fileCreated('killed');
    await lastThread().worker.terminate();
    await met;
    assert.deepEqual(await left('killed'), []);
    assert.deepEqual(await openBelow(folder), []);
    const next = await storeTable(engine.session.sql('select id from range(5000)'), {
      ...options('killed'),
      threads: pool,
    });
    assert.equal(next.kept?.rows, 5_000);
    assert.deepEqual(await left('killed'), [next.kept.file]);
  });

  test('fails where its values are too large for the memory of the thread, and the next is kept', async () => {
    await using engine = await host.open('sail');
    const pool = new TableThreads({ heapMb: 24 });
    const heavy = "select id, if(id < 20000, 'x', repeat(concat('中', id), 3000)) as text from range(21000)";
    await assert.rejects(storeTable(engine.session.sql(heavy), { ...options('heavy'), threads: pool }), {
      name: 'RunError',
      code: 'TABLE_NOT_KEPT',
      message:
        'the whole table cannot be stored: its values are too large for the memory of the thread that writes them',
      remedy: 'show fewer rows, or leave out large columns',
    });
    assert.deepEqual(await left('heavy'), []);
    assert.deepEqual(await openBelow(folder), []);
    const next = await storeTable(engine.session.sql('select id from range(5000)'), {
      ...options('heavy'),
      threads: pool,
    });
    assert.equal(next.kept?.rows, 5_000);
  });

  test('is stopped in its middle: its thread ends and no file is left', async () => {
    await using engine = await host.open('sail');
    const stop = new AbortController();
    const writing = storeTable(engine.session.sql(endless), {
      ...options('stopped'),
      signal: stop.signal,
      threads: new TableThreads(),
    });
    const met = assert.rejects(writing, { name: 'InterruptedError' });
    await fileCreated('stopped');
    const exit = new Promise((resolve) => void lastThread().worker.once('exit', resolve));
    stop.abort();
    await Promise.all([met, exit]);
    assert.deepEqual(await left('stopped'), []);
    assert.deepEqual(await openBelow(folder), []);
  });

  test('that cannot be written says so with what the system says', async () => {
    await using engine = await host.open('sail');
    await writeFile(join(folder, 'no-folder'), '');
    await assert.rejects(storeTable(engine.session.sql('select id from range(5000)'), options('no-folder')), {
      name: 'RunError',
      code: 'TABLE_NOT_KEPT',
      message: 'the whole table cannot be written to the state folder (EEXIST)',
      remedy: 'check the disk and the permissions of that folder, or show fewer rows',
    });
  });

  test('is kept up to its limit though the engine fails behind it', async () => {
    await using engine = await host.open('sail');
    const fails = "select if(id = 60000, raise_error('no'), id) as n, concat('text ', id) as text from range(100000)";
    const { room, ...rest } = options('behind');
    const { kept } = await storeTable(engine.session.sql(fails), { ...rest, room: { ...room, mostBytes: 100_000 } });
    assert.ok(kept !== undefined && kept.truncated && kept.rows < 60_000 && kept.total === null, JSON.stringify(kept));
    await assert.rejects(storeTable(engine.session.sql(fails), options('behind')), { name: 'SparkError' });
    assert.deepEqual(await left('behind'), [kept.file]);
  });
});
