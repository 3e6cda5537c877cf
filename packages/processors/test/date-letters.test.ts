import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lettersOnlyOfSpark2InNodes } from '../src/kit/date-letters.ts';

test('nodes pass over a weekday, and write its number themselves', () => {
  for (const use of ['read', 'write'] as const)
    assert.deepEqual(lettersOnlyOfSpark2InNodes('EEE u YYYY-ww', use), ['Y', 'w']);
});
