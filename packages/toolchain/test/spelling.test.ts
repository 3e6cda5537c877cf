import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCheck } from '../checks/static.ts';

const rules = fileURLToPath(new URL('../../../.codespellrc', import.meta.url));

test('a misspelled word is named with its file and line; names of code are none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-spelling-'));
  try {
    await copyFile(rules, join(folder, '.codespellrc'));
    await writeFile(join(folder, 'right.md'), 'The `teh` of positionIn(rows), and ALS.\n');
    assert.equal(await runCheck(folder, 'codespell', ['right.md']), undefined);
    await writeFile(join(folder, 'wrong.md'), 'The first line.\nRecieve teh rows.\n');
    const output = await runCheck(folder, 'codespell', ['right.md', 'wrong.md']);
    assert.match(output ?? '', /wrong\.md:2: Recieve ==> Receive\n.*wrong\.md:2: teh ==> the/);
    assert.doesNotMatch(output ?? '', /right\.md/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
