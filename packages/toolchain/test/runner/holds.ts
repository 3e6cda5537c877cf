// Not a test of the project: what the runner's own tests run. Something in it never ends.
import { test } from 'node:test';

test('leaves a timer', () => {
  setInterval(() => undefined, 1_000);
});
