import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { removeEarlier, trainingIn } from '../steps/spark-aot-cache.mjs';
import { serverIn } from '../steps/spark-server.mjs';
import { cacheRoot, pinsKey, sparkClassPath, toolchain } from '../toolchain.mjs';

test('the cache lies where MILLRACE_CACHE says, else in the user cache folder', () => {
  assert.equal(cacheRoot({ MILLRACE_CACHE: '/c' }), '/c');
  assert.equal(cacheRoot({ MILLRACE_CACHE: 'c' }), resolve('c'));
  assert.equal(toolchain({ MILLRACE_CACHE: '/c' }).root, `/c/${pinsKey()}`);
  if (process.platform === 'linux') assert.equal(cacheRoot({ XDG_CACHE_HOME: '/x' }), '/x/millrace');
});

test('set-up has brought Python, Java and the jars of Spark', () => {
  const tools = toolchain();
  for (const path of [tools.python, tools.java, tools.sparkJars, tools.serverJars, tools.aotCache])
    assert.ok(existsSync(path), path);
  assert.ok(sparkClassPath(tools).some((jar) => basename(jar).startsWith('spark-connect_')));
});

test("Spark's class path is sorted, jars only, ours after pyspark's: the AOT cache is tied to it", () => {
  const root = testFolder();
  const folders = ['spark', 'extra', 'server'].map((name) => join(root, name));
  const [sparkJars = '', extraJars = '', serverJars = ''] = folders;
  for (const folder of folders) mkdirSync(folder);
  for (const file of ['spark/c.jar', 'spark/b.jar', 'spark/a.jar', 'spark/notes.txt', 'extra/0.jar', 'server/b.jar'])
    writeFileSync(join(root, file), '');
  const names = sparkClassPath({ sparkJars, extraJars, serverJars }).map((jar) => jar.slice(root.length + 1));
  assert.deepEqual(names, ['spark/a.jar', 'spark/c.jar', 'extra/0.jar', 'server/b.jar']);
});

test('a new start-up cache takes the place of those of earlier editions, and of nothing else', () => {
  const root = testFolder();
  const others = ['spark-10.aot', 'spark-11.aot', 'spark-9.aot.part', 'spark-old.aot', 'notes'];
  for (const name of ['spark-2.aot', 'spark-9.aot', ...others]) writeFileSync(join(root, name), '');
  removeEarlier(join(root, 'spark-10.aot'));
  assert.deepEqual(readdirSync(root).sort(), others.sort());
});

test('nothing that Spark loads at every start is signed: Java leaves that out of its start-up cache', () => {
  const names = sparkClassPath(toolchain()).map((jar) => basename(jar));
  for (const pattern of [/^janino-/, /^commons-compiler-/, /^spark-server\.jar$/])
    assert.equal(names.filter((name) => pattern.test(name)).length, 1, String(pattern));
  const result = spawnSync(toolchain().python, ['-I', '-c', SIGNED, ...sparkClassPath(toolchain())], {
    encoding: 'utf8',
  });
  assert.deepEqual({ stdout: result.stdout, stderr: result.stderr }, { stdout: '', stderr: '' });
});

/** Prints the names of signed jars. */
const SIGNED = `
import sys, zipfile
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as jar:
        if any(n.startswith('META-INF/') and n.endswith(('.SF', '.RSA', '.DSA', '.EC')) for n in jar.namelist()):
            print(path)
`;

test('the lockfile holds Node for every platform we run on, and no host name', () => {
  const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64']) {
    assert.match(text, new RegExp(`"node_modules/node-${platform}"`));
  }
  assert.doesNotMatch(text, /"resolved": "http/);
});

// a machine that has been set up does neither
test('what set-up compiles and runs of ours is there', () => {
  const checkout = resolve(import.meta.dirname, '../../..');
  for (const path of [
    trainingIn(checkout),
    ...['SparkWall', 'SparkServer', 'MakeJar'].map((name) => join(serverIn(checkout), `${name}.java`)),
  ])
    assert.ok(existsSync(path), path);
});
