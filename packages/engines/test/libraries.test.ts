import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { wheelOf, zipOf, type WheelOptions } from '@millrace/testkit/wheels';
import { isPinned, LibraryCheck, LibraryStore, type Library } from '../src/libraries/index.ts';

/** Writes a wheel and gives its path. */
function written(options: WheelOptions, folder = testFolder()): string {
  const { file, bytes } = wheelOf(options);
  writeFileSync(join(folder, file), bytes);
  return join(folder, file);
}

const read = (...paths: readonly string[]): Promise<readonly Library[]> => {
  const check = new LibraryCheck();
  return Array.fromAsync(paths, (path) => check.read({ source: basename(path), path, file: basename(path) }));
};

const greet = { name: 'greet', files: { 'greet/__init__.py': 'text = "hello"\n' } };

describe('a wheel', () => {
  const refused: readonly [name: string, wheel: WheelOptions, why: RegExp][] = [
    [
      'that leads out of the archive',
      { ...greet, entries: [{ path: 'greet/../../evil.py' }] },
      /leads out of the archive/,
    ],
    [
      'with an absolute path',
      { ...greet, entries: [{ path: '/tmp/evil.py' }] },
      /"\/tmp\/evil.py", which has an absolute path/,
    ],
    ['with a path of Windows', { ...greet, entries: [{ path: 'greet\\evil.py' }] }, /invalid characters/],
    [
      'with a link',
      { ...greet, entries: [{ path: 'greet/l', content: '/etc', mode: 0o120_777 }] },
      /"greet\/l", which is a link/,
    ],
    ['with a device', { ...greet, entries: [{ path: 'greet/d', mode: 0o020_644 }] }, /neither a file nor a folder/],
    ['with a file twice', { ...greet, entries: [{ path: 'greet/__init__.py' }] }, /is there twice/],
    [
      'with a file that is a folder',
      { ...greet, entries: [{ path: 'greet/__init__.py/x.py' }] },
      /both a file and a folder/,
    ],
    [
      'with a module of the standard library',
      { name: 'evil', files: { 'json.py': '' } },
      /module "json".*standard library/,
    ],
    ['with a package of the standard library', { name: 'evil', files: { 'json/__init__.py': '' } }, /module "json"/],
    [
      'with a built-in package',
      { name: 'evil', files: { 'pandas/__init__.py': '' } },
      /module "pandas".*built-in package/,
    ],
    ['that takes a shared folder over', { name: 'evil', files: { 'google/__init__.py': '' } }, /module "google"/],
    ['with a module of Millrace', { name: 'evil', files: { 'millrace_code/running.py': '' } }, /a module of Millrace/],
    ['with what Python runs at its start', { name: 'evil', files: { 'sitecustomize.py': '' } }, /"sitecustomize"/],
    [
      'with these modules in its data',
      { name: 'evil', files: { 'evil-1.0.data/purelib/json.py': '' } },
      /module "json"/,
    ],
    ['that is built in', { name: 'pandas', version: '9.9' }, /package pandas, which is built in \(version \d/],
    [
      'of another platform',
      { name: 'greet', tags: 'cp311-cp311-win_amd64' },
      /built for cp311-cp311-win_amd64: code runs on Python 3/,
    ],
    ['of another Python', { name: 'greet', tags: 'cp27-none-any' }, /built for cp27-none-any/],
  ];
  for (const [name, wheel, why] of refused) test(`${name} is refused`, () => assert.rejects(read(written(wheel)), why));

  test('that is damaged is refused', async () => {
    const path = written(greet);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 40));
    await assert.rejects(read(path), /library "greet-1.0-py3-none-any.whl" is damaged/);
    writeFileSync(path, 'no archive');
    await assert.rejects(read(path), /is damaged/);
    writeFileSync(path, zipOf([{ path: 'greet.py' }]));
    await assert.rejects(read(path), /must have one folder name-version.dist-info/);
    writeFileSync(path, wheelOf({ name: 'other' }).bytes);
    await assert.rejects(read(path), /its METADATA says "other 1.0"/);
  });

  test('with more than it says is not unpacked', async () => {
    const says = [{ bytes: 10 }, { crc32: 1 }];
    for (const one of says) {
      const path = written({ ...greet, entries: [{ path: 'greet/big.py', content: 'x'.repeat(1 << 20), says: one }] });
      using store = new LibraryStore({ folder: testFolder() });
      await assert.rejects(
        read(path).then((libraries) => store.open(libraries, async () => path)),
        /is damaged/,
      );
    }
  });

  test('that says it is huge is refused before it is unpacked', async () => {
    const bomb = { path: 'greet/bomb', content: Buffer.alloc(32 << 20) };
    await assert.rejects(
      read(written({ ...greet, entries: [bomb] })),
      /"greet\/bomb", which is compressed more than 200/,
    );
    const content = randomBytes(6 << 20);
    const large = Array.from({ length: 3 }, (_, i) => ({ path: `greet/${i}`, content, says: { bytes: 2 ** 30 } }));
    await assert.rejects(read(written({ ...greet, entries: large })), /larger than 2 GB/);
  });

  test('is named as wheels are', async () => {
    const path = join(testFolder(), 'greet.whl');
    writeFileSync(path, wheelOf(greet).bytes);
    await assert.rejects(read(path), /invalid file name "greet.whl"/);
    const other = join(testFolder(), 'greet.tar.gz');
    writeFileSync(other, '');
    await assert.rejects(read(other), /neither a wheel nor a jar/);
  });

  test('of one package is there once, and two have no different file in common', async () => {
    const second = written({ ...greet, version: '2.0' });
    await assert.rejects(read(written(greet), second), /are both the package greet/);
    const other = written({ name: 'other', files: { 'greet/__init__.py': 'text = "other"\n' } });
    await assert.rejects(read(written(greet), other), /both contain the file "greet\/__init__.py"/);
    const same = written({ name: 'same', files: greet.files });
    assert.equal((await read(written(greet), same)).length, 2);
  });
});

test('a pinned name has one version', () => {
  for (const one of ['greet==1.0', 'a-b.c==1!2.0+cpu']) assert.ok(isPinned(one), one);
  for (const one of ['greet', 'greet>=1', 'greet==1.*', '-r x==1', 'greet==1 --pre', 'greet[x]==1', 'a==1\nb==2'])
    assert.ok(!isPinned(one), one);
});

describe('an environment', () => {
  const filesIn = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
      .toSorted();

  test('has the modules of wheels, and neither scripts nor files that Python runs by itself', async () => {
    const files = {
      ...greet.files,
      'evil.pth': 'import os; os.abort()',
      'greet-1.0.data/scripts/greet': '#!/bin/sh',
      'greet-1.0.data/platlib/greet/more.py': '',
    };
    const path = written({ ...greet, files });
    using store = new LibraryStore({ folder: testFolder() });
    using environment = await store.open(await read(path), async () => path);
    const found = filesIn(environment.python ?? '').filter((name) => !name.includes('dist-info'));
    assert.deepEqual(found, ['greet/__init__.py', 'greet/more.py']);
  });

  test('is made once by all who ask at the same time', async () => {
    const path = written(greet);
    const folder = testFolder();
    const libraries = await read(path);
    // two services of the same folder
    const stores = [1, 2].map(() => new LibraryStore({ folder }));
    let found = 0;
    const find = async (): Promise<string> => {
      found++;
      return path;
    };
    const all = await Promise.all([...stores, ...stores].map((store) => store.open(libraries, find)));
    assert.equal(new Set(all.map((one) => one.folder)).size, 1);
    assert.ok(found <= 2, String(found));
    assert.deepEqual(readdirSync(folder), [all[0]?.key]);
    for (const one of [...all, ...stores]) one[Symbol.dispose]();
  });

  test('has another key for another content, and none is made of content that was not listed', async () => {
    const path = written(greet);
    const folder = testFolder();
    using store = new LibraryStore({ folder });
    const listed = await read(path);
    using first = await store.open(listed, async () => path);
    writeFileSync(path, wheelOf({ ...greet, files: { 'greet/__init__.py': 'text = "evil"\n' } }).bytes);
    using second = await store.open(await read(path), async () => path);
    assert.notEqual(first.key, second.key);
    rmSync(first.folder, { recursive: true });
    await assert.rejects(
      store.open(listed, async () => path),
      /has changed since it was listed/,
    );
    assert.deepEqual(readdirSync(folder), [second.key]);
  });

  test('goes when it was not used for the longest time, and not while it is held', async () => {
    const folder = testFolder();
    using store = new LibraryStore({ folder, maxBytes: 1, idleMs: 1_000 });
    const open = async (name: string) => {
      const path = written({ name, files: { [`${name}/__init__.py`]: '' } });
      return store.open(await read(path), async () => path);
    };
    const old = (path: string): void => utimesSync(path, 0, 0);
    const [held, released, recent] = [await open('a'), await open('b'), await open('c')];
    released[Symbol.dispose]();
    recent[Symbol.dispose]();
    const left = join(folder, 'new-left');
    mkdirSync(left);
    for (const one of [held.folder, released.folder, left]) old(one);
    using last = await open('d');
    assert.deepEqual(readdirSync(folder).toSorted(), [held.key, recent.key, last.key].toSorted());
    const release = held.hold();
    held[Symbol.dispose]();
    old(held.folder);
    (await open('e'))[Symbol.dispose]();
    assert.ok(held.isThere);
    release();
    old(held.folder);
    (await open('f'))[Symbol.dispose]();
    assert.ok(!held.isThere);
  });
});
