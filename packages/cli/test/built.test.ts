import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Built from '../built.mjs';
import { testFolder } from '@millrace/testkit/shared';

const own = fileURLToPath(new URL('../built.mjs', import.meta.url));

test('the built command line runs until a source of it changes or is gone', async () => {
  const folder = testFolder();
  copyFileSync(own, join(folder, 'built.mjs'));
  const { builtCommand }: typeof Built = await import(pathToFileURL(join(folder, 'built.mjs')).href);
  assert.equal(builtCommand(), undefined, 'never built');

  const source = join(folder, 'source.ts');
  writeFileSync(source, '1');
  mkdirSync(join(folder, 'dist'));
  const { size, mtimeMs } = statSync(source);
  const built = { entry: 'a/command.js', sources: { 'source.ts': `${size} ${mtimeMs}` } };
  writeFileSync(join(folder, 'dist', 'current.json'), JSON.stringify(built));
  assert.equal(builtCommand(), join(folder, 'dist/a/command.js'));

  writeFileSync(source, '12');
  assert.equal(builtCommand(), undefined, 'edited');
  rmSync(source);
  assert.equal(builtCommand(), undefined, 'gone');
});
