import assert from 'node:assert/strict';
import { chmodSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { nodeOf, npmPackages } from '../steps/npm-packages.mjs';

const newFolder = testFolder;
const platform = `${process.platform}-${process.arch}`;

/** Runs the step in a new checkout with a substitute for npm; returns the checkout. */
async function install(npm: string) {
  const [checkout, programs] = [newFolder(), newFolder()];
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\n${npm}`);
  chmodSync(join(programs, 'npm'), 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${programs}:${PATH}`;
  try {
    await npmPackages.run({ checkout, python: { command: '', minor: 11 }, progress: () => {} });
  } finally {
    process.env.PATH = PATH;
  }
  return checkout;
}

test('Node 24 is at its place also when npm removed the link together with those of other platforms', async () => {
  const checkout = await install(`
    mkdir -p node_modules/.bin node_modules/node-${platform}/bin
    touch node_modules/node-${platform}/bin/node
  `);
  assert.equal(realpathSync(nodeOf(checkout)), realpathSync(join(checkout, `node_modules/node-${platform}/bin/node`)));
});

test('a platform that Node 24 has no package for is named', async () => {
  await assert.rejects(install('mkdir -p node_modules/.bin'), {
    message: `no Node 24 package is available for ${platform}: use Linux on x64 or arm64`,
  });
});
