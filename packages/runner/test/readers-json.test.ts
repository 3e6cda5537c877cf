import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { loadCatalogue } from '@millrace/processors';
import { jsonOnSail } from '@millrace/processors/json-on-sail';
import { typeName } from '@millrace/spark-connect';
import { parseDataset, parseWorkflow, type Dataset } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { isLong } from '@millrace/testkit/long';
import { compareTables } from '@millrace/parity/compare';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost } from '@millrace/engines/host';
import { randomBelow } from './random.ts';
import { randomJson } from './random-json.ts';
import { ready, runOn } from './support.ts';

const lines = (...records: readonly unknown[]): string => records.map((r) => `${JSON.stringify(r)}\n`).join('');
const nested = { id: 1, who: { name: 'Zoë', tags: ['a', 'b'] }, seen: [{ at: '2024-01-01', ms: 12 }, null, {}] };

describe('JSON is read by Sail as Spark reads it, or by Spark', () => {
  const host = new EngineHost(sharing());
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-json-'));
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });
  const write = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    }
  };

  const dataset = (path: string, options = {}): Map<string, Dataset> => {
    const parsed = parseDataset({
      uuid: 'u',
      name: 'n',
      path,
      datasetType: 'JSON',
      readOptions: JSON.stringify(options),
    });
    assert.ok(parsed.ok);
    return new Map([['u', parsed.dataset]]);
  };
  const graph = (nodeClass: string, fields: Readonly<Record<string, string>>): Parameters<typeof ready>[0] => {
    const parsed = parseWorkflow({
      name: 'json',
      nodes: [
        {
          id: '1',
          name: 'read',
          type: 'dataset',
          nodeClass,
          fields: Object.entries(fields).map(([name, value]) => ({ name, value, widget: 'textfield' })),
        },
        { id: '2', name: 'show', type: 'transform', nodeClass: 'fire.nodes.util.NodePrintFirstNRows', fields: [] },
      ],
      edges: [{ source: '1', target: '2', id: 1 }],
    });
    assert.ok(parsed.ok, JSON.stringify(parsed));
    return parsed.workflow;
  };
  const byReader = (path: string): ReturnType<typeof ready> =>
    ready(graph('fire.nodes.dataset.NodeDatasetJSON', { path }), new Map(), root);
  const byDataset = (path: string, options = {}): ReturnType<typeof ready> =>
    ready(graph('fire.nodes.dataset.NodeDatasetStructured', { dataset: 'u' }), dataset(path, options), root);
  /** Runs on Sail, and shows what Spark shows. */
  const assertOnSail = async (make: () => ReturnType<typeof ready>): Promise<void> => {
    const [auto, spark] = [await runOn(host, 'auto', await make()), await runOn(host, 'spark', await make())];
    assert.equal(auto.engine, 'sail', auto.why);
    assert.equal(auto.status, 'COMPLETED');
    assert.deepEqual(auto.outputs, spark.outputs);
  };
  const assertOnSpark = async (make: () => ReturnType<typeof ready>, reason: RegExp): Promise<void> => {
    const auto = await runOn(host, 'auto', await make());
    assert.equal(auto.engine, 'spark');
    assert.match(auto.why ?? '', reason);
    assert.equal(auto.status, 'COMPLETED');
  };

  const plain: Readonly<Record<string, string | Uint8Array>> = {
    'a.json': lines(nested, { id: null, more: true }, {}, { who: null, seen: [] }),
    'b.jsonl': '{"a":1}\r\n\r\n \t\n{"a":2.5,"b":"\\u00e9\\n\\ud83d\\ude00\u2028"}\r\n{"a":1e400,"b":""}',
    'c.json.gz': gzipSync(lines(nested, { id: 9007199254740993n.toString().length })),
    'd.json': lines({ a: 'x'.repeat(900_000) }, { a: 'y' }),
    'e.json': lines(Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k ${i}.\`"ü`, i]))),
    'f.json': lines({ a: {}, b: [{}], c: [], d: null, e: [null] }),
    'g.txt': `{"a":${'{"a":'.repeat(15)}1${'}'.repeat(16)}\n`,
    'in/a.json': lines({ a: 1, b: 'x' }),
  };
  for (const [name, content] of Object.entries(plain))
    test(`plain: ${name}`, async () => {
      await write({ [name]: content });
      await assertOnSail(() => byReader(name));
      await assertOnSail(() => byDataset(name.includes('/') ? dirname(name) : name));
    });

  const others: Readonly<Record<string, readonly [string | Uint8Array, RegExp]>> = {
    'kinds.json': [lines({ a: 1 }, { a: 'x' }, { a: { b: [1.5] } }), /values of several kinds in the JSON field "a"/],
    'bad.json': ['{"a":1}\n{bad\n', /not strict JSON/],
    'large.json': ['{"a":9223372036854775808}\n', /whole numbers beyond 64 bits/],
    'bom.json': ['\uFEFF{"a":1}\n', /byte order mark/],
    'minus.json': ['{"a":-0}\n{"a":0.5}\n', /-0 without a point/],
    'half.json': ['{"a":"\\ud83d"}\n', /halves of characters/],
    'arrays.json': ['[{"a":1},{"a":2}]\n{"a":3}\n', /not an object each/],
    'none.json': ['{}\n', /JSON without columns/],
  };
  for (const [name, [content, reason]] of Object.entries(others))
    test(`not plain: ${name}`, async () => {
      await write({ [name]: content });
      await assertOnSpark(() => byReader(name), reason);
      await assertOnSpark(() => byDataset(name), reason);
    });

  const documents: Readonly<Record<string, string>> = {
    'list.json': `[\n  ${JSON.stringify(nested)},\n  {"id": 9223372036854775807, "more": 0.1},\n  {},\n {"more": 12345678901234567}\n]\n`,
    'object.json': JSON.stringify(nested, null, 2),
    'spelling.json':
      '[\r\n{"a":1e400,"b":"\\u00e9\\n\\ud83d\\ude00","__proto__":1},\n{"a":-0.0,"b":""},{"a":4.9e-324},{"a":123456789.123456789123456789}]',
  };
  for (const [name, content] of Object.entries(documents))
    test(`plain: the document ${name}`, async () => {
      await write({ [name]: content });
      await assertOnSail(() => byReader(name));
      await assertOnSail(() => byDataset(name, { multiLine: 'true' }));
    });
  test('documents that are not plain', async () => {
    await write({ 'mixed/a.json': '[{"a":1},\n{"a":"x"}]', 'long.json': `[\n{"a":"${'x'.repeat(1 << 20)}"}\n]` });
    await assertOnSpark(() => byReader('mixed'), /values of several kinds in the JSON field "a"/);
    await assertOnSpark(() => byReader('long.json'), /JSON documents of more than 1 MB/);
  });

  test('options of the reader are a reason', async () => {
    await write({ 'options.json': lines({ a: 1 }) });
    await assertOnSpark(() => byDataset('options.json', { primitivesAsString: 'true' }), /option "primitivesAsString"/);
    await assertOnSpark(() => byDataset('options.json', { samplingRatio: '0.5' }), /option "samplingRatio"/);
  });

  test('columns in the names of folders are a reason', async () => {
    await write({ 'parts/k=1/a.json': lines({ a: 1 }), 'parts/k=2/a.json': lines({ a: 2 }) });
    await assertOnSpark(() => byReader('parts'), /partition columns in folder names/);
  });

  test('several megabytes, in several partitions and counted without their columns', async () => {
    const [sail, spark] = [await host.open('sail'), await host.open('spark')];
    const text = Array.from(
      { length: 60_000 },
      (_, i) =>
        `{"id":${i},"text":"\\"},{\\\\ ${'ü'.repeat(i % 90)}","list":[${i / 8},null],"s":{"k":${i % 7 === 0}}}\n`,
    ).join('');
    await write({ 'many.json': text });
    const facts = await new LocalFiles(root).json('many.json');
    assert.ok('schema' in facts);
    const [inferred, read] = [
      spark.session.read.format('json').load(join(root, 'many.json')),
      sail.session.read.format('json').schema(facts.schema).load(join(root, 'many.json')),
    ];
    assert.equal(compareTables(await inferred.table(), await read.table(), { ordered: true }), undefined);
    assert.equal(await read.count(), 60_000);
    const part = ['s.k', 'list'] as const;
    assert.equal(compareTables(await inferred.select(...part).table(), await read.select(...part).table()), undefined);
  });

  test('documents of random types have the rows that Spark reads', async () => {
    const [sail, spark] = [await host.open('sail'), await host.open('spark')];
    const rows = randomJson(randomBelow(7))
      .trim()
      .split(/[\r\n]+/);
    await write({ 'random.json': `[${rows.join(',\n')}]` });
    const files = new LocalFiles(root);
    const read = await jsonOnSail('random.json', true, { session: sail.session, files });
    assert.ok(read.rows !== undefined, read.unverified);
    const inferred = spark.session.read.format('json').options({ multiLine: true }).load(join(root, 'random.json'));
    assert.equal(compareTables(await inferred.table(), await read.rows.table(), { ordered: true }), undefined);
  });

  const seed = Number(process.env['MILLRACE_TEST_SEED'] ?? 20_241);
  const times = isLong ? 20 : 3;
  test(`schemas of random documents are those that Spark infers, and the rows are the same (seed ${seed})`, async () => {
    const [sail, spark] = [await host.open('sail'), await host.open('spark')];
    for (let i = 0; i < times; i++) {
      const name = `random-${i}.json`;
      await write({ [name]: randomJson(randomBelow(seed + i)) });
      const facts = await new LocalFiles(root).json(name);
      assert.ok('schema' in facts, 'unverified' in facts ? facts.unverified : '');
      const inferred = spark.session.read.format('json').load(join(root, name));
      assert.equal(typeName(facts.schema), typeName(await inferred.schema()));
      const read = sail.session.read.format('json').schema(facts.schema).load(join(root, name));
      assert.equal(compareTables(await inferred.table(), await read.table(), { ordered: true }), undefined, name);
    }
  });

  test('the reader is in the catalogue as one that Sail may run', async () => {
    const processor = (await loadCatalogue()).get('fire.nodes.dataset.NodeDatasetJSON');
    assert.equal(processor?.unverified, undefined);
  });
});
