import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { events, waitForExit, manifestOf, TestFolder, workflow, type Finished, type NodeDraft } from './support.ts';
import { portThatSays, serve, type Pages } from './web.ts';
import { until } from '@millrace/testkit/until';

const textNode = (url: string, id = '1'): NodeDraft => ({
  id,
  nodeClass: 'fire.nodes.dataset.NodeDatasetUrlTextFileReader',
  type: 'dataset',
  fields: { url },
});
const jsonNode = (url: string, id = '1'): NodeDraft => ({
  id,
  nodeClass: 'fire.nodes.dataset.NodeDatasetURLSingleRecordJsonReader',
  type: 'dataset',
  fields: { URL: url },
});
const printNode = (id: string): NodeDraft => ({ id, nodeClass: 'fire.nodes.util.NodePrintFirstNRows' });

const plain: Pages[string] = (response) => response.end('one\ntwo\n');
const send =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Pages[string] =>
  (response) =>
    response.writeHead(200, headers).end(body);
const redirect =
  (to: string): Pages[string] =>
  (response) =>
    response.writeHead(302, { location: to }).end();

/** Runs readers of these URLs side by side and returns what came of each, by its place. */
async function runAll(
  folder: TestFolder,
  urls: readonly string[],
  env: NodeJS.ProcessEnv,
  engine = 'sail',
): Promise<{ readonly done: Finished; readonly nodes: ReturnType<typeof manifestOf>['nodes'] }> {
  const path = await folder.workflow(
    workflow(
      urls.map((url, i) => textNode(url, String(i + 1))),
      [],
    ),
  );
  const done = await folder.runUnder({ env }, 'run', path, '--engine', engine, '--json', '--previews', '10');
  return { done, nodes: manifestOf(done).nodes };
}

/** The lines that each node of a run gave. */
const linesOf = (done: Finished): Record<string, unknown[]> =>
  Object.fromEntries(
    manifestOf(done).outputs.flatMap((o) => (o.type === 'table' ? [[o.nodeId, o.rows.map(([line]) => line)]] : [])),
  );

for (const engine of ['sail', 'spark'])
  test(`${engine}: texts come whole, whatever packs them and whatever their character set`, async () => {
    const text = 'Ärger\nß €\n';
    const pages: Pages = {
      '/plain': plain,
      '/gzip': send(gzipSync(text), { 'content-encoding': 'gzip' }),
      '/br': send(brotliCompressSync(text), { 'content-encoding': 'br' }),
      '/latin1': send(Buffer.from('Ärger\nß\n', 'latin1'), { 'content-type': 'text/plain; charset="ISO-8859-1"' }),
      '/bom': send(`\ufeff${text}`, { 'content-type': 'text/plain; charset=iso-8859-1' }),
      '/utf16': send(Buffer.from(`\ufeff${text}`, 'utf16le')),
      '/empty': send(''),
      '/empty-gzip': send('', { 'content-encoding': 'gzip', 'content-length': '0' }),
      '/no-content': (response) => response.writeHead(204).end(),
      '/moved': redirect('/moved-again'),
      '/moved-again': redirect('/plain'),
      '/who': (response, request) => response.end(request.headers.authorization),
    };
    await using web = await serve(pages);
    await using folder = await TestFolder.make();
    const paths = Object.keys(pages).filter((path) => path !== '/moved-again');
    const urls = paths.map((path) => web.url(path).replace('//', path === '/who' ? '//me:p%40ss@' : '//'));
    // no process listens at port 1: proxies are not used
    const proxy = { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1', NODE_USE_ENV_PROXY: '1' };
    const { done, nodes } = await runAll(folder, urls, { MILLRACE_URL_HOSTS: web.host, ...proxy }, engine);
    assert.equal(done.code, 0, done.stderr + JSON.stringify(nodes.filter((n) => n.error !== undefined)));
    const lines = linesOf(done);
    assert.deepEqual(Object.fromEntries(paths.map((path, i) => [path, lines[String(i + 1)]])), {
      '/plain': ['one', 'two'],
      '/gzip': ['Ärger', 'ß €'],
      '/br': ['Ärger', 'ß €'],
      '/latin1': ['Ärger', 'ß'],
      '/bom': ['Ärger', 'ß €'],
      '/utf16': ['Ärger', 'ß €'],
      '/empty': [],
      '/empty-gzip': [],
      '/no-content': [],
      '/moved': ['one', 'two'],
      '/who': [`Basic ${Buffer.from('me:p@ss').toString('base64')}`],
    });
    assert.deepEqual(await folder.leftovers(), []);
  });

test('what goes wrong is told in one line: the URL without its secrets, the field, a remedy', async () => {
  const stall: Pages[string] = (response) => void response.writeHead(200).write('half a li');
  const cut: Pages[string] = (response) => {
    // ended, not reset: a reset may take with it what the other side has not read yet
    response.writeHead(200, { 'content-length': '100' }).write('only this', () => response.socket?.end());
  };
  await using elsewhere = await serve({ '/': plain });
  await using tls = await serve({ '/': plain }, 'https');
  await using garbage = await portThatSays('SSH-2.0-none\r\n');
  await using closed = await portThatSays(undefined);
  const circle = Object.fromEntries([1, 2, 3].map((n) => [`/circle${n}`, redirect(`/circle${(n % 3) + 1}`)]));
  await using web = await serve({
    '/500': (response) => response.writeHead(500).end(),
    '/401': (response) => response.writeHead(401).end(),
    '/304': (response) => response.writeHead(304).end(),
    '/nowhere': (response) => response.writeHead(302).end(),
    '/silent?key=hush': () => undefined,
    '/stall': stall,
    '/cut': cut,
    '/cut-gzip': send(gzipSync('x'.repeat(10_000)).subarray(0, 30), { 'content-encoding': 'gzip' }),
    '/no-gzip': send('plain', { 'content-encoding': 'gzip' }),
    '/packed': send('x', { 'content-encoding': 'zpaq' }),
    '/charset': send('x', { 'content-type': 'text/plain; charset=ebcdic-x' }),
    '/image': send(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { 'content-type': 'image/png' }),
    '/large': send('', { 'content-length': String(2 << 20) }),
    '/endless': send('x\n'.repeat(1 << 20)),
    '/bomb': send(gzipSync(Buffer.alloc(64 << 20, '\n')), { 'content-encoding': 'gzip' }),
    '/to-private': redirect(elsewhere.url('/?token=hush')),
    '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
    '/to-file': redirect('file:///etc/passwd'),
    '/to-ftp': redirect('ftp://me:hush@example.org/'),
    ...circle,
  });
  const at = (path: string): string => web.url(path);
  const [, port = ''] = elsewhere.host.split(':');
  const loopback = (url: string): [string, string, RegExp] => [url, 'URL_REFUSED', /leads to a loopback address/];
  const cases: readonly (readonly [url: string, code: string, says: RegExp])[] = [
    [at('/404'), 'URL_STATUS', /\/404" answers with status 404 Not Found$/],
    [at('/500'), 'URL_STATUS', /answers with status 500 Internal Server Error$/],
    [
      at('/401').replace('//', '//me:hush@'),
      'URL_STATUS',
      /"http:\/\/\*\*\*@127\.0\.0\.1:\d+\/401" answers with status 401/,
    ],
    [at('/304'), 'URL_STATUS', /answers with status 304/],
    [at('/nowhere'), 'URL_STATUS', /answers with status 302 Found$/],
    [at('/silent?key=hush'), 'URL_TIMEOUT', /silent\?key=\*\*\*" does not answer within 5 s$/],
    [at('/stall'), 'URL_TIMEOUT', /sent 9 bytes and then nothing more within 5 s$/],
    [at('/cut'), 'URL_BROKEN_OFF', /closed the connection after 9 of 100 bytes$/],
    [at('/cut-gzip'), 'NOT_UNPACKED', /cannot be decompressed: the response is truncated or damaged$/],
    [at('/no-gzip'), 'NOT_UNPACKED', /cannot be decompressed/],
    [at('/packed'), 'URL_PACKED', /Content-Encoding: zpaq/],
    [at('/charset'), 'URL_CHARSET', /uses the unknown character set "ebcdic-x"$/],
    [at('/image'), 'WRONG_KIND', /is not text but an image$/],
    [at('/large'), 'TOO_LARGE', /is larger than 1 MB, the limit for the text of a URL$/],
    [at('/endless'), 'TOO_LARGE', /is larger than 1 MB/],
    [at('/bomb'), 'TOO_LARGE', /is larger than 1 MB/],
    [
      at('/to-private'),
      'URL_REFUSED',
      /is redirected to "http:\/\/[\d.:]+\/\?token=\*\*\*", which leads to a loopback/,
    ],
    [at('/to-metadata'), 'URL_REFUSED', /which leads to a link-local address, which is not allowed$/],
    [at('/to-file'), 'BAD_URL', /redirected to "file:\/\/\/etc\/passwd", which is not an http or https URL$/],
    [at('/to-ftp'), 'BAD_URL', /redirected to "ftp:\/\/\*\*\*@example\.org\/", which/],
    [at('/circle1'), 'URL_REDIRECTS', /circle1" is redirected more than 5 times$/],
    [tls.url('/'), 'URL_CERTIFICATE', /has a self-signed certificate$/],
    [`https://${web.host}/`, 'URL_NOT_TLS', /does not support https$/],
    [`http://${garbage.host}/`, 'URL_NOT_HTTP', /does not answer in HTTP$/],
    [`http://${closed.host}/`, 'URL_UNREACHABLE', /leads to a port on which nothing listens$/],
    ['http://no-such-host.invalid/', 'URL_NO_HOST', /"http:\/\/no-such-host\.invalid\/" names a host that /],
    loopback(elsewhere.url('/')),
    loopback(`http://localhost:${port}/`),
    loopback(`http://2130706433:${port}/`),
    loopback(`http://0x7f.1:${port}/`),
    loopback(`http://[::1]:${port}/`),
    loopback(`http://[::ffff:127.0.0.1]:${port}/`),
    ['http://10.1.2.3/', 'URL_REFUSED', /a private address/],
    ['http://[fd00:ec2::254]/', 'URL_REFUSED', /a private address/],
    ['http://0.0.0.0/', 'URL_REFUSED', /a local address/],
    ['http://168.63.129.16/', 'URL_REFUSED', /a cloud metadata address/],
  ];
  await using folder = await TestFolder.make();
  const hosts = [web.host, tls.host, garbage.host, closed.host].join(' , ');
  const env = { MILLRACE_URL_HOSTS: hosts, MILLRACE_URL_TIMEOUT: '5', MILLRACE_URL_SIZE: '1m' };
  const urls = cases.map(([url]) => url);
  const { done, nodes } = await runAll(folder, urls, env);
  assert.equal(done.code, 1);
  assert.equal(done.stderr, '');
  assert.ok(!/hush|p%40ss/.test(done.stdout), 'a secret is shown');
  for (const [i, [url, code, says]] of cases.entries()) {
    const { error } = nodes[i] ?? assert.fail();
    assert.equal(error?.code, code, `${url}: ${JSON.stringify(nodes[i])}`);
    assert.match(error.message, says);
    assert.ok(!error.message.includes('\n'));
    assert.equal(error.field, 'url');
    assert.ok(error.remedy.length > 8, error.remedy);
  }
  assert.deepEqual(elsewhere.requests, []);
  assert.deepEqual(await folder.leftovers(), []);

  const path = await folder.workflow(workflow([textNode(cases[0]?.[0] ?? '')]));
  const result = await folder.runUnder({ env }, 'run', path);
  assert.equal(result.code, 1);
  assert.match(
    result.stdout,
    /UrlTextFileReader: "http:[^"]+\/404" answers with status 404 Not Found \(field url\)\n +to try: check the URL\n/,
  );
});

test('a certificate is verified whatever Node is told, and by further authorities where they are named', async () => {
  await using web = await serve({ '/': plain }, 'https');
  await using folder = await TestFolder.make();
  const env = { MILLRACE_URL_HOSTS: web.host };
  const unsafe = await runAll(folder, [web.url('/')], { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  assert.equal(unsafe.nodes[0]?.error?.code, 'URL_CERTIFICATE');
  const authority = await folder.write('authority.pem', web.certificate);
  const trusting = await runAll(folder, [web.url('/')], { ...env, NODE_EXTRA_CA_CERTS: authority });
  assert.equal(trusting.done.code, 0, trusting.done.stdout);
  assert.deepEqual(linesOf(trusting.done), { 1: ['one', 'two'] });
});

test('what is no URL of http is an error of the graph, found without the network', async () => {
  await using folder = await TestFolder.make();
  const bad = [
    'ftp://me:hush@example.org/a',
    'file:///etc/passwd',
    'no url',
    'http://me:hush@host:99999/?k=hush',
    '//h/a',
  ];
  const path = await folder.workflow(
    workflow(
      bad.map((url, i) => jsonNode(url, String(i + 1))),
      [],
    ),
  );
  for (const command of ['validate', 'run', 'explain']) {
    const done = await folder.run(command, path);
    assert.equal(done.code, 2, command);
    const output = done.stdout + done.stderr;
    assert.equal(
      output.match(/in field "URL": it must be an http or https URL\. Set field "URL"/g)?.length,
      bad.length,
      output,
    );
    assert.match(output, /"ftp:\/\/\*\*\*@example\.org\/a"/);
    assert.match(output, /"http:\/\/\*\*\*@host:99999\/\?k=\*\*\*"/);
    assert.ok(!output.includes('hush'));
  }
});

test('validate asks nobody; explain asks once and shows no secrets', async () => {
  await using web = await serve({ '/a.json?key=hush': send('{"b": 1, "a": [true]}'), '/a.txt?key=hush': plain });
  await using folder = await TestFolder.make();
  const nodes = [jsonNode(web.url('/a.json?key=hush')), textNode(web.url('/a.txt?key=hush'), '2')];
  const path = await folder.workflow(workflow(nodes, []));
  const env = { MILLRACE_URL_HOSTS: web.host };
  const validation = await folder.runUnder({ env }, 'validate', path);
  assert.equal(validation.code, 0, validation.stdout);
  assert.deepEqual(web.requests, []);
  const result = await folder.runUnder({ env }, 'explain', path);
  assert.equal(result.code, 0, result.stdout);
  assert.match(result.stdout, /\(a array<boolean>, b bigint\)/);
  assert.match(result.stdout, /URL: http:\/\/127\.0\.0\.1:\d+\/a\.txt\?key=\*\*\*/);
  assert.deepEqual(web.requests.toSorted(), ['/a.json?key=hush', '/a.txt?key=hush']);
  const code = await folder.runUnder({ env }, 'explain', path, '--code');
  assert.equal(code.code, 0, code.stderr);
  assert.match(code.stdout, /^URL_1 = os\.environ\["URL_1"\] {2}# http:.*a\.txt\?key=\*\*\*$/m);
  assert.match(code.stdout, /spark\.read\.format\("text"\)\.load\(fetched\(URL_1\)\)/);
  const json = await folder.runUnder({ env }, 'explain', path, '--json');
  assert.ok(![result, code, json].some(({ stdout, stderr }) => /hush/.test(stdout + stderr)));
  assert.deepEqual(await folder.leftovers(), []);
});

test('a URL is asked once a run, whoever reads it, and once for both engines of a comparison', async () => {
  let count = 0;
  await using web = await serve({ '/a': (response) => response.end(`{"n": ${++count}}`) });
  await using folder = await TestFolder.make();
  const env = { MILLRACE_URL_HOSTS: '127.0.0.1' };
  const nodes = [jsonNode(web.url('/a')), textNode(web.url('/a'), '2'), printNode('3'), printNode('4')];
  const edges = [
    ['1', '3'],
    ['2', '4'],
  ] as const;
  const path = await folder.workflow(workflow(nodes, edges));
  const result = await folder.runUnder({ env }, 'run', path, '--json');
  assert.equal(result.code, 0, result.stdout);
  assert.equal(manifestOf(result).engine, 'sail');
  assert.deepEqual(web.requests, ['/a']);
  const comparison = await folder.runUnder({ env }, 'parity', path);
  assert.equal(comparison.code, 0, comparison.stdout);
  assert.match(comparison.stdout, /no differences in 4 nodes/);
  assert.deepEqual(web.requests, ['/a', '/a']);
  assert.deepEqual(await folder.leftovers(), []);
});

test('Ctrl-C breaks a fetch off at once; a killed command leaves nothing either', async () => {
  const slow: Pages[string] = (response) => void response.write('begun\n');
  await using web = await serve({ '/slow': slow });
  await using folder = await TestFolder.make();
  const path = await folder.workflow(workflow([textNode(web.url('/slow'))]));
  const call = ['run', path, '--engine', 'sail', '--json'] as const;
  const env = { MILLRACE_URL_HOSTS: web.host };

  const nextRequest = web.next();
  const child = folder.startUnder({ env }, ...call);
  const done = waitForExit(child);
  await nextRequest;
  await delay(300);
  const at = performance.now();
  child.kill('SIGINT');
  const result = await done;
  // the URL would be waited for 30 s
  assert.ok(performance.now() - at < 25_000);
  assert.equal(result.code, 1);
  assert.equal(manifestOf(result).status, 'STOPPED');
  assert.equal(events(result).filter((e) => e.event === 'node.finished' && e.status === 'FAILED').length, 0);
  assert.deepEqual(await folder.leftovers(), []);

  const again = web.next();
  const killed = folder.startUnder({ env }, ...call);
  await again;
  await until(() => holdsText(folder));
  killed.kill('SIGKILL');
  await waitForExit(killed);
  for (let tries = 0; (await folder.leftovers()).length > 0 && tries < 1_500; tries++) await delay(20);
  assert.deepEqual(await folder.leftovers(), []);
});

test('Ctrl-C ends explain at once, which then tells nothing', async () => {
  await using web = await serve({ '/slow': () => undefined });
  await using folder = await TestFolder.make();
  const path = await folder.workflow(workflow([textNode(web.url('/slow'))]));
  const nextRequest = web.next();
  const child = folder.startUnder({ env: { MILLRACE_URL_HOSTS: web.host } }, 'explain', path);
  const done = waitForExit(child);
  await nextRequest;
  child.kill('SIGINT');
  const { code, stdout, stderr } = await done;
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.deepEqual(await folder.leftovers(), []);
});

/** Whether a text is being written in the temporary folder. */
const holdsText = async (folder: TestFolder): Promise<boolean> =>
  (await readdir(folder.temporary, { recursive: true })).some((name) => name.endsWith('/1.txt')) &&
  existsSync(folder.temporary);

test('settings of URLs that cannot be meant stop the command by name', async () => {
  await using folder = await TestFolder.make();
  const path = await folder.workflow(workflow([]));
  const calls: readonly (readonly [NodeJS.ProcessEnv, RegExp])[] = [
    [
      { MILLRACE_URL_HOSTS: 'a.example, http://b.example' },
      /MILLRACE_URL_HOSTS "a\.example, .*" names "http:\/\/b\.example", which is no host/,
    ],
    [{ MILLRACE_URL_HOSTS: '*' }, /MILLRACE_URL_HOSTS "\*" names "\*"/],
    [{ MILLRACE_URL_HOSTS: 'a.example:99999' }, /MILLRACE_URL_HOSTS .* names "a\.example:99999"/],
    [{ MILLRACE_URL_SIZE: 'big' }, /MILLRACE_URL_SIZE "big" must be a size/],
    [{ MILLRACE_URL_TIMEOUT: '-1' }, /MILLRACE_URL_TIMEOUT "-1" must be a number/],
  ];
  for (const [env, says] of calls) {
    const done = await folder.runUnder({ env }, 'run', path);
    assert.equal(done.code, 2, done.stderr);
    assert.match(done.stderr, says);
    assert.equal(done.stderr.trim().split('\n').length, 1);
  }
});
