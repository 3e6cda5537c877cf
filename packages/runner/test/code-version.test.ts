import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { packages } from '../src/cache/code-version.ts';

/** The packages of Millrace that a package imports, and those that they import. */
async function importedBy(name: string, names = new Set<string>()): Promise<Set<string>> {
  if (names.has(name)) return names;
  names.add(name);
  const text = await readFile(new URL(`../../${name}/package.json`, import.meta.url), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Readonly<Record<string, string>> };
  for (const one of Object.keys(dependencies))
    if (one.startsWith('@millrace/')) await importedBy(one.slice('@millrace/'.length), names);
  return names;
}

test('kept work is of another version when any package that computes it has changed', async () => {
  const imported = await importedBy('runner');
  // of the toolchain, the versions of the engines are what counts: they are named by themselves
  imported.delete('toolchain');
  assert.deepEqual([...imported].sort(), packages.toSorted());
});
