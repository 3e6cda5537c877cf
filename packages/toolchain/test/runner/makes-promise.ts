// Not a test of the project: what the runner's own tests run. Makes a promise that another file waits for.
import { after, test } from 'node:test';

const { promise, resolve } = Promise.withResolvers<void>();
Object.assign(globalThis, { others: promise });
test('passes', () => undefined);
test('fails\u2028there', () => {
  throw new Error('on purpose');
});
after(() => resolve());
