import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedRegex } from '@millrace/spark-sql/patterns';
import { FieldError } from '../src/kit/field-error.ts';
import { rename } from '../src/arrange/_rename.ts';

const byPattern = (name: string, replace_pattern: string, with_pattern_replacement: string): string =>
  rename(name, 'regex', { replace_pattern, with_pattern_replacement });

test('patterns that take JavaScript exponential time are matched all the same', () => {
  const long = `${'a'.repeat(20_000)}!`;
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*b', '(.*a){12}$', '([a-z]+)*\\d', '(?:|a?b?){40}\\b$'])
    assert.equal(byPattern(long, pattern, '-'), long, pattern);
  assert.equal(byPattern(`${'a'.repeat(20_000)}_x`, '(a+)+_', ''), 'x');
});

test('names are what JavaScript makes of them', () => {
  const names = [
    'my  id',
    'Preis in €',
    'xab',
    'a.b.c',
    'naïve café',
    'A1-B2',
    'tab\tnbsp\u00a0end\ufeff',
    '😀 smile',
    'αβγ',
  ];
  const patterns = [
    ...['\\s+(\\w)', '[^\\p{L}\\p{N}_]', 'x*', '(?<first>.)(.)', '\\.', '^.', '.$', '[a-c]{1,2}', '\\d+|-', '\\S+'],
    ...['[\\s-]', '\\u00e9', '\\u{1F600}', '(a)|(b)', '\\bc', '[^]', '\\/', '(?:in|id)$', '$', '[\\w.]+?'],
  ];
  for (const replacement of ['', '_', '_$1', '[$&]', '$$', '$2$1', '$<first>', '$', '$9', "$`|$'"])
    for (const pattern of patterns)
      for (const name of names) {
        const expected = name.replace(new RegExp(pattern, 'gu'), replacement);
        if (expected === '') continue;
        assert.equal(byPattern(name, pattern, replacement), expected, `${name} ${pattern} ${replacement}`);
      }
});

test('what cannot be matched in bounded time is refused with field, value and remedy', () => {
  for (const pattern of ['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', 'a{1001}']) {
    const result = boundedRegex(pattern);
    assert.equal(result.ok ? 'read' : result.problem.kind, 'unbounded', pattern);
    assert.throws(
      () => byPattern('aa', pattern, ''),
      (error) =>
        error instanceof FieldError &&
        error.field === 'replace_pattern' &&
        error.message.startsWith(
          `invalid value "${pattern}" for field "replace_pattern": cannot be matched in bounded time: `,
        ) &&
        /no look-around, no back-references/.test(error.remedy),
    );
  }
  const broken = boundedRegex('(');
  assert.equal(broken.ok ? 'read' : broken.problem.kind, 'invalid');
  assert.throws(
    () => byPattern('a', '(', ''),
    /^FieldError: invalid value "\(" for field "replace_pattern": must be a regular expression$/,
  );
});
