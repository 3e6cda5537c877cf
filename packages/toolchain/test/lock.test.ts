import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { lockFolder } from '../steps/lock.mjs';
import { toolchain } from '../toolchain.mjs';

const { python } = toolchain();
const newFolder = testFolder;

test('of two set-ups the second waits until the first is done', async () => {
  const folder = newFolder();
  const order: string[] = [];
  const unlockFirst = await lockFolder(python, folder, () => order.push('first waits'));
  const waits = Promise.withResolvers<void>();
  const second = lockFolder(python, folder, () => {
    order.push('second waits');
    waits.resolve();
  }).then((unlock) => {
    order.push('second works');
    unlock();
  });
  await waits.promise;
  order.push('first is done');
  unlockFirst();
  await second;
  assert.deepEqual(order, ['second waits', 'first is done', 'second works']);
});

test('a set-up that was killed holds nobody up', async () => {
  const folder = newFolder();
  const script = `
    const { lockFolder } = await import(${JSON.stringify(import.meta.resolve('../steps/lock.mjs'))});
    await lockFolder(${JSON.stringify(python)}, ${JSON.stringify(folder)}, () => {});
    console.log('held');
  `;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  (await lockFolder(python, folder, () => {}))();
});
