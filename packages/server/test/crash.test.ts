import { test } from 'node:test';
import { crash } from './crash/crash.ts';
import { randomFrom } from './crash/random.ts';

test('a service that is killed again and again loses nothing that it has acknowledged, and no run is doubled', async () => {
  await crash(6, randomFrom(7), () => undefined);
});
