import { test } from 'node:test';
import { isLong, seedOf } from '@millrace/testkit/long';
import { crash } from './crash/crash.ts';
import { randomFrom } from './crash/random.ts';

test('a service that is killed again and again loses nothing that it has acknowledged, and no run is doubled', async (t) => {
  const seed = seedOf(7);
  t.diagnostic(`seed ${seed}`);
  await crash(isLong ? 60 : 6, randomFrom(seed), () => undefined);
});
