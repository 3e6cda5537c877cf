import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { engineEnvironment } from '../src/process/environment.ts';
import { LogTail, reasonIn } from '../src/process/log-tail.ts';
import { defaultMemory, engineMemory, memoryBytes } from '../src/process/memory.ts';
import { startEngine, type Launch } from '../src/process/start.ts';

test('memory sizes are read in powers of 1024, anything else is no size', () => {
  assert.equal(memoryBytes('512m'), 512 * 1024 ** 2);
  assert.equal(memoryBytes(' 4G '), 4 * 1024 ** 3);
  assert.equal(memoryBytes('2gb'), 2 * 1024 ** 3);
  for (const text of ['', '4', 'g', '-1g', '1.5g', '4 apples']) assert.equal(memoryBytes(text), undefined, text);
});

test('the default memory is a quarter of the machine, at least 1 GB, at most 8 GB', () => {
  const gb = 1024 ** 3;
  assert.deepEqual(
    [2, 16, 256].map((total) => defaultMemory(total * gb) / gb),
    [1, 4, 8],
  );
});

test('memory that is no size or too little is refused with the remedy', () => {
  assert.throws(() => engineMemory('sail', 'lots', '64m'), /invalid memory "lots": must be a size such as 512m or 4g/);
  assert.throws(
    () => engineMemory('spark', '100m', '512m'),
    /memory "100m" is too small for spark: must be at least 512m/,
  );
});

test('an engine inherits what it needs to find files, nothing else: no keys of S3', () => {
  const ours = {
    PATH: '/bin',
    HADOOP_CONF_DIR: 'x',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_SESSION_TOKEN: 'x',
    AWS_WEB_IDENTITY_TOKEN_FILE: 'x',
    AWS_REGION: 'x',
    LANG: 'tr_TR.ISO-8859-9',
    SPARK_REMOTE: 'x',
    JAVA_TOOL_OPTIONS: 'x',
    PYTHONPATH: 'x',
    MY_TOKEN: 'x',
  };
  const always = { TZ: 'UTC', LC_ALL: 'C.UTF-8' };
  assert.deepEqual(engineEnvironment({ OWN: '1' }, ours), { PATH: '/bin', HADOOP_CONF_DIR: 'x', ...always, OWN: '1' });
});

test('a log keeps its last lines, whole, however they arrive', () => {
  const log = new LogTail();
  const lines: string[] = [];
  const stop = log.onLine((line) => lines.push(line));
  for (const chunk of ['fir', 'st\nsec', 'ond\n', 'third']) log.push(chunk);
  assert.deepEqual(lines, ['first', 'second']);
  assert.deepEqual(log.lines, ['first', 'second', 'third']);
  stop();
  log.push(`\n${'x\n'.repeat(500)}`);
  assert.equal(log.lines.length, 200);
  assert.deepEqual(lines, ['first', 'second']);
});

test('a log without line ends cannot grow without end', () => {
  const log = new LogTail();
  for (let i = 0; i < 100; i++) log.push('x'.repeat(1_000));
  assert.equal(log.lines.join('').length, 2_000);
});

test('the reason in a log is its last line that is no stack frame', () => {
  assert.equal(
    reasonIn(['Starting', 'java.net.BindException: taken', '\tat a.B.c(D.java:1)', '\t... 3 more', '']),
    'java.net.BindException: taken',
  );
  assert.equal(reasonIn([]), undefined);
});

test('an engine that hangs up instead of answering has not started, and is gone', async () => {
  const hangsUp = `require('node:net').createServer((line) => line.end()).listen(0, '127.0.0.1', function () {
    console.error('up at ' + this.address().port);
  });`;
  const scratch = testFolder();
  const launch: Launch = {
    kind: 'sail',
    version: '0',
    command: process.execPath,
    args: ['-e', hangsUp],
    env: {},
    memory: 1,
    listening: /^up at (\d+)$/,
    deadline: 60_000,
    grace: 0,
  };
  await assert.rejects(startEngine(launch, { scratch }), {
    name: 'EngineStartError',
    message: 'sail 0 did not start: it closed the connection before it answered',
  });
  assert.equal(existsSync(scratch), false);
});
