import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a package may import of ours. The arrows go one way. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  toolchain: [],
  'spark-connect': [],
  s3: [],
  webhdfs: [],
  workflow: [],
  processors: ['workflow', 'spark-connect'],
  runner: ['processors', 'workflow', 'spark-connect', 'toolchain', 's3', 'webhdfs'],
  server: ['runner', 'processors', 'workflow', 'spark-connect', 'toolchain', 's3', 'webhdfs'],
  cli: ['server', 'runner', 'processors', 'workflow', 'spark-connect', 'toolchain', 'web'],
  // what draws charts is shared, and knows nothing of the service
  web: ['workflow', 'server'],
};

/** Packages without input and output; workflow also runs in a browser. */
const PURE = ['workflow', 'processors'];

/** Finds the processors by looking into their folder, so that a new one is one file and nothing else. */
const FINDS_PROCESSORS = 'packages/processors/src/catalogue.ts';

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

test('packages import each other in one direction only', () => {
  assert.ok(imports.length > 500);
  const wrong = imports.filter(({ own, from }) => {
    const [, other] = /^@millrace\/([^/]+)/.exec(from) ?? [];
    return other !== undefined && !MAY_IMPORT[own]?.includes(other);
  });
  assert.deepEqual(where(wrong), []);
});

test('no file reaches into another package by a relative path', () => {
  const wrong = imports.filter(({ file, own, from }) => {
    if (!from.startsWith('.')) return false;
    return !relative(ROOT, join(ROOT, dirname(file), from)).startsWith(`packages/${own}/`);
  });
  assert.deepEqual(where(wrong), []);
});

test('workflow and processors import nothing of Node, but for the file that finds the processors', () => {
  const wrong = imports.filter(
    ({ file, own, from }) => PURE.includes(own) && file !== FINDS_PROCESSORS && from.startsWith('node:'),
  );
  assert.deepEqual(where(wrong), []);
});
