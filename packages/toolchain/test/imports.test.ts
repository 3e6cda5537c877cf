import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Packages without input and output; workflow also runs in a browser. */
const PURE = ['charts', 'spark-sql', 'workflow', 'processors'];

/** The test kit is a part of the tests, which may reach into every package. */
const files = globSync('packages/*/{src/**/*.{ts,tsx},*.mjs,steps/*.mjs}', { cwd: ROOT }).filter(
  (file) => !file.startsWith('packages/testkit/'),
);
const imports = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)'/gm)].map(
    ([, from = '']) => ({
      file,
      own: file.split('/')[1] ?? '',
      from,
    }),
  ),
);
const where = (wrong: typeof imports) => wrong.map(({ file, from }) => `${file} imports ${from}`);

// which may name which is a rule of lint (.oxlintrc.json)
test('a package names the packages of ours that it imports, and no others', () => {
  assert.ok(imports.length > 500);
  for (const own of new Set(imports.map((one) => one.own))) {
    const text = readFileSync(join(ROOT, 'packages', own, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(text) as { dependencies?: Readonly<Record<string, string>> };
    const packages = Object.keys(dependencies).filter((name) => name.startsWith('@millrace/'));
    const imported = imports.flatMap((one) => (one.own === own ? (/^@millrace\/[^/]+/.exec(one.from) ?? []) : []));
    assert.deepEqual(packages.sort(), [...new Set(imported)].sort(), own);
  }
});

test('no file reaches into another package by a relative path', () => {
  const wrong = imports.filter(({ file, own, from }) => {
    if (!from.startsWith('.')) return false;
    return !relative(ROOT, join(ROOT, dirname(file), from)).startsWith(`packages/${own}/`);
  });
  assert.deepEqual(where(wrong), []);
});

test('packages without input and output import nothing of Node', () => {
  const wrong = imports.filter(({ own, from }) => PURE.includes(own) && from.startsWith('node:'));
  assert.deepEqual(where(wrong), []);
});
