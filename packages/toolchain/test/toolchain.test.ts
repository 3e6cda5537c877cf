import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { test } from 'node:test';
import { cacheRoot, pinsKey, sparkClassPath, toolchain } from '../toolchain.mjs';

test('the cache lies where MILLRACE_CACHE says, else in the user cache folder', () => {
  assert.equal(cacheRoot({ MILLRACE_CACHE: '/c' }), '/c');
  assert.equal(cacheRoot({ MILLRACE_CACHE: 'c' }), resolve('c'));
  assert.equal(toolchain({ MILLRACE_CACHE: '/c' }).root, `/c/${pinsKey()}`);
  if (process.platform === 'linux') assert.equal(cacheRoot({ XDG_CACHE_HOME: '/x' }), '/x/millrace');
});

test('set-up has brought Python, Java and the jars of Spark', () => {
  const tools = toolchain();
  for (const path of [tools.python, tools.java, tools.sparkJars, tools.aotCache]) assert.ok(existsSync(path), path);
  assert.ok(sparkClassPath(tools).some((jar) => basename(jar).startsWith('spark-connect_')));
});

test("Spark's class path is sorted, jars only, ours after pyspark's: the AOT cache is tied to it", () => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-test-'));
  const [sparkJars, extraJars] = [join(root, 'spark'), join(root, 'extra')];
  for (const folder of [sparkJars, extraJars]) mkdirSync(folder);
  for (const file of ['spark/b.jar', 'spark/a.jar', 'spark/notes.txt', 'extra/0.jar'])
    writeFileSync(join(root, file), '');
  const names = sparkClassPath({ ...toolchain(), sparkJars, extraJars }).map((jar) => jar.slice(root.length + 1));
  assert.deepEqual(names, ['spark/a.jar', 'spark/b.jar', 'extra/0.jar']);
});

test('the lockfile holds Node for every platform we run on, and no host name', () => {
  const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64']) {
    assert.match(text, new RegExp(`"node_modules/node-${platform}"`));
  }
  assert.doesNotMatch(text, /"resolved": "http/);
});
