import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readSettings, SettingError } from '../src/index.ts';
import { Browser, clientId, clientSecret, IdentityProvider } from './identity-provider.ts';
import { adminPassword, Client, TestService } from './support.ts';

const settingsFor = (provider: IdentityProvider): NodeJS.ProcessEnv => ({
  MILLRACE_OIDC_ISSUER: provider.issuer,
  MILLRACE_OIDC_CLIENT_ID: clientId,
  MILLRACE_OIDC_CLIENT_SECRET: clientSecret,
});

interface Me {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly permissions: string[];
}

describe('signing in by OpenID Connect', () => {
  let clock = Date.parse('2026-11-21T12:00:00Z');
  let provider: IdentityProvider;
  let service: TestService;
  let closed: TestService;
  before(async () => {
    provider = await IdentityProvider.listen({
      's-ada': { preferred_username: 'ada', email: 'ada@example.org', given_name: 'Ada', groups: ['team', 'else'] },
      's-bob': { preferred_username: 'bob', groups: 'team' },
      's-cyd': { preferred_username: 'cyd' },
      's-dan': { preferred_username: 'dan' },
      's-eve': { preferred_username: 'Admin', groups: ['heads'] },
      's-fay': { preferred_username: 'fay' },
      's-odd': { preferred_username: '../../etc' },
      's-none': {},
      's-many': { preferred_username: 'many' },
    });
    const roles = { MILLRACE_OIDC_ROLES: 'heads=ADMIN, team=ANALYST, *=VIEWER, team=NOT THERE' };
    // the provider is not up yet
    service = await TestService.start({ ...settingsFor(provider), ...roles }, () => clock);
    closed = await TestService.start({ ...settingsFor(provider), MILLRACE_OIDC_CREATE_USERS: 'no' });
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await closed[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** Begins a sign-in and returns the address at the provider. */
  const begin = async (browser: Browser, url = service.url, query = ''): Promise<string> => {
    const answer = await browser.send(`${url}/login/oidc${query}`);
    assert.equal(answer.status, 302, await answer.text());
    return answer.headers.get('location') ?? '';
  };
  const signIn = async (name: string, url = service.url, browser = new Browser()) => {
    const response = await browser.send(await browser.answerProvider(await begin(browser, url), name));
    return { browser, response, text: await response.text() };
  };
  const me = async (browser: Browser, url = service.url): Promise<Me> => {
    const response = await browser.send(`${url}/api/v1/users/me`);
    assert.equal(response.status, 200);
    return (await response.json()) as Me;
  };
  const mustBeSignedOut = async (browser: Browser): Promise<void> =>
    assert.equal((await browser.send(`${service.url}/api/v1/users/me`)).status, 401);

  test('a provider that is down fails that way of signing in alone, and works as soon as it is up', async () => {
    const down = await new Client(service.url).get('/login/oidc');
    assert.equal(down.status, 503);
    assert.match(down.text, /the identity provider is unavailable: sign in with a password/);
    const methods = await new Client(service.url).get('/login/methods');
    assert.deepEqual(methods.json, { password: true, oidc: true });
    await service.signedIn();
    provider.open(service.url, closed.url);
    await begin(new Browser());
  });

  test('makes a user at the first sign-in, with the roles of their groups, and knows them at the next', async () => {
    const { browser, response } = await signIn('s-ada');
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), '/');
    const set = response.headers.getSetCookie().find((one) => one.startsWith('millrace_session=')) ?? '';
    assert.match(set, /^millrace_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const ada = await me(browser);
    assert.deepEqual([ada.username, ada.email, ada.firstName], ['ada', 'ada@example.org', 'Ada']);
    assert.ok(ada.permissions.includes('workflows.modify') && !ada.permissions.includes('users.manage'));
    assert.equal((await me((await signIn('s-ada')).browser)).id, ada.id);
    await browser.send(`${service.url}/logout`, {});
    await mustBeSignedOut(browser);
    const audit = (await (await service.signedIn()).get('/api/v1/audit')).text;
    assert.match(audit, /"userName":"ada","action":"GET \/login\/oidc\/callback"/);
  });

  test('leads back to where somebody was on the page, and to no other place', async () => {
    const backTo = async (to: string): Promise<string | null> => {
      const browser = new Browser();
      const address = await begin(browser, service.url, `?to=${encodeURIComponent(to)}`);
      assert.ok(!address.includes('evil'), 'the provider hears nothing of it');
      const response = await browser.send(await browser.answerProvider(address, 's-ada'));
      assert.equal(response.status, 302, await response.text());
      return response.headers.get('location');
    };
    for (const to of ['/', '/workflows/7?node=3', '/files/a%20b/c?filter=x%26y#rows', '/datasets?q=//evil', '/a//b'])
      assert.equal(await backTo(to), to);
    assert.equal(await backTo('/files/größe ok'), '/files/gr%C3%B6%C3%9Fe%20ok');
    for (const to of [
      '',
      'evil',
      '//evil',
      '///evil',
      'https://evil',
      'javascript:alert(1)',
      String.raw`/\\evil`,
      String.raw`/\evil`,
      String.raw`\\evil`,
      String.raw`/a\..\..\evil`,
      '/.//evil',
      '/..//evil',
      '/%2e//evil',
      '/\t/evil',
      '/\n/evil',
      '/a\r\nset-cookie: evil=1',
      '/\u0000/evil',
      '/\u0085evil',
      ' //evil',
      '/login/oidc?to=/evil',
      `/${'evil'.repeat(500)}`,
    ])
      assert.equal(await backTo(to), '/', JSON.stringify(to));
    const browser = new Browser();
    const twice = await browser.send(`${service.url}/login/oidc?to=/datasets&to=//evil`);
    assert.equal(twice.status, 400, 'one address is asked for');
  });

  test('a role goes with the group, but for roles that the setting does not name', async () => {
    const { id } = await me((await signIn('s-bob')).browser);
    const admin = await service.signedIn();
    await admin.post('/api/v1/roles', { name: 'Auditor', permissions: ['audit.report.manage'] });
    const roles = (await admin.get('/api/v1/roles')).json as { id: number; name: string }[];
    const ids = roles.filter(({ name }) => ['Auditor', 'ANALYST', 'VIEWER'].includes(name)).map((role) => role.id);
    assert.equal((await admin.post('/api/v1/users', { id, username: 'bob', roles: ids })).status, 200);
    provider.people['s-bob'] = { preferred_username: 'robert', groups: [] };
    const bob = await me((await signIn('s-bob')).browser);
    assert.deepEqual([bob.id, bob.username], [id, 'bob'], 'known by the subject, whatever their name becomes');
    assert.ok(bob.permissions.includes('audit.report.manage'));
    assert.ok(bob.permissions.includes('workflows.view'));
    assert.ok(!bob.permissions.includes('workflows.modify'));
  });

  test('the address at the provider asks for a code with PKCE, state and nonce, new ones each time', async () => {
    const [one, two] = [new URL(await begin(new Browser())), new URL(await begin(new Browser()))];
    assert.equal(one.searchParams.get('response_type'), 'code');
    assert.equal(one.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(one.searchParams.get('redirect_uri'), `${service.url}/login/oidc/callback`);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.match(one.searchParams.get(name) ?? '', /^[\w-]{43}$/);
      assert.notEqual(one.searchParams.get(name), two.searchParams.get(name));
    }
    assert.ok(!one.href.includes(encodeURIComponent(clientSecret)));
  });

  test('an answer is taken once, in the browser that has begun it, within ten minutes', async () => {
    const browser = new Browser();
    const back = await browser.answerProvider(await begin(browser), 's-ada');
    const elsewhere = await new Browser().send(back);
    assert.equal(elsewhere.status, 401);
    assert.match(await elsewhere.text(), /no sign-in was started in this browser/);
    const cookies = browser.cookies(service.url);
    assert.equal((await browser.send(back)).status, 302);
    assert.equal((await browser.send(back)).status, 401, 'the cookie is gone with its use');
    const replay = await fetch(back, { redirect: 'manual', headers: { cookie: cookies } });
    assert.equal(replay.status, 401, 'and the code is worth nothing, whoever has kept the cookie');
    assert.match(await replay.text(), /was already used or has expired/);

    const late = new Browser();
    const lateBack = await late.answerProvider(await begin(late), 's-ada');
    clock += 600_001;
    assert.equal((await late.send(lateBack)).status, 401);
    await mustBeSignedOut(late);
  });

  test('another state, another nonce, another issuer or no consent signs nobody in', async () => {
    const with_ = (url: string, name: string, value: string): string => {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      return changed.href;
    };
    const misfit = /does not belong to the sign-in that was started here/;
    for (const [name, when, expected] of [
      ['state', 'before', misfit],
      ['nonce', 'before', misfit],
      ['code_challenge', 'before', /was already used or has expired/],
      ['state', 'after', misfit],
      ['iss', 'after', misfit],
      ['code', 'after', /was already used or has expired/],
    ] as const) {
      const browser = new Browser();
      const address = await begin(browser);
      const target = when === 'before' ? with_(address, name, 'A'.repeat(43)) : address;
      const back = await browser.answerProvider(target, 's-ada');
      const response = await browser.send(when === 'after' ? with_(back, name, 'https://evil.example') : back);
      assert.equal(response.status, 401, `${name} changed ${when} the sign-in`);
      assert.match(await response.text(), expected, `${name} changed ${when} the sign-in`);
      await mustBeSignedOut(browser);
    }
    const browser = new Browser();
    const denial = await browser.send(await browser.answerProvider(await begin(browser), 's-ada', false));
    assert.equal(denial.status, 401);
    assert.match(await denial.text(), /the identity provider rejected the sign-in \(access_denied\)/);
    await mustBeSignedOut(browser);
  });

  test('many sign-ins of one new person at once make one user', async () => {
    const browsers = Array.from({ length: 8 }, () => new Browser());
    const backs: string[] = [];
    for (const browser of browsers) backs.push(await browser.answerProvider(await begin(browser), 's-many'));
    const answers = await Promise.all(browsers.map((browser, i) => browser.send(backs[i] ?? '')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([302]));
    const ids = await Promise.all(browsers.map(async (browser) => (await me(browser)).id));
    assert.equal(new Set(ids).size, 1);
  });

  test('an inactive user is refused', async () => {
    const { id } = await me((await signIn('s-cyd')).browser);
    await (await service.signedIn()).post('/api/v1/users', { id, username: 'cyd', isActive: false });
    const { response, text, browser } = await signIn('s-cyd');
    assert.equal(response.status, 403);
    assert.match(text, /user \\"cyd\\" is inactive/);
    await mustBeSignedOut(browser);
  });

  test('a user name is no proof: who has a password here is taken over by nobody, in any spelling', async () => {
    await service.makeUser('dan');
    for (const [name, username] of [
      ['s-dan', 'dan'],
      ['s-eve', 'Admin'],
    ] as const) {
      const { response, text, browser } = await signIn(name);
      assert.equal(response.status, 409);
      assert.match(text, new RegExp(`user \\\\"${username}\\\\" exists but is not linked to your identity`));
      await mustBeSignedOut(browser);
    }
    for (const name of ['s-odd', 's-none']) assert.equal((await signIn(name)).response.status, 422);
    const names = ((await (await service.signedIn()).get('/api/v1/users/basicInfo')).json as Me[]).map(
      (u) => u.username,
    );
    assert.ok(!names.some((name) => ['Admin', '../../etc'].includes(name)));
  });

  test('one links oneself while signed in with the password; a page of another site cannot begin it', async () => {
    const id = await service.makeUser('fay');
    const browser = new Browser();
    await browser.send(`${service.url}/login`, { username: 'fay', password: 'fay password' });
    const link = (headers: Record<string, string>) =>
      fetch(`${service.url}/api/v1/users/me/identities`, {
        method: 'POST',
        headers: { cookie: browser.cookies(service.url), ...headers },
      });
    assert.equal((await link({ origin: 'https://evil.example' })).status, 403);
    const answer = await link({});
    assert.equal(answer.status, 200);
    const { location } = (await answer.json()) as { location: string };
    const pending = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = await browser.answerProvider(location, 's-fay');
    const other = await fetch(back, { redirect: 'manual', headers: { cookie: pending } });
    assert.equal(other.status, 401, 'who is not signed in links nobody');

    const again = await link({});
    const secondPending = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const second = await browser.answerProvider(((await again.json()) as { location: string }).location, 's-fay');
    const cookie = `${browser.cookies(service.url)}; ${secondPending}`;
    const reply = await fetch(second, { redirect: 'manual', headers: { cookie } });
    assert.equal(reply.status, 302, await reply.text());
    assert.equal(reply.headers.get('location'), '/account');
    assert.equal((await me((await signIn('s-fay')).browser)).id, id);

    const client = await service.signedIn('fay', 'fay password');
    const identities = (await client.get('/api/v1/users/me/identities')).json as { id: number; subject: string }[];
    assert.deepEqual(
      identities.map(({ subject }) => subject),
      ['s-fay'],
    );
    const someone = await service.signedIn('dan', 'dan password');
    assert.equal((await someone.delete(`/api/v1/users/me/identities/${identities[0]?.id}`)).status, 404);
    assert.equal((await client.delete(`/api/v1/users/me/identities/${identities[0]?.id}`)).status, 200);
    assert.equal((await signIn('s-fay')).response.status, 409);
  });

  test('an administrator links a user whom they may change, and the setting keeps others out', async () => {
    const unknown = await signIn('s-dan', closed.url);
    assert.equal(unknown.response.status, 403);
    assert.match(unknown.text, /user \\"dan\\" not found/);
    const admin = await closed.signedIn();
    const id = await closed.makeUser('dan');
    const link = (client: Client, user: number, subject: string) =>
      client.post(`/api/v1/users/${user}/identities`, { subject });
    assert.equal((await link(admin, id, 's-dan')).status, 200);
    assert.equal((await me((await signIn('s-dan', closed.url)).browser, closed.url)).id, id);
    const second = await closed.makeUser('second');
    assert.equal((await link(admin, second, 's-dan')).status, 409);
    assert.equal((await link(admin, 999, 's-else')).status, 404);
    const roles = (await admin.get('/api/v1/roles')).json as { id: number; name: string }[];
    const manager = await closed.makeUser('manager', [roles.find(({ name }) => name === 'ADMIN')?.name ?? '']);
    const client = await closed.signedIn('manager', 'manager password');
    const me1 = ((await admin.get('/api/v1/users/me')).json as Me).id;
    assert.equal((await link(client, me1, 's-eve')).status, 403, 'a superuser is out of their reach');
    assert.equal((await link(client, manager, 's-eve')).status, 200);
    const [identity] = (await admin.get(`/api/v1/users/${id}/identities`)).json as { id: number }[];
    assert.equal((await admin.delete(`/api/v1/users/${second}/identities/${identity?.id}`)).status, 404);
    assert.equal((await admin.delete(`/api/v1/users/${id}/identities/${identity?.id}`)).status, 200);
  });

  test('a provider that calls itself otherwise, or breaks off, signs nobody in', async () => {
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
    await using other = await TestService.start({ ...settingsFor(provider), MILLRACE_OIDC_ISSUER: issuer });
    assert.equal((await new Client(other.url).get('/login/oidc')).status, 503);
    const browser = new Browser();
    const back = await browser.answerProvider(await begin(browser), 's-ada');
    provider.fail();
    const broken = await browser.send(back);
    assert.equal(broken.status, 503);
    assert.doesNotMatch(await broken.text(), /stack|node_modules|http:\/\//);
    await mustBeSignedOut(browser);
    await service.signedIn();
    provider.open(service.url, closed.url);
    assert.equal((await signIn('s-ada')).response.status, 302);
  });
});

test('without a provider there is no such sign-in; a setting that cannot work stops the start', async () => {
  await using service = await TestService.start();
  const client = new Client(service.url);
  assert.deepEqual((await client.get('/login/methods')).json, { password: true, oidc: false });
  for (const path of ['/login/oidc', '/login/oidc/callback?code=a&state=b'])
    assert.equal((await client.get(path)).status, 404);
  await client.signIn('admin', adminPassword);
  assert.equal((await client.post('/api/v1/users/me/identities')).status, 404);
  const issuer = { MILLRACE_OIDC_ISSUER: 'https://id.example', MILLRACE_OIDC_CLIENT_ID: 'a' };
  for (const [wrong, name] of [
    [{ MILLRACE_OIDC_ISSUER: 'http://id.example' }, 'MILLRACE_OIDC_ISSUER'],
    [{ MILLRACE_OIDC_ISSUER: 'id.example' }, 'MILLRACE_OIDC_ISSUER'],
    [{ MILLRACE_OIDC_ISSUER: 'https://id.example' }, 'MILLRACE_OIDC_CLIENT_ID'],
    [{ ...issuer, MILLRACE_HOST: '0.0.0.0' }, 'MILLRACE_BASE_URL'],
    [{ ...issuer, MILLRACE_OIDC_ROLES: 'heads' }, 'MILLRACE_OIDC_ROLES'],
    [{ ...issuer, MILLRACE_OIDC_CREATE_USERS: 'perhaps' }, 'MILLRACE_OIDC_CREATE_USERS'],
  ] as const)
    assert.throws(
      () => readSettings(wrong),
      (error) => error instanceof SettingError && error.message.includes(name),
    );
});
