import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { adminPassword, Client, passwordOf, TestService, type Answer } from './support.ts';

const hour = 3_600_000;

/** Tries to sign in from another address of this machine. */
const signInFrom = (url: string, localAddress: string, credentials: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(
      `${url}/login`,
      { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    clientRequest.on('error', reject).end(JSON.stringify(credentials));
  });

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

describe('signing in', () => {
  let clock = Date.parse('2026-11-21T12:00:00Z');
  let service: TestService;
  before(async () => {
    service = await TestService.start({}, () => clock);
    await service.makeUser('ada', ['ANALYST']);
  });
  after(() => service[Symbol.asyncDispose]());

  const signIn = (client: Client, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    client.post('/login', body, headers);
  const anonymous = (): Client => new Client(service.url);

  test('JSON answers the user, a form from a page leads to it, another form is answered with 200', async () => {
    const credentials = { username: 'admin', password: adminPassword };
    const json = await signIn(anonymous(), credentials);
    assert.equal(json.status, 200);
    assert.equal((json.json as { username: string }).username, 'admin');
    assert.doesNotMatch(json.text, /argon2|passwordHash/);
    const form = new URLSearchParams(credentials);
    assert.equal((await anonymous().send('POST', '/login', form)).status, 200);
    const page = await anonymous().send('POST', '/login', form, { accept: 'text/html,*/*;q=0.8' });
    assert.equal(page.status, 302);
    assert.equal(page.headers.get('location'), '/');
  });

  test('the cookie is out of reach of scripts and other sites, and stays in TLS where there is TLS', async () => {
    const credentials = { username: 'admin', password: adminPassword };
    const plain = (await signIn(anonymous(), credentials)).headers.get('set-cookie') ?? '';
    assert.match(plain, /^millrace_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    await using httpsService = await TestService.start({ MILLRACE_BASE_URL: 'https://millrace.example' });
    const flags = (await signIn(new Client(httpsService.url), credentials)).headers.get('set-cookie') ?? '';
    assert.match(flags, /; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('a session ends at the sign-out, and by itself after twelve hours', async () => {
    const client = await service.signedIn('ada', passwordOf('ada'));
    const [cookie] = (await signIn(client, { username: 'ada', password: passwordOf('ada') })).headers.getSetCookie();
    const old = { cookie: cookie?.split(';')[0] ?? '' };
    assert.equal((await anonymous().get('/api/v1/users/me', old)).status, 200);
    const out = await client.post('/logout');
    assert.equal(out.status, 200);
    assert.match(out.headers.get('set-cookie') ?? '', /^millrace_session=; .*Expires=Thu, 01 Jan 1970/);
    assert.equal((await anonymous().get('/api/v1/users/me', old)).status, 401, 'the cookie is worth nothing any more');
    const again = await service.signedIn('ada', passwordOf('ada'));
    clock += 12 * hour - 1;
    assert.equal((await again.get('/api/v1/users/me')).status, 200);
    clock += 1;
    assert.equal((await again.get('/api/v1/users/me')).status, 401);
  });

  test('no cache keeps an answer to a sign-in, a token, or a way to them', async () => {
    const client = anonymous();
    const answers = [
      await client.signIn('ada', passwordOf('ada')),
      await client.signIn('ada', 'wrong'),
      await client.send('POST', '/login', new URLSearchParams({ username: 'ada', password: passwordOf('ada') }), {
        accept: 'text/html',
      }),
      await client.get('/login'),
      await client.get('/login/methods'),
      await client.get('/login/oidc'),
      await client.get('/login/oidc/callback?code=x&state=y'),
      await client.post('/api/v1/tokens', { expiredDuration: 1 }),
      await client.get('/api/v1/tokens'),
      await client.get('/api/v1/users/me'),
      await client.get('/api/v1/connections'),
      await client.post('/logout'),
    ];
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('cache-control')),
      answers.map(() => 'no-store'),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 302, 200, 200, 404, 404, 201, 200, 200, 200, 200],
    );
  });

  test('a token works as token, api_key or Bearer until it ends or is revoked', async () => {
    const client = await service.signedIn('ada', passwordOf('ada'));
    const make = async (expiredDuration: unknown) =>
      (await client.post('/api/v1/tokens', { expiredDuration })).json as { id: number; accessToken: string };
    const [days, moment] = [await make('60'), await make(String(clock + hour))];
    const by = (token: string): Record<string, string>[] => [
      { token },
      { api_key: token },
      { authorization: `Bearer ${token}` },
      { token, api_key: 'cookies' },
    ];
    const statuses = (token: string) =>
      Promise.all(by(token).map(async (headers) => (await anonymous().get('/api/v1/users/me', headers)).status));
    assert.deepEqual(await statuses(moment.accessToken), [200, 200, 200, 200]);
    clock += hour;
    assert.deepEqual(await statuses(moment.accessToken), [401, 401, 401, 401]);
    assert.deepEqual(await statuses(days.accessToken), [200, 200, 200, 200]);
    assert.doesNotMatch((await client.get('/api/v1/tokens')).text, new RegExp(days.accessToken));
    await client.delete(`/api/v1/tokens/${days.id}`);
    assert.deepEqual(await statuses(days.accessToken), [401, 401, 401, 401]);
  });

  test('a bad token is answered with 401 and Access Denied, beside a good cookie too; the word cookies is ignored', async () => {
    const client = await service.signedIn('ada', passwordOf('ada'));
    for (const [by, headers] of [
      [client, { token: 'bad' }],
      [client, { authorization: 'Bearer bad' }],
      [client, { token: 'bad', api_key: 'cookies' }],
      [anonymous(), { api_key: 'bad' }],
    ] as [Client, Record<string, string>][])
      for (const accept of ['*/*', 'text/plain', 'text/html']) {
        const answer = await by.get('/api/v1/workflows', { ...headers, accept });
        assert.equal(answer.status, 401);
        assert.match(answer.text, /Access Denied/);
        assert.doesNotMatch(answer.headers.get('content-type') ?? '', /html/);
      }
    assert.equal((await client.get('/api/v1/users/me', { api_key: 'cookies' })).status, 200);
    assert.equal((await anonymous().get('/api/v1/users/me', { api_key: 'cookies' })).status, 401);
  });

  test('an api_key that is no token leaves the session what it is: a cookie, which another site cannot use', async () => {
    const client = await service.signedIn('ada', passwordOf('ada'));
    for (const word of ['bad', 'admin', 'session'])
      assert.equal((await client.get('/api/v1/users/me', { api_key: word })).status, 200);
    const send = async (headers: Record<string, string>) =>
      (await client.post('/api/v1/projects', { name: 'By key' }, { api_key: 'word', ...headers })).status;
    assert.equal(await send({}), 201);
    assert.equal(await send({ origin: 'https://evil.example' }), 403);
    assert.equal(await send({ 'sec-fetch-site': 'cross-site' }), 403);
    await client.post('/logout');
    assert.equal((await client.get('/api/v1/users/me', { api_key: 'word' })).status, 401);
  });

  test('a page of another site changes nothing with someone’s cookie, and signs nobody in; a token passes', async () => {
    const client = await service.signedIn('ada', passwordOf('ada'));
    const send = async (headers: Record<string, string>) =>
      (await client.post('/api/v1/projects', { name: 'By cookie' }, headers)).status;
    const host = new URL(service.url).host;
    const refusals: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://evil.example:${new URL(service.url).port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
    ];
    for (const headers of refusals) assert.equal(await send(headers), 403, JSON.stringify(headers));
    for (const headers of [{}, { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }])
      assert.equal(await send(headers as Record<string, string>), 201, JSON.stringify(headers));
    const login = await signIn(
      anonymous(),
      { username: 'ada', password: passwordOf('ada') },
      { origin: 'https://evil.example' },
    );
    assert.equal(login.status, 403);
    assert.equal(login.headers.get('set-cookie'), null);
    const { accessToken } = (await client.post('/api/v1/tokens', { expiredDuration: 1 })).json as {
      accessToken: string;
    };
    const byToken = await anonymous().post(
      '/api/v1/projects',
      { name: 'By token' },
      { token: accessToken, origin: 'https://else.example' },
    );
    assert.equal(byToken.status, 201);
  });

  test('the page’s own address counts as the service’s where a proxy stands before it', async () => {
    await using behind = await TestService.start({ MILLRACE_BASE_URL: 'https://millrace.example' });
    const client = await behind.signedIn();
    const make = async (origin: string) => (await client.post('/api/v1/projects', { name: 'x' }, { origin })).status;
    assert.equal(await make('https://millrace.example'), 201);
    assert.equal(await make('https://millrace.example.evil.example'), 403);
  });

  test('who does not exist is answered as who types a wrong password, in text and in time', async () => {
    const times: Record<string, number[]> = { ada: [], nobody: [] };
    const texts = new Set<string>();
    for (let i = 0; i < 15; i++)
      for (const username of ['ada', 'nobody']) {
        // neither is throttled here
        clock += 2 * hour;
        const start = performance.now();
        const answer = await signIn(anonymous(), { username, password: 'wrong' });
        times[username]?.push(performance.now() - start);
        assert.equal(answer.status, 401);
        texts.add(answer.text);
      }
    assert.equal(texts.size, 1);
    const [known, unknown] = [median(times['ada'] ?? []), median(times['nobody'] ?? [])];
    assert.ok(Math.min(known, unknown) > 3, `a password takes work: ${known} ms, ${unknown} ms`);
    assert.ok(Math.max(known, unknown) < 2 * Math.min(known, unknown), `${known} ms, ${unknown} ms`);
  });

  test('a thousand wrong passwords are throttled, and do not lock the user out elsewhere', async () => {
    clock += 2 * hour;
    const wrong = (username: string, n: number) =>
      Promise.all(Array.from({ length: n }, (_, i) => signIn(anonymous(), { username, password: `wrong ${i}` })));
    const answers: Answer[] = [];
    for (let round = 0; round < 20; round++) answers.push(...(await wrong('ada', 50)));
    const counted = Object.groupBy(answers, ({ status }) => String(status));
    assert.equal(answers.length, 1_000);
    assert.equal(counted['401']?.length, 5);
    assert.equal(counted['429']?.length, 995);
    for (const { headers, text } of counted['429'] ?? []) {
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.doesNotMatch(text, /ada/);
    }
    const right = { username: 'ada', password: passwordOf('ada') };
    assert.equal((await signIn(anonymous(), right)).status, 429, 'the right one waits here too');
    assert.equal((await signIn(anonymous(), { ...right, username: 'ADA' })).status, 429, 'in any spelling');
    assert.equal(await signInFrom(service.url, '127.0.0.2', right), 200);
    assert.equal((await signIn(anonymous(), { username: 'admin', password: adminPassword })).status, 200);
    clock += 1_000 * Number(answers.at(-1)?.headers.get('retry-after'));
    assert.equal((await signIn(anonymous(), right)).status, 200, 'the time that was told is enough');

    // one address, many names: the address is shut
    clock += 2 * hour;
    const names: Answer[] = [];
    for (let i = 0; i < 100; i++)
      names.push(await signIn(anonymous(), { username: `user${i}`, password: 'Winter2026' }));
    assert.equal(names.filter(({ status }) => status === 401).length, 50);
    assert.equal(await signInFrom(service.url, '127.0.0.3', right), 200);
  });

  test('right passwords at the same moment are all let in, between wrong ones too', async () => {
    clock += 2 * hour;
    const right = { username: 'ada', password: passwordOf('ada') };
    const many = await Promise.all(Array.from({ length: 12 }, () => signIn(anonymous(), right)));
    assert.deepEqual(new Set(many.map(({ status }) => status)), new Set([200]));
    for (let i = 0; i < 4; i++) assert.equal((await signIn(anonymous(), { ...right, password: 'wrong' })).status, 401);
    const again = await Promise.all(Array.from({ length: 6 }, () => signIn(anonymous(), right)));
    assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200]));
  });

  test('another address is believed from a trusted proxy alone', async () => {
    const from = (to: TestService, address: string) =>
      signIn(new Client(to.url), { username: 'admin', password: 'wrong' }, { 'x-forwarded-for': address });
    const tries = async (to: TestService) => {
      const statuses: number[] = [];
      for (let i = 1; i <= 7; i++) statuses.push((await from(to, `203.0.113.${i}`)).status);
      return statuses.filter((status) => status === 429).length;
    };
    clock += 2 * hour;
    assert.equal(await tries(service), 2);
    await using behind = await TestService.start({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    assert.equal(await tries(behind), 0);
  });
});
