import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes, type Scope } from '../src/access/scopes.ts';
import { accessTable } from './access-table.ts';
import { Client, passwordOf, TestService } from './support.ts';

const day = 86_400_000;

interface CreatedToken {
  readonly id: number;
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

/** What the scopes of a route hang on, but for those that are named here. */
const scopesByCall: Readonly<Record<string, readonly Scope[]>> = {
  'PUT /api/v1/user/currentProject/:id': ['write'],
  'PUT /api/v1/user/currentConnection/:id': ['write'],
  'POST /api/v1/workflow-schedules': ['run', 'write'],
  'PUT /api/v1/workflow-schedules/:id': ['run', 'write'],
  'PUT /api/v1/workflow-schedules/:id/active': ['run', 'write'],
  'DELETE /api/v1/workflow-schedules/:id': ['run', 'write'],
  'DELETE /api/v1/workflow-executions': ['run', 'write'],
  'DELETE /api/v1/workflow-executions/days/:days': ['run', 'write'],
  'DELETE /api/v1/workflow-executions/application/:applicationId/days/:days': ['run', 'write'],
};

/** The scopes that a token needs for a route, as docs/api/access.md lists them. */
function scopesNeededBy(key: string, changes: boolean): readonly Scope[] {
  const [access = 'public'] = accessTable[key] ?? [];
  if (access === 'public') return [];
  if (key in scopesByCall) return scopesByCall[key] ?? [];
  if (access === 'signed-in') return [changes ? 'admin' : 'read'];
  if (access === 'workflows.execute') return ['run'];
  if (/\.modify$|^data\.write$|^workflows\.code$|^(projects|connections)\.manage$/.test(access)) return ['write'];
  return [access.endsWith('.view') && access !== 'serverLogs.view' ? 'read' : 'admin'];
}

const addressOf = (path: string): string =>
  path
    .replaceAll(/:\w*id\b|:days\b/gi, '999999999')
    .replaceAll(/:\w+/g, 'absent')
    .replace('*', 'absent');

describe('access tokens', () => {
  let service: TestService;
  let admin: Client;
  let clock = Date.parse('2026-11-27T12:00:00Z');

  const make = async (by: Client, body: Record<string, unknown>): Promise<CreatedToken> => {
    const { status, text } = await by.post('/api/v1/tokens', { expiredDuration: 60, ...body });
    assert.equal(status, 201, text);
    return JSON.parse(text) as CreatedToken;
  };
  const withToken = (token: string): Client => {
    const client = new Client(service.url);
    client.headers['token'] = token;
    return client;
  };

  before(async () => {
    service = await TestService.start({}, () => clock);
    admin = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  test('have the scopes that each route needs, no more and no less', async () => {
    const clients = new Map<string, Client>();
    const clientWith = async (some: readonly Scope[]): Promise<Client> => {
      const existing = clients.get(String(some));
      if (existing !== undefined) return existing;
      const client = withToken(some.length === 0 ? 'none' : (await make(admin, { scopes: some })).accessToken);
      clients.set(String(some), client);
      return client;
    };
    const wrong: string[] = [];
    for (const { method, url, config } of service.service.app.allRoutes)
      for (const one of [method].flat()) {
        const key = `${one === 'HEAD' ? 'GET' : one} ${url}`;
        const wants = scopesNeededBy(key, config?.changes ?? !['GET', 'HEAD'].includes(one));
        if (wants.length === 0) continue;
        const ask = async (some: readonly Scope[]) =>
          (await clientWith(some)).send(one, addressOf(url), ['POST', 'PUT', 'PATCH'].includes(one) ? {} : undefined);
        const enough = await ask(wants);
        if (enough.status === 401 || enough.status === 403) wrong.push(`${one} ${url}: ${wants} is refused`);
        for (const lacking of wants) {
          const { status, text } = await ask(scopes.filter((scope) => scope !== lacking));
          const says = one === 'HEAD' || text.includes(`lacks the scope ${lacking}`);
          if (status !== 403 || !says) wrong.push(`${one} ${url}: ${status} without ${lacking}`);
        }
      }
    assert.deepEqual(wrong, []);
  });

  test('have all scopes of their maker when none are named, and work as before', async () => {
    const token = await make(admin, {});
    assert.deepEqual(token.scopes, scopes);
    const client = withToken(token.accessToken);
    assert.equal((await client.post('/api/v1/projects', { name: 'By token' })).status, 201);
    assert.equal((await client.get('/api/v1/users')).status, 200);
    const next = await client.post('/api/v1/tokens', { expiredDuration: '30' });
    assert.equal(next.status, 201);
    const tokens = (await admin.get('/api/v1/tokens')).json as CreatedToken[];
    assert.deepEqual(tokens.find(({ id }) => id === token.id)?.scopes, scopes);
  });

  test('say which scope is unknown, and take each once', async () => {
    for (const value of [['read', 'all'], [], 'read', null]) {
      const { status, text } = await admin.post('/api/v1/tokens', { expiredDuration: 1, scopes: value });
      assert.equal(status, 400);
      assert.match(text, /body\/scopes/);
    }
    assert.deepEqual((await make(admin, { scopes: ['run', 'read', 'run'] })).scopes, ['read', 'run']);
  });

  test('make no stronger tokens and none that live longer than they do', async () => {
    const maker = await make(admin, { scopes: ['read', 'admin'], expiredDuration: 10 });
    const client = withToken(maker.accessToken);
    for (const some of [['read', 'run'], ['write'], [...scopes]]) {
      const { status, text } = await client.post('/api/v1/tokens', { expiredDuration: 1, scopes: some });
      assert.equal(status, 403);
      assert.match(text, /this token lacks the scopes? (run|write)/);
    }
    const token = await make(client, { expiredDuration: 60 });
    assert.deepEqual([token.scopes, token.expiresAt], [['read', 'admin'], maker.expiresAt]);
    const shorter = await make(client, { scopes: ['read'], expiredDuration: 2 });
    assert.deepEqual([shorter.scopes, shorter.expiresAt], [['read'], clock + 2 * day]);
    assert.equal((await withToken(shorter.accessToken).post('/api/v1/tokens', { expiredDuration: 1 })).status, 403);
    clock += 10 * day;
    assert.equal((await withToken(token.accessToken).get('/api/v1/users/me')).status, 401);
    admin = await service.signedIn();
  });

  test('of somebody reach no further than that person, whatever their scopes', async () => {
    await service.makeUser('vera', ['VIEWER']);
    await service.makeUser('anna', ['ANALYST']);
    const anna = await service.signedIn('anna', passwordOf('anna'));
    const { accessToken } = await make(anna, {});
    assert.equal((await withToken(accessToken).get('/api/v1/users')).status, 403);
    // a variable of all projects needs the permission of an administrator, and so the scope
    const writer = withToken((await make(admin, { scopes: ['read', 'write'] })).accessToken);
    const global = await writer.post('/api/v1/variables', { name: 'all_of_us', value: '1', projectId: null });
    assert.equal(global.status, 403);
    assert.match(global.text, /lacks the scope admin/);
  });

  test('hold for as long as the operator allows, those of before too', async () => {
    const before = await make(admin, { expiredDuration: 3_650 });
    await service.restart({ MILLRACE_TOKEN_DAYS: '30' });
    admin = await service.signedIn();
    const tokens = (await admin.get('/api/v1/tokens')).json as CreatedToken[];
    assert.equal(tokens.find(({ id }) => id === before.id)?.expiresAt, clock + 30 * day);
    for (const expiredDuration of [31, clock + 31 * day]) {
      const { status, text } = await admin.post('/api/v1/tokens', { expiredDuration });
      assert.equal(status, 422);
      assert.match(text, /expiredDuration \d+ is too long: must be at most 30 days/);
    }
    assert.equal((await make(admin, { expiredDuration: 30 })).expiresAt, clock + 30 * day);
    clock += 30 * day;
    assert.equal((await withToken(before.accessToken).get('/api/v1/users/me')).status, 401);
  });

  test('of a store of before have all scopes', async () => {
    const { db } = service.service.context;
    const row = { hash: 'of before', userId: 1, description: '', createdAt: 0, expiresAt: 1 };
    const { scopes: stored } = await db.insertInto('tokens').values(row).returning('scopes').executeTakeFirstOrThrow();
    assert.equal(stored, 'read run write admin');
  });
});
