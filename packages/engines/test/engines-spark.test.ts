import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SparkSession } from '@millrace/spark-connect';
import { type Engine, EngineStartError, startSpark } from '../src/index.ts';
import { alive, newScratch } from './support/folders.ts';

let engine: Engine;
let session: SparkSession;
before(async () => {
  // as users have it, whatever the run of tests has set
  engine = await startSpark({ scratch: newScratch(), memory: '1g', quick: false });
  session = await SparkSession.connect(engine.url);
});
after(async () => {
  await session.stop();
  await engine.stop();
  assert.equal(alive(engine.pid), false);
  assert.equal(existsSync(engine.scratch), false);
});

test('Spark runs with ANSI mode and UTC unless a session says otherwise', async () => {
  assert.deepEqual(await session.sql('select current_timezone() as zone').collect(), [{ zone: 'UTC' }]);
  await assert.rejects(session.sql(`select cast('x' as int)`).collect(), /CAST_INVALID_INPUT/);
});

test('Spark answers nobody who lacks its token', async () => {
  const stranger = await SparkSession.connect(engine.url.replace(/;token=.*/, ''));
  await assert.rejects(stranger.sql('select 1').collect(), /token/i);
  const guesser = await SparkSession.connect(engine.url.replace(/token=.*/, 'token=wrong'));
  await assert.rejects(guesser.sql('select 1').collect(), /token/i);
});

test("Spark's token is not among its arguments, which every user of the machine sees", () => {
  const token = engine.url.split('token=')[1] ?? '';
  assert.ok(token.length > 20);
  assert.ok(!readFileSync(`/proc/${engine.pid}/cmdline`, 'utf8').includes(token));
});

test('Spark keeps compiled code for all sessions, and rows sent to every task in as much memory as they need', async () => {
  const config = await session.allConfig();
  assert.equal(config.get('spark.sql.artifact.isolation.enabled'), 'false');
  assert.equal(config.get('spark.sql.artifact.isolation.alwaysApplyClassloader'), 'false');
  assert.equal(config.get('spark.buffer.pageSize'), '2m');
});

test('Spark reads and writes Avro', async () => {
  const path = join(engine.scratch, 'numbers.avro');
  await session.sql('select id, cast(id as decimal(20,2)) as price from range(3)').write.format('avro').save(path);
  const t = session.read.format('avro').load(path);
  const rows = await session.sql('select count(*) as n, sum(price) as total from t', { inputs: { t } }).collect();
  assert.deepEqual(rows, [{ n: 3n, total: '3.00' }]);
});

test('an aborted start of Spark rejects with the reason and leaves nothing', async () => {
  const scratch = newScratch();
  const controller = new AbortController();
  const start = startSpark({ scratch, signal: controller.signal });
  setImmediate(() => controller.abort(new Error('no longer wanted')));
  await assert.rejects(start, /no longer wanted/);
  assert.equal(existsSync(scratch), false);
});

test('a Spark that cannot come up says why in one line and leaves nothing', async () => {
  const scratch = newScratch();
  await assert.rejects(startSpark({ scratch, memory: '9999999t' }), (error) => {
    assert.ok(error instanceof EngineStartError);
    assert.match(error.message, /^spark 4\.\d\.\d did not start: .*heap.*$/i);
    return true;
  });
  assert.equal(existsSync(scratch), false);
});

test('a setting that says neither yes nor no is named before Spark is started', async () => {
  const before = process.env['MILLRACE_SPARK_QUICK'];
  process.env['MILLRACE_SPARK_QUICK'] = 'perhaps';
  try {
    await assert.rejects(
      startSpark({ scratch: newScratch() }),
      /invalid value "perhaps" for MILLRACE_SPARK_QUICK: must be true or false/,
    );
  } finally {
    if (before === undefined) delete process.env['MILLRACE_SPARK_QUICK'];
    else process.env['MILLRACE_SPARK_QUICK'] = before;
  }
});
