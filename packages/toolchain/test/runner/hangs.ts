// Not a test of the project: what the runner's own tests run. Its second test never ends.
import { describe, test } from 'node:test';

test('ends', () => undefined);
describe('things', () => {
  test('never ends', () => new Promise(() => setInterval(() => undefined, 1_000)));
});
