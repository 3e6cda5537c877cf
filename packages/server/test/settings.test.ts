import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after } from '../src/timing/after.ts';
import { readSettings, SettingError } from '../src/index.ts';

test('settings that cannot be meant are refused by name, with what they must be and without secrets', () => {
  const wrong: readonly (readonly [NodeJS.ProcessEnv, RegExp])[] = [
    [{ MILLRACE_ENGINE_MEMORY: 'much' }, /^MILLRACE_ENGINE_MEMORY "much" must be a size such as 512m or 4g$/],
    [
      { MILLRACE_ENGINE_MEMORY: '100m' },
      /^MILLRACE_ENGINE_MEMORY "100m" is too little for Spark: must be 512m or more$/,
    ],
    [{ MILLRACE_SPARK_REMOTE: 'sc://host:99999/;token=hush' }, /^MILLRACE_SPARK_REMOTE must be an address such as sc:/],
    [{ MILLRACE_SPARK_REMOTE: 'sc://host/x;token=hush' }, /^MILLRACE_SPARK_REMOTE must be an address such as sc:/],
    [
      { MILLRACE_SPARK_CLUSTER: 'host:7077' },
      /^MILLRACE_SPARK_CLUSTER "host:7077" must be the address of a standalone master, such as spark:\/\/host:7077$/,
    ],
    [
      { MILLRACE_SPARK_CLUSTER: 'spark://host:7077', MILLRACE_SPARK_REMOTE: 'sc://host' },
      /^MILLRACE_SPARK_CLUSTER cannot be combined with MILLRACE_SPARK_REMOTE: unset one of them$/,
    ],
    [
      { MILLRACE_SPARK_CLUSTER_CONF: 'spark.executor.memory=4g key=hush' },
      /^MILLRACE_SPARK_CLUSTER_CONF has "key=…": must be settings such as spark\.executor\.memory=4g/,
    ],
    [{ MILLRACE_SPARK_CLUSTER_CONF: 'spark.master=hush' }, /has spark\.master, which Millrace itself sets: remove it$/],
    [{ MILLRACE_SPARK_QUICK: 'perhaps' }, /^MILLRACE_SPARK_QUICK "perhaps" must be true or false$/],
    [{ MILLRACE_URL_HOSTS: 'a.example,*' }, /^MILLRACE_URL_HOSTS "a.example,\*" names "\*", which is no host/],
    [{ MILLRACE_URL_SIZE: 'big' }, /^MILLRACE_URL_SIZE "big" must be a size such as 64m or 1g$/],
    [{ MILLRACE_URL_TIMEOUT: '-1' }, /^MILLRACE_URL_TIMEOUT "-1" must be a number of seconds, at most 3600$/],
  ];
  for (const [environment, says] of wrong)
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof SettingError && says.test(error.message) && !error.message.includes('hush'),
      String(says),
    );
});

test('what URLs may be read is a setting of the service', () => {
  const { urls } = readSettings({
    MILLRACE_URL_HOSTS: '127.0.0.1:80',
    MILLRACE_URL_SIZE: '1m',
    MILLRACE_URL_TIMEOUT: '5',
  });
  assert.deepEqual(urls, {
    hosts: [{ name: '127.0.0.1', below: false, port: 80 }],
    maxBytes: 2 ** 20,
    waitMs: 5_000,
  });
  assert.deepEqual(readSettings({ MILLRACE_URL_SIZE: '' }).urls, { hosts: [], maxBytes: 2 ** 30, waitMs: 30_000 });
});

test('what is to be done after longer than a timer of Node can wait is not done at once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const max = 2 ** 31 - 1;
  let done = 0;
  after(2 * max + 5, () => done++);
  const callOff = after(max + 1, () => assert.fail('it was called off'));
  t.mock.timers.tick(max);
  callOff();
  t.mock.timers.tick(max);
  assert.equal(done, 0);
  t.mock.timers.tick(5);
  assert.equal(done, 1);
});
