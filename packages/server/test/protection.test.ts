import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import type { FastifyRequest } from 'fastify';
import { hashPassword } from '../src/access/passwords.ts';
import { buildApp } from '../src/app.ts';
import { csv, inARow, print } from './graphs.ts';
import { adminPassword, Client, TestService, type Answer } from './support.ts';
import { beginUpload, offsetOf, partType } from './uploads-in-parts.ts';

test('a request that has come whole is waited for however long it takes; a body that does not come is not', async () => {
  await using service = await TestService.start();
  await using app = await buildApp(service.service.context, { lineMs: 77_000 });
  const config = { access: 'public' as const };
  const waits = async ({ raw }: FastifyRequest) => {
    const before = raw.socket.timeout;
    if (!raw.readableEnded) for await (const _ of raw);
    return { before, after: raw.socket.timeout };
  };
  app.get('/slow', { config }, waits);
  app.post('/slow', { config }, waits);
  app.addContentTypeParser('application/x-streamed', (_request, _body, done) => done(null));
  const client = new Client(await app.listen({ port: 0, host: '127.0.0.1' }));
  assert.deepEqual((await client.get('/slow')).json, { before: 0, after: 0 });
  assert.deepEqual((await client.post('/slow', { a: 1 })).json, { before: 0, after: 0 });
  const answer = await client.send('POST', '/slow', 'a body', { 'content-type': 'application/x-streamed' });
  assert.deepEqual(answer.json, { before: 77_000, after: 0 });
});

/** Sends a head, and then a drop each 50 ms, until the other side ends the connection; gives what that said. */
async function dropsOf(port: number, head: string, drop: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (some: Buffer) => chunks.push(some)).on('error', () => undefined);
  socket.write(head);
  const timer = setInterval(() => socket.write(drop), 50);
  // a drop behind the end is an error, and no news
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(timer);
  return String(Buffer.concat(chunks));
}

test('who sends a head or a body by drops is told that it is too slow; what is large and comes along is not', async () => {
  await using service = await TestService.start();
  // a quarter of a second stands for half a minute
  await using app = await buildApp(service.service.context, { bodyMs: 250, headMs: 250 });
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { cookie } = await service.signedIn();
  const drops = (head: string, drop: string) => dropsOf(port, head, drop);
  const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n\r\n`;
  const json = 'content-type: application/json';
  const answers = await Promise.all([
    drops(head('/login', `${json}\r\ncontent-length: 10000`), ' '),
    drops(head('/login', `${json}\r\ntransfer-encoding: chunked`), '1\r\n \r\n'),
    drops(head('/login', 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 10000'), 'a'),
    drops(head('/login', 'content-length: 10000'), ' '),
    drops(head('/api/v1/workflows', `cookie: ${cookie}\r\n${json}\r\ncontent-length: 10000`), ' '),
  ]);
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /connection: close/i);
    assert.match(answer, /"detail":"the request body arrives too slowly: send it within 1 seconds","code":"TOO_SLOW"/);
  }
  assert.match(await drops('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\nx-long: ', 'a'), /^HTTP\/1\.1 408 /);
  // answered before it has come: the rest is not waited for either
  assert.match(await drops(head('/api/v1/workflows', `${json}\r\ncontent-length: 10000`), ' '), /^HTTP\/1\.1 401 /);
  const unread = drops('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10000\r\n\r\n', ' ');
  assert.match(await unread, /^HTTP\/1\.1 200 /);
  const boundary = 'content-type: multipart/form-data; boundary=b';
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n';
  const end = '\r\n--b--\r\n';
  const length = part.length + 20 + end.length;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    head('/api/v1/hdfs/files/upload?path=/', `cookie: ${cookie}\r\n${boundary}\r\ncontent-length: ${length}`) + part,
  );
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  for (let count = 0; count < 20; count++) {
    socket.write('x');
    await pause(50);
  }
  socket.write(end);
  assert.match(String((await answer)[0]), /^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('so is who sends an upload by drops; what has come of one in parts stays, and what comes along is taken', async () => {
  await using service = await TestService.start();
  // a quarter of a second stands for two minutes
  await using app = await buildApp(service.service.context, { uploadMs: 250, bodyMs: 250 });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const admin = await service.signedIn();
  const address = await beginUpload(admin, 'path=/', 'parts.txt', 10_000);
  const boundary = 'content-type: multipart/form-data; boundary=b';
  const heads = [
    `POST /api/v1/hdfs/files/upload?path=/ HTTP/1.1\r\n${boundary}`,
    `POST /api/v1/workflows/import HTTP/1.1\r\n${boundary}`,
    `POST /api/v1/projects/import HTTP/1.1\r\n${boundary}`,
    `PATCH ${address} HTTP/1.1\r\ncontent-type: ${partType}\r\nupload-offset: 0`,
  ];
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n';
  const answers = await Promise.all(
    heads.map((head) => {
      const more = `host: 127.0.0.1\r\ncookie: ${admin.cookie}\r\ncontent-length: 10000\r\n\r\n`;
      return dropsOf(Number(new URL(url).port), `${head}\r\n${more}${head.includes(boundary) ? part : ''}`, 'x');
    }),
  );
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /connection: close/i);
    assert.match(answer, /the upload is too slow: send at least 128 kB in 1 seconds, .*"code":"TOO_SLOW"/);
  }
  assert.ok((await offsetOf(admin, address)) > 0);
  assert.deepEqual(
    (await readdir(service.files, { recursive: true })).filter((name) => name.endsWith('.txt')),
    [],
  );
  // a large one that comes along takes many spans
  admin.moveTo(url);
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(64 << 20, 'x')]), 'large.txt');
  assert.equal((await admin.send('POST', '/api/v1/hdfs/files/upload?path=/', form)).status, 200);
});

describe('every answer', () => {
  let service: TestService;
  let admin: Client;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  test('keeps browsers from what pages of ours never do', async () => {
    const answers = [
      await admin.get('/api/v1/workflows'),
      await admin.get('/api/v1/workflows/999'),
      await admin.post('/api/v1/workflows', '{', { 'content-type': 'application/json' }),
      await admin.get('/no/such/page'),
      await new Client(service.url).get('/api/v1/workflows'),
      await admin.get('/health/live'),
    ];
    for (const { headers } of answers) {
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /object-src 'none'/);
      assert.match(policy, /script-src 'self'(;|$)/);
      assert.match(policy, /form-action 'self'/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      assert.equal(headers.get('strict-transport-security'), null, 'not without TLS');
      assert.equal(headers.get('x-powered-by'), null);
      assert.equal(headers.get('server'), null);
    }
    for (const { headers } of answers.slice(0, 3)) assert.equal(headers.get('cache-control'), 'no-store');
    await using httpsService = await TestService.start({ MILLRACE_BASE_URL: 'https://millrace.example' });
    const { headers } = await new Client(httpsService.url).get('/health/live');
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
  });

  test('to a body that nobody may send says so before it is read', async () => {
    const { port } = new URL(service.url);
    const answerTo = async (path: string, headers: string): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}\r\n\r\n{`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return String(head).split('\r\n')[0] ?? '';
    };
    assert.match(await answerTo('/login', `content-length: ${20 << 10}`), /413/);
    assert.match(await answerTo('/api/v1/workflows', `content-length: ${60 << 20}`), /401/);
    const token = (await admin.post('/api/v1/tokens', { expiredDuration: 1 })).json as { accessToken: string };
    const tooLarge = `token: ${token.accessToken}\r\ncontent-length: ${(16 << 20) + 1}`;
    assert.match(await answerTo('/api/v1/workflows', tooLarge), /413/);
  });

  test('to HEAD changes nothing', async () => {
    const workflow = inARow('Kept', [csv('a.csv', ['a'], ['STRING']), print]);
    const { json: analysisFlowId } = await admin.post('/api/v1/workflows', { workflow });
    const body = { analysisFlowId, name: 'Kept', fireEvery: 'DAILY', hour: 1, minute: 0 };
    const { id } = (await admin.post('/api/v1/workflow-schedules', body)).json as { id: number };
    await writeFile(join(service.files, 'kept.csv'), 'a\n1\n');
    const head = (path: string, headers = {}): Promise<Answer> => admin.send('HEAD', path, undefined, headers);
    assert.equal((await head(`/api/v1/workflow-schedules/${id}`, { id: String(id) })).status, 200);
    await head('/api/v1/hdfs/files/rename?sourceFilePath=/kept.csv&destinationFilePath=/other.csv');
    await head('/api/v1/hdfs/files/move?sourceFilePath=/kept.csv&destinationFilePath=/other.csv');
    assert.equal((await admin.get(`/api/v1/workflow-schedules/${id}`)).status, 200);
    assert.equal((await admin.get('/api/v1/hdfs/files/open?path=/kept.csv')).status, 200);
    assert.equal((await admin.get(`/api/v1/workflow-schedules/${id}`, { id: String(id) })).status, 200);
    assert.equal((await admin.get(`/api/v1/workflow-schedules/${id}`)).status, 404, 'GET with the header deletes');
  });

  test('to a text with a zero byte is a refusal by name, on either store, and the audit log goes on', async () => {
    const zero = 'a\0b';
    const workflow = inARow('Kept', [csv('a.csv', ['a'], ['STRING']), print]);
    const answers: Record<string, Answer> = {
      workflow: await admin.post('/api/v1/workflows', { workflow: { ...workflow, name: zero } }),
      category: await admin.post('/api/v1/workflows', { workflow: { ...workflow, category: zero } }),
      comment: await admin.post('/api/v1/workflows', { workflow, comment: zero }),
      project: await admin.post('/api/v1/projects', { name: zero }),
      tag: await admin.post('/api/v1/projects', { name: 'Tagged', tag: zero }),
      dataset: await admin.post('/dataset/save', { name: zero, path: 'a.csv' }),
      dashboard: await admin.post('/saveDashboard', { name: zero, sheets: [] }),
      variable: await admin.post('/api/v1/variables', { name: 'zero', value: zero }),
      group: await admin.post('/api/v1/groups', { name: zero }),
      role: await admin.post('/api/v1/roles', { name: zero, permissions: [] }),
      connection: await admin.post('/api/v1/connections', { name: zero }),
      user: await admin.post('/api/v1/users', { username: zero, password: 'long enough' }),
      token: await admin.post('/api/v1/tokens', { expiredDuration: 1, description: zero }),
      signIn: await new Client(service.url).post('/login', { username: zero, password: zero }),
      query: await admin.get('/api/v1/workflow-executions?sortOrder=desc&filterBy=%00'),
      params: await admin.get('/api/v1/nodes/names/%00'),
      schedule: await admin.post('/api/v1/workflow-schedules', { analysisFlowId: 1, name: zero, fireEvery: 'DAILY' }),
      profile: await admin.put('/api/v1/users/profile', { firstName: zero }),
      uuid: await admin.get('/api/v1/workflows/uuid/%00'),
      name: await admin.get('/api/v1/workflows/name/%00'),
    };
    const wrong = Object.entries(answers).filter(([, { status }]) => status >= 500 || status < 300);
    assert.deepEqual(
      wrong.map(([name, { status, text }]) => `${name}: ${status} ${text}`),
      [],
    );
    await service.service.context.audit.flush();
    const audit = (await admin.get('/api/v1/audit')).text;
    assert.match(audit, /"userName":"a\uFFFDb","action":"POST \/login"/);
  });

  test('a run whose nodes have such names is recorded to its end', async () => {
    await writeFile(join(service.files, 'a.csv'), 'a\nseen\n');
    const nodes = [csv('a.csv', ['a'], ['STRING']), { ...print, name: 'x\0y' }];
    const absent = [{ ...csv('absent.csv', ['a'], ['STRING']), name: 'x\0y' }, print];
    for (const [draft, end] of [
      [nodes, 'COMPLETED'],
      [absent, 'FAILED'],
    ] as const) {
      const { json: workflowId } = await admin.post('/api/v1/workflows', { workflow: inARow('Zero', draft) });
      const { json: id } = await admin.post('/api/v1/workflow/execute', { workflowId });
      assert.equal(await admin.waitForEnd(Number(id)), end);
    }
  });
});

describe('limits', () => {
  test('whoever asks too often in a minute waits; others, and health checks, do not', async () => {
    await using service = await TestService.start({ MILLRACE_RATE_LIMIT: '40' });
    await service.makeUser('ada');
    const [ada, admin] = [await service.signedIn('ada', 'ada password'), await service.signedIn()];
    const statuses: number[] = [];
    for (let i = 0; i < 50; i++) statuses.push((await ada.get('/api/v1/users/me')).status);
    assert.deepEqual(statuses, [...Array<number>(40).fill(200), ...Array<number>(10).fill(429)]);
    const refusal = await ada.get('/api/v1/users/me');
    assert.match(refusal.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/);
    assert.equal((refusal.json as { code: string }).code, 'TOO_MANY');
    assert.equal((await admin.get('/api/v1/users/me')).status, 200);
    const anonymous = new Client(service.url);
    let answer = await anonymous.get('/api/v1/users/me', { token: 'guessed' });
    for (let i = 0; i < 10 && answer.status === 401; i++)
      answer = await anonymous.get('/api/v1/users/me', { token: `guessed ${i}` });
    assert.equal(answer.status, 429, 'guessing tokens');
    assert.equal((await anonymous.get('/health/live')).status, 200);
  });

  test('a limit that was met by a clock that was ahead does not last once it is back', async () => {
    let ahead = 0;
    await using service = await TestService.start({ MILLRACE_RATE_LIMIT: '40' }, () => Date.now() + ahead);
    const admin = await service.signedIn();
    ahead = 3_600_000;
    let answer = await admin.get('/api/v1/users/me');
    for (let i = 0; i < 40; i++) answer = await admin.get('/api/v1/users/me');
    assert.equal(answer.status, 429);
    ahead = 0;
    assert.equal((await admin.get('/api/v1/users/me')).status, 200);
    for (let i = 0; i < 40; i++) answer = await admin.get('/api/v1/users/me');
    assert.equal(answer.status, 429, 'and counts on');
  });

  test('a password is hashed while other requests go on', async () => {
    let turns = 0;
    let done = false;
    const turn = (): void => {
      turns++;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await hashPassword('a password that takes its time');
    done = true;
    assert.ok(turns > 10, `the event loop has turned ${turns} times`);
  });
});

test('no secret is logged, nor given in an answer', async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const secretKey = 'key-4711-of-more-than-thirty-two-characters';
  const clientSecret = 'client-secret-4711';
  const settings = {
    MILLRACE_SECRET_KEY: secretKey,
    MILLRACE_OIDC_ISSUER: 'http://127.0.0.1:9',
    MILLRACE_OIDC_CLIENT_ID: 'millrace',
    MILLRACE_OIDC_CLIENT_SECRET: clientSecret,
  };
  await using service = await TestService.start(settings, Date.now, { log });
  const secrets: Record<string, string> = {
    adminPassword,
    secretKey,
    clientSecret,
    userPassword: 'user-password-4711',
    newPassword: 'new-password-4711',
    wrongPassword: 'wrong-password-4711',
    connectionPassword: 'connection-4711',
    apiKey: 'api-key-4711',
    badToken: 'bad-token-4711',
  };
  const answers: string[] = [];
  const record = async (answer: Promise<Answer>): Promise<Answer> => {
    const { text, headers } = await answer;
    answers.push(text, JSON.stringify([...headers].filter(([name]) => name !== 'set-cookie')));
    return answer;
  };
  const admin = new Client(service.url);
  const signedIn = await record(admin.signIn('admin', adminPassword));
  secrets['session'] = /millrace_session=([\w-]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const anonymous = new Client(service.url);
  const raw = { 'content-type': 'application/json' };
  const { userPassword, newPassword, wrongPassword, connectionPassword, apiKey, badToken } = secrets;
  await record(anonymous.post('/login', { username: 'admin', password: wrongPassword }));
  await record(anonymous.post('/login', `{"username":"admin","password":"${wrongPassword}"`, raw));
  await record(anonymous.post('/login', `{"username":"admin","password": ${wrongPassword}}`, raw));
  await record(anonymous.post('/login', { username: 'admin', password: { wrongPassword } }));
  await record(anonymous.post('/login', { username: 'a\0b', password: wrongPassword }));
  await record(anonymous.get('/login/oidc'));
  await record(anonymous.get(`/login/oidc/callback?code=${badToken}&state=${badToken}`));
  await record(anonymous.get('/api/v1/users/me', { token: badToken ?? '' }));
  await record(anonymous.get('/api/v1/users/me', { authorization: `Bearer ${badToken}` }));
  await record(anonymous.get('/api/v1/users/me', { cookie: `millrace_session=${badToken}` }));
  await record(admin.post('/api/v1/users', { username: 'ada', password: userPassword }));
  await record(admin.post('/api/v1/users', { username: 'ada', password: userPassword }));
  await record(admin.post('/api/v1/users', { username: 'a b', password: userPassword }));
  await record(admin.post('/api/v1/users', { username: 'bob', password: userPassword, roles: [999] }));
  const ada = new Client(service.url);
  await record(ada.signIn('ada', userPassword ?? ''));
  await record(ada.post('/api/v1/users/password', { oldPassword: wrongPassword, newPassword }));
  await record(ada.post('/api/v1/users/password', { oldPassword: userPassword, newPassword }));
  await record(ada.post('/api/v1/users/password', { oldPassword: newPassword, newPassword: 4711 }));
  // a token is shown once, to the user who has made it
  const creation = await admin.post('/api/v1/tokens', { expiredDuration: 1 });
  secrets['token'] = (creation.json as { accessToken: string }).accessToken;
  await record(admin.get('/api/v1/tokens'));
  const connection = { name: 'db', url: 'jdbc:x', password: connectionPassword, options: { apiKey } };
  await record(admin.post('/api/v1/connections', connection));
  await record(admin.post('/api/v1/connections', connection));
  await record(admin.post('/api/v1/connections', { ...connection, name: 'c\0d' }));
  await record(
    admin.post('/api/v1/connections', { ...connection, name: 'e', url: `//user:${connectionPassword}@host` }),
  );
  await record(admin.post('/api/v1/connections', { ...connection, name: 1, projectId: 'x' }));
  await record(admin.get('/api/v1/connections'));
  await record(admin.get('/api/v1/users'));
  await record(admin.get('/usersJSON'));
  await record(admin.get('/docs/json'));
  await service.service.context.audit.flush();
  await record(admin.get('/api/v1/audit'));
  const leaks = Object.entries(secrets).flatMap(([name, secret]) => {
    assert.ok(secret.length >= 8, name);
    return [
      ...lines.filter((line) => line.includes(secret)).map((line) => `${name} in the log: ${line}`),
      ...answers.filter((text) => text.includes(secret)).map((text) => `${name} in an answer: ${text.slice(0, 300)}`),
    ];
  });
  assert.deepEqual(leaks, []);
  assert.ok(lines.length > 0 && answers.length > 40);
  const argon = [...lines, ...answers].filter((text) => text.includes('$argon2'));
  assert.deepEqual(argon, []);
});
