import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as CommandLine from '../command-line.mjs';
import { testFolder } from '@millrace/testkit/shared';

const own = fileURLToPath(new URL('../command-line.mjs', import.meta.url));

test('the built command line runs until a source of it changes or is gone', async () => {
  const packages = testFolder();
  const [folder, copy] = [join(packages, 'cli'), join(packages, 'toolchain', 'command-line.mjs')];
  for (const name of ['cli', 'toolchain']) mkdirSync(join(packages, name));
  copyFileSync(own, copy);
  const { builtCommand }: typeof CommandLine = await import(pathToFileURL(copy).href);
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
