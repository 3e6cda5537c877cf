import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Literal } from '../src/ast/ast.ts';
import { describePattern } from '../src/patterns/literal-patterns.ts';

const keysOf = (value: string): readonly string[] =>
  describePattern('split', 'regex', { kind: 'literal', value } as Literal)?.keys ?? [];
const isEmptyMatch = (value: string): boolean => keysOf(value).includes('regex-cut:empty-match');

test('a pattern that may match between characters is told from others, in bounded time', () => {
  for (const pattern of ['x*', 'a|', '(a?)', '(?:|a?b?){40}', '(a*)*', '^', '\\b'])
    assert.equal(isEmptyMatch(pattern), true, pattern);
  for (const pattern of [',', '\\|', 'a+', '(a+)+$', '[,;]', '\\s+', 'é', '(?:|a?b?){40}\\bc'])
    assert.equal(isEmptyMatch(pattern), false, pattern);
  // as JavaScript matches it, this one takes hours on an empty text
  assert.equal(isEmptyMatch('(?:|a?b?){60}\\W'), false);
  for (const unbounded of ['(?=a)', '(a)\\1', 'a{2000}']) assert.equal(isEmptyMatch(unbounded), true, unbounded);
});
