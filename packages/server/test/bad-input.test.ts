import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hashOf, newSecret } from '../src/access/principal.ts';
import { Throttle } from '../src/access/throttle.ts';
import { ServiceProcess } from './crash/process.ts';
import { csv, inARow, print } from './graphs.ts';
import { adminPassword, Client, TestService, type Answer } from './support.ts';

/** Bodies that no route can take, or that must do no harm, and the type that they come with. */
const bodies: readonly (readonly [name: string, body: string | Uint8Array, type?: string])[] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '1'],
  ['true', 'true'],
  ['a text', '"text"'],
  ['a list', '[]'],
  ['a list of lists', '[[[null]]]'],
  ['an empty object', '{}'],
  ['keys of other types', '{"id":{},"name":[],"workflow":1,"username":{},"projectId":"x","ids":{},"record":null}'],
  ['extra keys', '{"name":"Extra","unknown":{"deep":[1,{"a":null}]},"toString":1,"length":-1}'],
  ['a prototype', '{"name":"P","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  ['a prototype deep inside', '{"workflow":{"name":"P","nodes":[{"__proto__":{"polluted":1}}],"edges":[]}}'],
  ['the same key twice', '{"name":"a","name":"b"}'],
  ['a broken text', '{"name": '],
  ['a half sign', '{"name":"\\ud800"}'],
  ['a zero byte', '{"name":"\\u0000","username":"\\u0000","uuid":"\\u0000","path":"\\u0000"}'],
  ['numbers beyond all', '{"id":1e400,"projectId":-1e400,"workflowId":1e400,"size":1e999}'],
  ['deep lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['no UTF-8', Uint8Array.of(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d)],
  ['UTF-16', Uint8Array.from(Buffer.from('{"name":"x"}', 'utf16le'))],
  ['another media type', '<a/>', 'application/xml'],
  ['a broken media type', '{}', 'application/json; charset=unknown-8'],
  ['a form', 'a=1&__proto__[polluted]=1&a[b][c]=2', 'application/x-www-form-urlencoded'],
  ['a form without a boundary', 'x', 'multipart/form-data'],
  [
    'a form that breaks off',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{',
    'multipart/form-data; boundary=b',
  ],
  ['a form of nothing', '--b--\r\n', 'multipart/form-data; boundary=b'],
  ['packed text', Uint8Array.from(gzipSync('{"name":"x"}'))],
];

const ids = [
  '-1',
  '0',
  '-9007199254740993',
  '9007199254740993',
  '99999999999999999999',
  '1e400',
  '1.5',
  'abc',
  'NaN',
  '0x10',
  '%00',
  '%20',
  '..%2f..',
  '1%3Bdrop%20table%20users',
  '%F0%9F%92%A9',
  '१',
  'x'.repeat(5_000),
  '%ZZ',
  '%ff',
];

describe('whatever is sent', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_RATE_LIMIT: '0' });
    const admin = await service.signedIn();
    const { db, now } = service.service.context;
    // a session would be ended by the route that ends it, and a token of a low id be revoked
    const dates = { createdAt: now(), expiresAt: now() + 86_400_000 };
    const [token, id] = [newSecret(), 4_000_000_000];
    await db
      .insertInto('tokens')
      .values({ id, hash: hashOf(token), userId: 1, description: '', ...dates })
      .execute();
    client = new Client(service.url);
    client.headers['token'] = token;
    await writeFile(join(service.files, 'a.csv'), 'a\n1\n');
    const workflow = inARow('One', [csv('a.csv', ['a'], ['STRING']), print]);
    assert.equal((await admin.post('/api/v1/workflows', { workflow })).text, '1');
  });
  after(() => service[Symbol.asyncDispose]());

  const routes = (methods: readonly string[]) =>
    service.service.app.allRoutes.flatMap(({ method, url }) =>
      [method]
        .flat()
        .filter((one) => methods.includes(one))
        .map((one) => ({ method: one, url })),
    );
  const addressOf = (url: string, value: string): string => url.replaceAll(/:\w+/g, value).replace('*', value);

  /** What is wrong with an answer, whatever was asked. */
  function wrongWith({ status, headers, text }: Answer, isHead = false): string | undefined {
    if (status >= 500) return `${status} ${text}`;
    if (status < 400 || isHead) return undefined;
    const type = headers.get('content-type') ?? '';
    if (!/^application\/problem\+json/.test(type)) return `${status} as ${type}: ${text.slice(0, 200)}`;
    const { detail, code, title } = JSON.parse(text) as Record<string, unknown>;
    if (typeof detail !== 'string' || detail === '' || typeof code !== 'string' || typeof title !== 'string')
      return text;
    if (text.length > 20_000) return `an answer of ${text.length} characters`;
    return undefined;
  }

  for (const [name, body, type = 'application/json'] of bodies)
    test(`as a body: ${name}`, async () => {
      const wrong: string[] = [];
      for (const { method, url } of routes(['POST', 'PUT', 'PATCH', 'DELETE'])) {
        const answer = await client.send(method, addressOf(url, '1'), body, { 'content-type': type });
        const what = wrongWith(answer);
        if (what !== undefined) wrong.push(`${method} ${url}: ${what}`);
      }
      assert.deepEqual(wrong, []);
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
      // what is asked to delete record 1 may do so, except for the caller
      assert.equal((await client.get('/api/v1/users/me')).status, 200);
    });

  test('as an id', async () => {
    const wrong: string[] = [];
    for (const { method, url } of routes(['GET', 'POST', 'PUT', 'DELETE']).filter(({ url: one }) => one.includes(':')))
      for (const id of ids) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const answer = await client.send(method, addressOf(url, id), body);
        const what = wrongWith(answer);
        if (what !== undefined) wrong.push(`${method} ${addressOf(url, id).slice(0, 100)}: ${what}`);
      }
    assert.deepEqual(wrong, []);
  });

  test('as a number: all that come in have bounds, for 1e400 is a whole number too', () => {
    const open: string[] = [];
    const walk = (schema: unknown, location: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, ...properties } = schema as Record<string, unknown>;
      const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
      if (isNumber && !('maximum' in properties && ('minimum' in properties || 'exclusiveMinimum' in properties)))
        open.push(location);
      for (const [key, inner] of Object.entries(schema)) walk(inner, `${location}/${key}`);
    };
    for (const { method, url, schema } of service.service.app.allRoutes)
      for (const part of ['params', 'querystring', 'headers', 'body'] as const)
        walk(schema?.[part], `${String(method)} ${url} ${part}`);
    assert.deepEqual(open, []);
  });

  test('as a page, a size, a filter or an order', async () => {
    const wrong: string[] = [];
    const values = [
      '-1',
      '0',
      '1.5',
      'x',
      '1e15',
      '9007199254740991',
      '99999999999999999999',
      '%00',
      "'",
      '"',
      '%25',
      '',
    ];
    for (const { url, schema } of service.service.app.allRoutes.filter(({ method }) => method === 'GET')) {
      const parameters =
        (schema?.querystring as { properties?: Record<string, unknown> } | undefined)?.properties ?? {};
      for (const name of Object.keys(parameters))
        for (const value of values) {
          const answer = await client.get(`${addressOf(url, '1')}?${name}=${value}`);
          const what = wrongWith(answer);
          if (what !== undefined) wrong.push(`GET ${url}?${name}=${value}: ${what}`);
        }
    }
    assert.deepEqual(wrong, []);
  });

  test('as a request that is none', async () => {
    const { port } = new URL(service.url);
    const answerTo = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let outputText = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket
          .on('data', (data) => (outputText += String(data)))
          .on('error', reject)
          .on('close', () => resolve(outputText));
      });
    const large = `GET / HTTP/1.1\r\nhost: x\r\nlarge: ${'x'.repeat(20_000)}\r\n\r\n`;
    for (const [text, status, code] of [
      ['NOT HTTP\r\n\r\n', 400, 'MALFORMED'],
      [large, 431, 'HEAD_TOO_LARGE'],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'HEAD_TOO_LARGE'],
      [
        'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
        'MALFORMED',
      ],
      ['POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', 400, 'MALFORMED'],
    ] as const) {
      const reply = await answerTo(text);
      assert.match(reply, new RegExp(`^HTTP/1.1 ${status} `));
      const body = JSON.parse(reply.slice(reply.indexOf('\r\n\r\n'))) as { code: string };
      assert.equal(body.code, code);
    }
    assert.equal((await client.get('/health/live')).status, 200);
  });

  test('as an import: bombs, broken files, too much at once', async () => {
    const send = (...files: (string | Uint8Array)[]): Promise<Answer> => {
      const form = new FormData();
      for (const [i, file] of files.entries()) form.append('file[]', new Blob([file as string]), `file-${i}.json`);
      return client.send('POST', '/api/v1/workflows/import', form);
    };
    const is = async (status: number, says: RegExp, ...files: (string | Uint8Array)[]): Promise<void> => {
      const answer = await send(...files);
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      assert.match(answer.text, says);
    };
    const bomb = gzipSync(Buffer.alloc(200 << 20));
    await is(422, /is not valid UTF-8 text/, bomb);
    const packed = await client.send('POST', '/api/v1/workflows', bomb, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    assert.equal(packed.status, 400, 'a packed body is not unpacked');
    await is(422, /is not valid JSON: line 1, column 9/, '{"name":');
    await is(422, /holds no workflow/, '[["a"]]');
    await is(422, /.*/, '['.repeat(100_000));
    await is(422, /.*/, JSON.stringify('['.repeat(100_000)));
    await is(413, /.*/, ' '.repeat((16 << 20) + 1));
    await is(413, /larger than 16 MB in total/, ...Array<string>(5).fill(' '.repeat(4 << 20)));
    const countBefore = (await client.get('/api/v1/workflows/count')).text;
    const good = JSON.stringify({ ...inARow('Good', [csv('a.csv', ['a'], ['STRING']), print]), uuid: 'good' });
    await is(422, /is not valid JSON: line 1, column 2/, good, '{');
    assert.equal((await client.get('/api/v1/workflows/count')).text, countBefore, 'all of them or none');
  });
});

describe('a clock that is set back an hour', () => {
  test('keeps nobody out for longer, ends no session, and gives runs an end that is no earlier than their begin', async () => {
    let clock = Date.parse('2026-11-21T12:00:00Z');
    await using service = await TestService.start({}, () => clock);
    const client = await service.signedIn();
    await writeFile(join(service.files, 'a.csv'), 'a\n1\n');
    const workflow = inARow('One', [csv('a.csv', ['a'], ['STRING']), print]);
    const { json: workflowId } = await client.post('/api/v1/workflows', { workflow });
    const run = async () => Number((await client.post('/api/v1/workflow/execute', { workflowId })).json);
    const id = await run();
    assert.equal(await client.waitForEnd(id), 'COMPLETED');
    const slow = await run();
    clock -= 3_600_000;
    assert.equal((await client.get('/api/v1/users/me')).status, 200);
    assert.equal(await client.waitForEnd(slow), 'COMPLETED');
    const record = (await client.get(`/api/v1/workflow-executions/${slow}`)).json as {
      startTime: number;
      endTime: number;
    };
    assert.ok(record.endTime >= record.startTime, JSON.stringify(record));
    assert.equal(await client.waitForEnd(await run()), 'COMPLETED');
    assert.match((await client.get('/api/v1/workflow-executions')).text, /COMPLETED|"status":2/);
    const update = await client.put('/api/v1/workflows', { analysisflowId: workflowId, workflow });
    assert.equal(update.status, 200, update.text);
  });

  test('shuts the door to guesses for as long as it was to be', async () => {
    let clock = 1e12;
    const throttle = new Throttle(() => clock);
    const wait = async () => {
      const attempt = await throttle.attempt('ada', '192.0.2.1', async () => false);
      return 'waitMs' in attempt ? attempt.waitMs : 0;
    };
    while ((await wait()) === 0);
    const countBefore = await wait();
    assert.ok(countBefore > 0);
    clock -= 3_600_000;
    assert.equal(await wait(), countBefore);
    clock += countBefore;
    assert.equal(await wait(), 0);
  });
});

test('a full disk answers 507 to what cannot be written, and all else goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-full-'));
  const environment = { MILLRACE_HOME: join(folder, 'home'), MILLRACE_ADMIN_PASSWORD: adminPassword };
  // no file may grow beyond two megabytes, or four
  const service = await ServiceProcess.start(environment, 'ulimit -f 4000');
  try {
    const client = new Client(service.url);
    assert.equal((await client.signIn('admin', adminPassword)).status, 200);
    const workflow = { ...inARow('Large', [csv('a.csv', ['a'], ['STRING']), print]), description: 'x'.repeat(9_000) };
    const padding = { ...workflow, padding: 'x'.repeat(200_000) };
    const statuses: number[] = [];
    let answer: Answer;
    do {
      answer = await client.post('/api/v1/workflows', { workflow: padding });
      statuses.push(answer.status);
    } while (answer.status === 200 && statuses.length < 200);
    assert.equal(answer.status, 507, answer.text);
    assert.equal((answer.json as { code: string }).code, 'FULL');
    const count = statuses.filter((status) => status === 200).length;
    assert.equal((await client.get('/api/v1/workflows/count')).text, String(count), 'what was answered is there');
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(6_000_000)]), 'big');
    const upload = await client.send('POST', '/api/v1/hdfs/files/upload?path=/', form);
    assert.equal(upload.status, 507, upload.text);
    assert.doesNotMatch((await client.get('/api/v1/hdfs/files?path=/')).text, /"big"/);
    assert.equal((await client.get('/health/live')).status, 200);
    assert.equal(await service.stop(), 0);
    const again = await ServiceProcess.start(environment);
    try {
      const after_ = new Client(again.url);
      await after_.signIn('admin', adminPassword);
      assert.equal((await after_.get('/api/v1/workflows/count')).text, String(count));
      assert.equal((await after_.post('/api/v1/workflows', { workflow: padding })).status, 200);
    } finally {
      await again.kill();
    }
  } finally {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
