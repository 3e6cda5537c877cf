import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SETUP = fileURLToPath(new URL('../setup.mjs', import.meta.url));
const newFolder = () => mkdtempSync(join(tmpdir(), 'millrace-test-'));
const setUp = (env: NodeJS.ProcessEnv) => spawnSync(process.execPath, [SETUP], { encoding: 'utf8', env });

test('a set-up that finds everything in place starts no other program and says nothing', () => {
  const { HOME, MILLRACE_CACHE, XDG_CACHE_HOME } = process.env;
  const known = Object.entries({ HOME, MILLRACE_CACHE, XDG_CACHE_HOME }).filter(([, value]) => value !== undefined);
  const { status, stdout, stderr } = setUp({ ...Object.fromEntries(known), PATH: '' });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
});

test('a machine without Python is told in one line what to install', () => {
  const { status, stderr } = setUp({ PATH: newFolder(), MILLRACE_CACHE: newFolder() });
  assert.equal(status, 1);
  assert.match(stderr, /^Set-up stopped: Python 3\.10 to 3\.14 .*no python3 was found.*npm run setup\n$/);
});

test('a Python that is too old or lacks its venv module is named', () => {
  const path = newFolder();
  const answers = { python3: '3 9 ok /bin/python3.9', 'python3.12': '3 12 bare /bin/python3.12' };
  for (const [name, answer] of Object.entries(answers)) {
    writeFileSync(join(path, name), `#!/bin/sh\necho ${answer}\n`);
    chmodSync(join(path, name), 0o755);
  }
  const { status, stderr } = setUp({ PATH: path, MILLRACE_CACHE: newFolder() });
  assert.equal(status, 1);
  assert.match(stderr, /python3 is 3\.9, python3\.12 is 3\.12 without its venv module/);
});
