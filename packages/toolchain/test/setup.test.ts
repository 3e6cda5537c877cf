import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@millrace/testkit/shared';
import { findPython } from '../steps/find-python.mjs';
import { pythonPackages } from '../steps/python-packages.mjs';
import { toolchain } from '../toolchain.mjs';

const SETUP = fileURLToPath(new URL('../setup.mjs', import.meta.url));
const newFolder = testFolder;
const setUp = (env: NodeJS.ProcessEnv) => spawnSync(process.execPath, [SETUP], { encoding: 'utf8', env });

/** A folder of programs that answer as Pythons do when they are asked for their version. */
function pythons(answers: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [name, answer] of Object.entries(answers)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${answer}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** Calls a function while variables of the environment have other values. */
function under<T>(env: Readonly<Record<string, string>>, call: () => T): T {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return call();
  } finally {
    process.env = before;
  }
}

test('a set-up that finds everything in place starts no other program and says nothing', () => {
  const { HOME, MILLRACE_CACHE, XDG_CACHE_HOME } = process.env;
  const variables = Object.entries({ HOME, MILLRACE_CACHE, XDG_CACHE_HOME }).filter(([, value]) => value !== undefined);
  const { status, stdout, stderr } = setUp({ ...Object.fromEntries(variables), PATH: '' });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
});

test('a machine without Python is told in one line what to install', () => {
  const { status, stderr } = setUp({ PATH: newFolder(), MILLRACE_CACHE: newFolder() });
  assert.equal(status, 1);
  assert.match(stderr, /^Set-up stopped: Python 3\.10 to 3\.14 .*no python3 was found.*npm run setup\n$/);
});

test('a Python that is too old, too new or lacks its venv module is named', () => {
  const path = pythons({
    python3: '3 9 ok /bin/python3.9',
    'python3.12': '3 12 bare /bin/python3.12',
    python: '3 15 ok /bin/python3.15',
  });
  const { status, stderr } = setUp({ PATH: path, MILLRACE_CACHE: newFolder() });
  assert.equal(status, 1);
  assert.match(stderr, /python3 is 3\.9, python3\.12 is 3\.12 without its venv module, python is 3\.15/);
});

test('a Python is found by its other names, behind an old one, in a folder whose name has spaces', () => {
  const findPythonIn = (answers: Readonly<Record<string, string>>) => under({ PATH: pythons(answers) }, findPython);
  assert.deepEqual(findPythonIn({ 'python3.11': '3 11 ok /a/python' }), {
    name: 'python3.11',
    command: '/a/python',
    minor: 11,
    venv: true,
  });
  assert.equal(findPythonIn({ python3: '3 9 ok /a/old', python: '3 13 ok /a/new' }).command, '/a/new');
  assert.equal(findPythonIn({ python3: '3 10 ok /a/ten', 'python3.12': '3 12 ok /a/twelve' }).minor, 12);
  assert.equal(
    findPythonIn({ python: "(2, 7, 'ok', '/a/two')", python3: '3 12 ok /my programs/python' }).command,
    '/my programs/python',
  );
});

test('a cache folder that cannot be made is told in one line with its remedy', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const { status, stderr } = setUp({ PATH: process.env.PATH, MILLRACE_CACHE: join(file, 'cache') });
  assert.equal(status, 1);
  assert.match(stderr, /^Set-up stopped: ENOTDIR: .*\. Set MILLRACE_CACHE to a writable folder\n$/);
});

test('a Python environment is whole until another Python takes the place of the one that made it', () => {
  under({ MILLRACE_CACHE: newFolder() }, () => {
    const { venv, python } = toolchain();
    const programs = newFolder();
    for (const name of ['python3.11', 'python3.13']) writeFileSync(join(programs, name), '');
    const isWhole = (program: string) => {
      rmSync(python, { force: true });
      symlinkSync(join(programs, program), python);
      return pythonPackages.done({ checkout: '' });
    };
    mkdirSync(join(venv, 'bin'), { recursive: true });
    assert.equal(isWhole('python3.11'), false, 'never made to the end');
    writeFileSync(join(venv, 'complete'), join(programs, 'python3.11'));
    assert.equal(isWhole('python3.11'), true);
    assert.equal(isWhole('python3.13'), false, 'the system has moved on');
    assert.equal(isWhole('python3.9'), false, 'that Python is gone');
  });
});
