import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { parseWorkflow, type Workflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { compareTables } from '@millrace/parity/compare';
import { RunError } from '@millrace/errors';
import { runExample } from '../src/examples/examples.ts';
import { LocalFiles } from '../../file-space/src/local/local-files.ts';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { prepareRun } from '../src/execute/prepare-run.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { servePages } from '../src/examples/serve-pages.ts';
import { NotPublic, publicLookup, whyNotPublic } from '../../file-space/src/urls/addresses.ts';
import { bodyOf } from '../../file-space/src/urls/body.ts';
import { openUrl } from '../../file-space/src/urls/open-url.ts';
import { defaultUrlPolicy, isListed, listedHost, type ListedHost } from '../../file-space/src/urls/policy.ts';
import { SailInSight } from './support.ts';

test('an answer that breaks off says how much of it has come, whether that was read or not', async (t) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('only this', () => response.socket?.end());
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const policy = { ...defaultUrlPolicy, hosts: [listedHost(host) ?? assert.fail()] };
  const opened = await openUrl(`http://${host}/`, policy, new AbortController().signal);
  opened.response.on('error', () => undefined);
  await new Promise((resolve) => opened.response.once('close', resolve));
  await assert.rejects(Array.fromAsync(bodyOf(opened, policy)), /closed the connection after 9 of 100 bytes$/);
});

test('addresses that are not of the internet are told by their kind', () => {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    'a loopback': ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'],
    'a private': [
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.100.100.200',
      'fd00:ec2::254',
      'fc00::1',
    ],
    'a link-local': ['169.254.169.254', 'fe80::1', '::ffff:a9fe:a9fe', '64:ff9b::169.254.169.254'],
    'a multicast': ['224.0.0.1', '239.255.255.255', 'ff02::1'],
    'a local': ['0.0.0.0', '0.1.2.3', '::'],
    'a broadcast': ['255.255.255.255'],
    'a cloud metadata': ['168.63.129.16', '::ffff:168.63.129.16'],
    'a reserved': [
      ...['192.0.0.192', '192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', '::7f00:1', 'fec0::1'],
      ...['2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', '64:ff9b:1::1', '4000::1', '::ffff:0:7f00:1'],
    ],
  };
  for (const [kind, addresses] of Object.entries(kinds))
    for (const address of addresses) assert.equal(whyNotPublic(address), kind, address);
  for (const address of [
    '1.1.1.1',
    '93.184.215.14',
    '172.32.0.1',
    '2606:4700::1111',
    '64:ff9b::1.1.1.1',
    '::ffff:1.1.1.1',
  ])
    assert.equal(whyNotPublic(address), undefined, address);
});

test('a name is looked up for the connection that is made, and gives it public addresses alone', async () => {
  for (const all of [true, false]) {
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    publicLookup('localhost', { all }, resolve);
    const error = await promise;
    assert.ok(error instanceof NotPublic);
    assert.equal(error.message, 'a loopback');
  }
});

test('hosts are listed by name, by name and port, by all names below one, by address', () => {
  const matches: readonly (readonly [entry: string, yes: readonly string[], no: readonly string[]])[] = [
    [
      'a.example',
      ['http://a.example/', 'https://A.example:8443/', 'http://a.example./'],
      ['http://b.a.example/', 'http://aa.example/'],
    ],
    ['a.example:8080', ['http://a.example:8080/'], ['http://a.example/', 'https://a.example/']],
    ['a.example:443', ['https://a.example/'], ['http://a.example/']],
    ['a.example:80', ['http://a.example/'], ['https://a.example/']],
    [
      '*.example.org',
      ['http://a.example.org/', 'http://b.a.example.org/'],
      ['http://example.org/', 'http://aexample.org/'],
    ],
    ['*.example.org:81', ['http://a.example.org:81/'], ['http://a.example.org/']],
    ['bücher.example', ['http://b%C3%BCcher.example/', 'http://xn--bcher-kva.example/'], []],
    ['127.0.0.1', ['http://127.1/', 'http://2130706433:99/'], ['http://127.0.0.2/', 'http://localhost/']],
    ['[::1]:8080', ['http://[0:0::1]:8080/'], ['http://[::1]/']],
    ['::1', ['http://[::1]/'], ['http://[::2]/']],
  ];
  for (const [entry, yes, no] of matches) {
    const host: ListedHost = listedHost(entry) ?? assert.fail(entry);
    for (const url of yes) assert.ok(isListed(new URL(url), [host]), `${entry} ${url}`);
    for (const url of no) assert.ok(!isListed(new URL(url), [host]), `${entry} ${url}`);
  }
  for (const entry of [
    '',
    '*',
    '*.',
    'a b',
    'http://a',
    'a/b',
    'me@a',
    'a:b',
    'a:99999',
    'a:',
    '*.10.0.0.1',
    'a*b',
    '[::1',
    '?',
  ])
    assert.equal(listedHost(entry), undefined, entry);
});

test('user name and password go to the host of the URL alone', async () => {
  const headerValues: (string | undefined)[] = [];
  await using other = await servePages({ '/end': 'x' }, ({ headers }) => headerValues.push(headers.authorization));
  await using first = await servePages(
    {
      '/a': { status: 302, headers: { location: '/b' } },
      '/b': { status: 307, headers: { location: `${other.origin}end` } },
    },
    ({ headers }) => headerValues.push(headers.authorization),
  );
  const policy = { ...first.policy, hosts: [...first.policy.hosts, ...other.policy.hosts] };
  await using files = new LocalFiles(tmpdir(), policy);
  const { shown, location } = await files.url(first.origin.replace('//', '//me:secret@') + 'a', 'url');
  assert.match(shown, /^http:\/\/\*\*\*@127\.0\.0\.1:\d+\/a$/);
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  assert.deepEqual(headerValues, [basic, basic, undefined]);
  assert.equal(location.paths.length, 1);
});

test('texts are gone with the file space; a stopped one fetches nothing', async () => {
  let count = 0;
  await using server = await servePages({ '/a': 'x' }, () => count++);
  const files = new LocalFiles(tmpdir(), server.policy);
  const texts = await Promise.all(['url', 'URL'].map((field) => files.url(`${server.origin}a`, field)));
  assert.equal(count, 1);
  assert.equal(await files.inputBytes(), 1);
  const [file = ''] = texts[0]?.location.paths ?? [];
  assert.equal(files.urlOf(file), `${server.origin}a`);
  await files[Symbol.asyncDispose]();
  await assert.rejects(readdir(join(file, '..')), { code: 'ENOENT' });
  await assert.rejects(
    files.url(`${server.origin}b`, 'url'),
    (error) => error instanceof RunError && error.code === 'STOPPED',
  );
});

test('a run that begins again on Spark reads what was fetched for Sail', async () => {
  let count = 0;
  await using host = new SailInSight(sharing());
  await using server = await servePages({ '/a': 'x\ny\n' }, () => count++);
  const graph = parse([
    draft('1', 'dataset.NodeDatasetUrlTextFileReader', { url: `${server.origin}a` }, 'dataset'),
    draft('2', 'util.NodePrintFirstNRows', {}, 'transform'),
  ]);
  await using files = new LocalFiles(tmpdir(), server.policy);
  const catalogue = await loadCatalogue();
  const prepared = prepareRun({ workflow: graph, catalogue, datasets: new Map() });
  assert.ok(prepared.ok);
  const manifest = await runWorkflow(
    prepared.run,
    { engine: 'auto' },
    {
      catalogue,
      datasets: new Map(),
      files,
      host,
      emit: (event) => {
        if (event.event === 'engine.chosen' && event.engine === 'sail') host.killSail();
      },
    },
  );
  assert.equal(manifest.status, 'COMPLETED');
  assert.equal(manifest.engine, 'spark');
  assert.deepEqual(manifest.nodes[0]?.rows, 2);
  assert.equal(count, 1);
});

const draft = (id: string, name: string, fields: Readonly<Record<string, string>>, type: string) => ({
  id,
  name,
  type,
  nodeClass: `fire.nodes.${name}`,
  fields: Object.entries(fields).map(([field, value]) => ({ name: field, value })),
});

function parse(nodes: readonly object[]): Workflow {
  const read = parseWorkflow({ name: 'urls', nodes, edges: [{ id: 1, source: '1', target: '2' }] });
  return read.ok ? read.workflow : assert.fail();
}

describe('a JSON document has the columns that Spark gives it', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  let spark: EngineSession;
  let sail: EngineSession;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-json-'));
    [spark, sail] = [await host.open('spark'), await host.open('sail')];
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  for (const [name, document] of [
    [
      'numbers',
      '{"z": 1, "y": -0, "x": 1.0, "w": 1e3, "v": 9223372036854775807, "u": 9223372036854775808, "t": 1E400, "s": 0.1}',
    ],
    [
      'long numbers',
      `{"a": ${'9'.repeat(38)}, "b": ${'9'.repeat(39)}, "c": -${'1'.repeat(20)}, "d": [1, ${'1'.repeat(25)}, 2.5], "e": [1, ${'1'.repeat(25)}]}`,
    ],
    ['texts', String.raw`{"a": "é \u00e9 \ud83d\ude00 \" \\ \n", "B": "", "b.c d": "x", "é": "2024-02-29T00:00:00Z"}`],
    [
      'nulls and empty values',
      '{"a": null, "b": [], "c": {}, "d": [null], "e": {"f": {}}, "g": [{}], "h": {"i": null, "j": {}}}',
    ],
    [
      'lists',
      '{"a": [1, 2.5], "b": [[1], [null, 2]], "c": [{"x": 1}, {"y": "q"}, null], "d": [true, null], "e": [true, 1], "f": ["s", 1, false]}',
    ],
    ['depth', `{"a": ${'{"b": ['.repeat(11)}1${']}'.repeat(11)}}`],
    ['lines', '\n\n{\r\n\t"a":\n1\r}\n \n'],
  ] as const)
    test(name, async () => {
      const file = join(folder, `${name}.json`);
      await writeFile(file, document);
      const expected = await spark.session.read.format('json').option('multiLine', true).load(file).table();
      const processor = (await loadCatalogue()).get('fire.nodes.dataset.NodeDatasetURLSingleRecordJsonReader');
      assert.ok(processor !== undefined);
      const example = { name, fields: { URL: 'http://localhost/a' }, pages: { '/a': document } };
      for (const { session, kind } of [spark, sail]) {
        const { outputs } = await runExample(processor, example, { session }, kind);
        assert.ok(outputs[0] !== undefined);
        assert.equal(
          compareTables(expected, outputs[0]),
          undefined,
          `${kind}: ${JSON.stringify(compareTables(expected, outputs[0]))}`,
        );
      }
    });
});
