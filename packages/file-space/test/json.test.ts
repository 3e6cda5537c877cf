import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { typeName } from '@millrace/spark-connect';
import type { RunError } from '@millrace/errors';
import { jsonDocuments } from '../src/scan/json-documents.ts';
import { jsonFacts } from '../src/scan/json-facts.ts';

const large = 16 << 20;

describe('what JSON, one object a line, is found to hold', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-json-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The schema as text, or the reason. */
  const factsOf = async (
    texts: Readonly<Record<string, string | Uint8Array>>,
    bytes = 0,
    signal = new AbortController().signal,
  ): Promise<string> => {
    const names = Object.keys(texts);
    const files = names.map((name) => join(folder, name));
    for (const [i, text] of Object.values(texts).entries()) await writeFile(files[i] ?? '', text);
    const facts = await jsonFacts({ files, shown: names }, bytes, signal);
    return 'schema' in facts ? typeName(facts.schema).slice('struct<'.length, -1) : facts.unverified;
  };

  const plain: Readonly<Record<string, readonly [text: string, type: string]>> = {
    'fields in the order of their names, missing ones and nulls': [
      '{"b":1,"Z":true}\n{"a":null}\n{}\n{"b":null,"ä":"x"}',
      'Z:boolean,a:string,b:bigint,ä:string',
    ],
    'whole numbers to the ends of 64 bits': [
      '{"a":9223372036854775807}\n{"a":-9223372036854775808}\n{"a":-0}',
      'a:bigint',
    ],
    'whole numbers among fractions': ['{"a":1}\n{"a":-1.5e-3}\n{"a":0}\n{"a":-0.0}\n{"a":1E400}', 'a:double'],
    'empty text, which may stand for any type, where no other type is': ['{"a":""}\n{"a":null}', 'a:string'],
    'objects and lists, whose parts come together': [
      '{"s":{"x":[{"k":1}]}}\n{"s":{"x":[null,{"l":[[]]},{"k":2.5}],"e":{}}}\n{"s":null}',
      's:struct<x:array<struct<k:double,l:array<array<string>>>>>',
    ],
    'objects without fields, and lists of them, which are no columns': [
      '{"a":{},"b":[{}],"c":[[{"x":{}}]],"d":[]}',
      'd:array<string>',
    ],
    'blanks, blank lines, Windows line ends, no end of the last line': [
      ' \t\r\n\n  { "a" : [ 1 , 2 ] , "b" : { } }  \r\n{"a":[ ]}\t',
      'a:array<bigint>',
    ],
    'names with escapes are the names that they spell': ['{"\\u0061\\"":1}\n{"a\\u0022":2}', 'a":bigint'],
    'pairs of code units': ['{"a":"\\ud83d\\ude00 \\\\ud83d"}', 'a:string'],
    '16 levels': [`{"a":${'{"a":'.repeat(15)}1${'}'.repeat(16)}`, ''],
  };
  for (const [name, [text, type]] of Object.entries(plain))
    test(`plain: ${name}`, async () => {
      const facts = await factsOf({ 'a.json': text });
      if (type === '') assert.match(facts, /^a:struct.*bigint>+$/);
      else assert.equal(facts, type);
    });

  const others: Readonly<Record<string, readonly [text: string | Uint8Array, reason: RegExp]>> = {
    'several kinds of values': ['{"a":{"b":1}}\n{"a":{"b":"x"}}', /^values of several kinds in the JSON field "a.b"$/],
    'empty text among numbers': ['{"a":""}\n{"a":1}', /several kinds/],
    'several kinds of elements': ['{"a":[1,true]}', /several kinds in the JSON field "a"$/],
    'objects and text': ['{"a":{}}\n{"a":"x"}', /several kinds/],
    'a field twice': ['{"a":1,"b":2,"a":3}', /objects with the field "a" twice$/],
    'a field twice by its escapes': ['{"a":1,"\\u0061":3}', /twice$/],
    'a field twice in one of several objects': ['{"l":[{"a":1},{"a":1},{"b":2,"b":3}]}', /field "l.b" twice$/],
    'names that differ in case': ['{"s":{"id":1}}\n{"s":{"ID":1}}', /"ID" and "id", which differ in case alone$/],
    'the column of corrupt records': ['{"_corrupt_record":"x","a":1}', /^the JSON field "_corrupt_record"$/],
    'an empty name': ['{"":1,"a":2}', /empty or unusual names/],
    'a name with a line feed': ['{"a\\nb":1}', /empty or unusual names/],
    'whole numbers beyond 64 bits': ['{"a":9223372036854775808}', /beyond 64 bits$/],
    'numbers of many digits': [`{"a":0.${'1'.repeat(200)}}`, /more than 100 characters$/],
    'exponents of many digits': ['{"a":1e1000}', /exponents beyond 999$/],
    '-0 among fractions': [
      '{"a":[-0]}\n{"a":[0.5]}',
      /^-0 without a point in the JSON field "a", which has fractions$/,
    ],
    'halves of characters': ['{"a":"\\ud83d"}', /halves of characters$/],
    'halves in the wrong order': ['{"a":"\\ude00\\ud83d"}', /halves of characters$/],
    'a half before another character': ['{"a":"\\ud83d\\u0041"}', /halves of characters$/],
    'NUL characters': ['{"a":"\\u0000"}', /NUL/],
    'a byte order mark': ['\uFEFF{"a":1}', /byte order mark$/],
    'text in another encoding': [Buffer.from('{"a":"ä"}', 'latin1'), /not in UTF-8$/],
    'a list of records a line': ['[{"a":1}]', /not an object each$/],
    'two objects a line': ['{"a":1}{"a":2}', /not an object each$/],
    'a value a line': ['{"a":1}\nnull', /not an object each$/],
    'an object of several lines': ['{"a":1,\n"b":2}', /not strict JSON$/],
    'carriage returns alone': ['{"a":1}\r{"a":2}', /not an object each$/],
    'a line that is cut off': ['{"a":1}\n{"a":', /not strict JSON$/],
    'other blanks': ['{"a":\u00a01}', /not strict JSON$/],
    'no columns': ['\n{}\n{"a":{}}', /^JSON without columns$/],
    '17 levels': [`{"a":${'[{"a":'.repeat(8)}1${'}]'.repeat(8)}}`, /more than 16 levels$/],
  };
  for (const [name, [text, reason]] of Object.entries(others))
    test(`not plain: ${name}`, async () => assert.match(await factsOf({ 'a.json': text }), reason));

  const faulty =
    '{\'a\':1} {a:1} {"a":01} {"a":+1} {"a":.5} {"a":1.} {"a":1e} {"a":-} {"a":NaN} {"a":Infinity} {"a":True} {"a":nul} {"a":1,} {,"a":1} {"a"1} {"a":[1,]} {"a":[1} {"a":} {"a":1 {"a":"x} {"a":"\\x"} {"a":"\\u12g4"} {"a":"\\u12"} {"a":"\t"} {"a":1/**/} {"a":tru} {"a":0x1} {"a":"\\'.split(
      ' ',
    );
  test('what JSON.parse refuses is not plain', async () => {
    for (const text of faulty) {
      assert.throws(() => JSON.parse(text), text);
      assert.match(
        await factsOf({ 'a.json': `{"a":null}\n${text}\n{"a":null}\n` }),
        /not strict JSON|not an object/,
        text,
      );
    }
  });

  test('documents are an object or a list of objects each, over as many lines as they like', async () => {
    const documents = async (...texts: readonly (string | Uint8Array)[]): Promise<string> => {
      const names = texts.map((_, i) => `d${i}.json`);
      const files = names.map((name) => join(folder, name));
      for (const [i, text] of texts.entries()) await writeFile(files[i] ?? '', text);
      const facts = await jsonDocuments({ files, shown: names });
      return 'schema' in facts ? typeName(facts.schema) : facts.unverified;
    };
    assert.equal(
      await documents('[\r\n {"b": 1,\n\t"a": [\n]},\n{}\n]\n', '{"b":\n0.5}', ' [ ] '),
      'struct<a:array<string>,b:double>',
    );
    for (const [reason, ...texts] of [
      ['neither an object nor a list of objects', ''],
      ['neither an object nor a list of objects', '\n1\n'],
      ['neither an object nor a list of objects', '[{"a":1},\nnull]'],
      ['neither an object nor a list of objects', '[[{"a":1}]]'],
      ['neither an object nor a list of objects', '{"a":1}\n{"a":2}'],
      ['neither an object nor a list of objects', '[{"a":1}]\n]'],
      ['neither an object nor a list of objects', '[{"a":1},\n]'],
      ['text that is not strict JSON', '[{"a":"x\ny"}]'],
      ['text that is not strict JSON', '[{"a":1}'],
      ['JSON with a byte order mark', '[{"a":1}]', '\uFEFF[{"a":1}]'],
      ['values of several kinds in the JSON field "a"', '[{"a":1}]', '[{"a":"x"}]'],
      ['JSON without columns', '[]'],
      ['JSON documents of more than 1 MB', `[{"a":1}${' '.repeat(1 << 20)}]`],
      ['JSON documents of more than 1 MB', `[{"a":1}]`, `[{"a":1}${' '.repeat((1 << 20) - 12)}]`],
      [
        'JSON documents of more than 1000000 values',
        `[${JSON.stringify(Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, i])))}${',{}'.repeat(2_000)}]`,
      ],
    ] as const)
      assert.match(await documents(...texts), new RegExp(`${reason}$`), texts[0]?.slice(0, 80));
  });

  test('several files together have one schema; packed ones are unpacked', async () => {
    assert.equal(await factsOf({ 'a.json': '{"a":1}\n', 'b.json': '', 'c.json': '{"a":1.5}' }), 'a:double');
    assert.equal(await factsOf({ 'a.json.gz': gzipSync('{"a":1}\n{"b":""}') }), 'a:bigint,b:string');
    assert.match(await factsOf({ 'a.json': '{"a":1}', 'b.json.gz': gzipSync('{"a":1}') }), /different compressions$/);
    assert.match(await factsOf({ 'a.json.bz2': 'BZh' }), /^JSON files packed as \.bz2$/);
    assert.match(await factsOf({ 'a.json': '{"a":1}', 'b.json': '{"a":"x"}' }), /several kinds/);
    assert.match(await factsOf({ 'a.json': '{"a":1}', 'b.json': '\uFEFF{"a":1}' }), /byte order mark/);
    assert.match(await factsOf({ 'a.json': '{"a":1', 'b.json': '}' }), /not strict JSON/);
  });

  test('a thread finds the same in files of many pieces', async () => {
    const line = (i: number): string => `{"id":${i},"text":"ü\\n😀 ${i}","list":[{"x":${i / 8}},null]}\n`;
    const text = Array.from({ length: 40_000 }, (_, i) => line(i)).join('');
    const facts = await factsOf({ 'a.json': text });
    assert.equal(facts, 'id:bigint,list:array<struct<x:double>>,text:string');
    assert.equal(await factsOf({ 'a.json': text }, large), facts);
    assert.match(await factsOf({ 'a.json': `${text}{"id":"x"}\n` }, large), /several kinds in the JSON field "id"$/);
    await assert.rejects(factsOf({ 'a.json.gz': 'no gzip' }, large), ({ code }: RunError) => code === 'NOT_UNPACKED');
    const stop = AbortSignal.abort();
    for (const bytes of [0, large])
      await assert.rejects(factsOf({ 'a.json': text }, bytes, stop), ({ code }: RunError) => code === 'STOPPED');
  });

  test('what would take much memory or time is given up at once', async () => {
    const deep = 100_000;
    const attacks: Readonly<Record<string, readonly [string, RegExp]>> = {
      'a line of 20 MB': [`{"a":"${'x'.repeat(20 << 20)}"}`, /lines of more than 1 MB$/],
      'a line of 20 MB behind others': [
        `{"a":1}\n{"a":"${'x'.repeat(20 << 20)}"}\n{"a":1}\n`,
        /lines of more than 1 MB$/,
      ],
      'deep lists': [`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`, /more than 16 levels$/],
      'deep objects': ['{"a":'.repeat(deep), /more than 16 levels$/],
      'many fields': [Array.from({ length: deep }, (_, i) => `{"k${i}":1}`).join('\n'), /more than 1000 fields$/],
      'many fields within lists': [
        Array.from({ length: deep }, (_, i) => `{"a":[{"k${i}":[1]}]}`).join('\n'),
        /more than 1000 fields$/,
      ],
    };
    for (const [name, [text, reason]] of Object.entries(attacks))
      assert.match(await factsOf({ 'a.json': text }), reason, name);
    assert.match(await factsOf({ 'a.json': '{"a":1}' }, 2 ** 31), /^more than 1 GB of JSON$/);
  });
});
