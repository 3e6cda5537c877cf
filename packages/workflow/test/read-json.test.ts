import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, readJsonInSlices } from '../src/index.ts';

const VALID = [
  '0',
  '-0',
  '1e5',
  '-1.5E-3',
  '""',
  '"\\u00e9\\n\\ud83d\\ude00"',
  '[]',
  '[1,[2,{}]]',
  '{"a":{"b":null}}',
  ' true ',
  '"é😀"',
  '\ufefffalse',
];
const INVALID = [
  '',
  '01',
  '1.',
  '.5',
  '+1',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  "'a'",
  '"a',
  '"\\x"',
  '"\n"',
  'nul',
  'tru',
  '[1 2]',
  '{"a" 1}',
  '1 2',
  '// x\n1',
  'NaN',
  '"\\u12g4"',
];

test('strict reading agrees with JSON.parse', () => {
  for (const text of VALID) {
    const result = readJson(text);
    assert.ok(result.ok, text);
    assert.deepEqual(result.value, JSON.parse(text.replace('\ufeff', '')), text);
  }
  for (const text of INVALID) {
    assert.throws(() => JSON.parse(text), text);
    assert.equal(readJson(text).ok, false, text);
  }
});

test('a fault names its line, column and offset', () => {
  const result = readJson('{"a": 1,\n "b": oops}');
  assert.ok(!result.ok);
  assert.deepEqual([result.line, result.column, result.offset], [2, 7, 15]);
});

test('lenient reading takes unquoted keys, single quotes, trailing commas and comments', () => {
  const result = readJson(`/* old */ {a: 'it''s'.x}`, { lenient: true });
  assert.equal(result.ok, false);
  const good = readJson(`{a: 'say "x"', b_1: [1,2,], // end\n 'c d': "it's \\'",}`, { lenient: true });
  assert.ok(good.ok);
  assert.deepEqual(good.value, { a: 'say "x"', b_1: [1, 2], 'c d': "it's '" });
});

test('lenient reading is no evaluation and no licence for rubbish', () => {
  for (const text of ['{a:b}', '{a:1}{', '{:1}', '[,]', '{a:f()}', '{a:[1}', '{__proto__:']) {
    assert.equal(readJson(text, { lenient: true }).ok, false, text);
  }
  const result = readJson('{__proto__: {polluted: true}}', { lenient: true });
  assert.ok(result.ok);
  assert.equal(Object.hasOwn({}, 'polluted'), false);
  assert.equal('polluted' in {}, false);
});

// far more than linear work takes on a busy machine, far less than quadratic work on an idle one
test('long texts are read', { timeout: 120_000 }, () => {
  const count = 1_000_000;
  const text = `{a:[${'"x y z", '.repeat(count)}]} ${' '.repeat(count)}`;
  assert.ok(readJson(text, { lenient: true }).ok);
});

test('reading in slices gives what reading at once gives, and lets others have their turn', async () => {
  const text = JSON.stringify(
    Array.from({ length: 20_000 }, (_, i) => ({ i, texts: ['a', { __proto__: null, b: '\n' }] })),
  );
  let turns = 0;
  const breathe = async (): Promise<void> => void turns++;
  assert.deepEqual(await readJsonInSlices(text, breathe), readJson(text));
  assert.ok(turns > 20, String(turns));
  for (const broken of [
    '{"a":1,"__proto__":{"b":2}}',
    '',
    '[1,',
    '{"a" 1}',
    '[[]',
    '\n\n {"a":1}}',
    '[1,]',
    '['.repeat(300),
  ])
    assert.deepEqual(await readJsonInSlices(broken, breathe), readJson(broken), broken);
});

test('long texts, as values and as keys, are read a part at a time', async () => {
  const long = '\\n\\"x\\u00e9'.repeat(5_000);
  const deep = `{"a":["${long}",1],"${long}":{"${long}b":"${long}"},"c":"${long}"}`;
  let breaths = 0;
  for (const text of [`"${long}"`, `["${long}"]`, deep]) {
    breaths = 0;
    const result = await readJsonInSlices(text, async () => void breaths++);
    assert.ok(result.ok);
    assert.deepEqual(result.value, JSON.parse(text));
    assert.ok(breaths >= 7, `${breaths} breaths`);
    assert.deepEqual(readJson(text), result);
  }
  for (const [text, message] of [
    [`["${long}`, /^unterminated string$/],
    [`{"${long}" 1}`, /^expected ":" after the key, found "1"$/],
    [`["${long}\\x"]`, /^invalid escape sequence "\\x"$/],
    [`["${long}\n"]`, /^unescaped control character \(code 10\) in a string$/],
  ] as const) {
    const result = await readJsonInSlices(text, async () => undefined);
    assert.ok(!result.ok);
    assert.match(result.message, message);
    assert.deepEqual(readJson(text), result);
  }
  const lenient = readJson(`{a: '${long.replaceAll('\\u00e9', '\n')}'}`, { lenient: true });
  assert.ok(lenient.ok);
  assert.deepEqual(lenient.value, { a: '\n"x\n'.repeat(5_000) });
});

test('a fault behind millions of lines is found a part at a time', async () => {
  let breaths = 0;
  const result = await readJsonInSlices(`${'\n'.repeat(3 << 20)}  x`, async () => void breaths++);
  assert.ok(!result.ok);
  assert.deepEqual([result.line, result.column], [(3 << 20) + 1, 3]);
  assert.ok(breaths >= 3, `${breaths} breaths`);
});
