import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonList, textList } from '../src/index.ts';

test('a list is JSON text or plain text, which is one element; commas do not split', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['["a","b"]', ['a', 'b']],
    [' ["a"] ', ['a']],
    ['[]', []],
    ['["", null, 5, true, [1], {"a":2}]', ['', '', '5', 'true', '[1]', '{"a":2}']],
    ['rating', ['rating']],
    ['dt,time', ['dt,time']],
    ['[x]', ['[x]']],
    ['["a",', ['["a",']],
    ['{"a":1}', ['{"a":1}']],
    ['5', ['5']],
  ];
  for (const [text, expected] of cases) assert.deepEqual(textList(text), expected, text);
  assert.equal(jsonList('rating'), undefined);
});
