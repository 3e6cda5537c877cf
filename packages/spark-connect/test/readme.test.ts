import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharedEngine } from '@millrace/testkit/engines';

const here = fileURLToPath(new URL('..', import.meta.url));

test('the example of the README prints what the README says', async () => {
  const readme = await readFile(`${here}/README.md`, 'utf8');
  const [, example] = /```ts\n([^`]+)```/.exec(readme) ?? [];
  const [, output] = /prints `([^`]+)`/.exec(readme) ?? [];
  const { url } = await sharedEngine('sail');
  const code = example?.replace('sc://localhost:15002', url) ?? '';
  assert.notEqual(code, example);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: here,
  });
  assert.equal(stdout.trim(), output);
});
