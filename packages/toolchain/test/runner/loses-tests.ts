// Not a test of the project: what the runner's own tests run. A promise that others made loses the suite of the file.
import { test } from 'node:test';

const { others } = globalThis as unknown as { others?: Promise<void> };
await others;
test('is declared outside any file', () => undefined);
