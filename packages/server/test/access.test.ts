import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { firstRoles } from '../src/access/permissions.ts';
import { hashOf, newSecret } from '../src/access/principal.ts';
import type { Access } from '../src/access/scopes.ts';
import { accessTable } from './access-table.ts';
import { Client, TestService } from './support.ts';

type Role = 'nobody' | keyof typeof firstRoles;

const roles: readonly Role[] = ['nobody', 'VIEWER', 'ANALYST', 'ADMIN'];

/** What a role meets at a route: its answer, or the status of a refusal. */
function expected(role: Role, access: Access): 'answer' | 401 | 403 {
  if (access === 'public') return 'answer';
  if (role === 'nobody') return 401;
  return access === 'signed-in' || firstRoles[role].includes(access) ? 'answer' : 403;
}

/** An address of a route, of things that are not there. */
const addressOf = (path: string): string =>
  path
    .replaceAll(/:\w*id\b|:days\b/gi, '999999999')
    .replaceAll(/:\w+/g, 'absent')
    .replace('*', 'absent');

describe('every route', () => {
  let service: TestService;
  const clients = new Map<Role, Client>();
  let routes: readonly { key: string; method: string; path: string; changes: boolean }[];
  before(async () => {
    service = await TestService.start();
    const { db, now } = service.service.context;
    for (const role of roles) {
      const client = new Client(service.url);
      clients.set(role, client);
      if (role === 'nobody') continue;
      const userId = await service.makeUser(`one-${role}`, [role]);
      // not every role may make tokens; a session would be ended by the route that ends it
      const [token, at] = [newSecret(), now()];
      await db
        .insertInto('tokens')
        .values({ hash: hashOf(token), userId, description: '', createdAt: at, expiresAt: at + 1e9 })
        .execute();
      client.headers['token'] = token;
    }
    routes = service.service.app.allRoutes.flatMap(({ method, url: path, config }) =>
      [method].flat().map((one) => ({
        key: `${one === 'HEAD' ? 'GET' : one} ${path}`,
        method: one,
        path,
        changes: config?.changes ?? !['GET', 'HEAD'].includes(one),
      })),
    );
  });
  after(() => service[Symbol.asyncDispose]());

  test('is in the table of access, and the table names no other', () => {
    const keys = new Set(routes.map(({ key }) => key));
    assert.deepEqual(
      [...keys].filter((key) => !(key in accessTable)),
      [],
      'routes without a line in test/access-table.ts',
    );
    assert.deepEqual(
      Object.keys(accessTable).filter((key) => !keys.has(key)),
      [],
      'lines of test/access-table.ts without a route',
    );
  });

  test('changes nothing where the right to look is enough, and so is not noted; but for what is carried out', () => {
    assert.deepEqual(
      routes.filter(({ key, changes }) => changes && accessTable[key]?.[0].endsWith('.view')).map(({ key }) => key),
      ['POST /api/v1/projects/export'],
    );
  });

  for (const role of roles)
    test(`lets ${role} through, or refuses, as the table says`, async () => {
      const wrong: string[] = [];
      for (const { key, method, path } of routes) {
        const [access] = accessTable[key] ?? [];
        if (access === undefined) continue;
        const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
        const { status } = await clients.get(role)!.send(method, addressOf(path), body);
        const outcome = status === 401 || status === 403 ? status : status < 500 ? 'answer' : status;
        if (outcome !== expected(role, access))
          wrong.push(`${method} ${path}: ${status} instead of ${expected(role, access)}`);
      }
      assert.deepEqual(wrong, []);
    });

  test('that changes something refuses a browser on another site, whoever is signed in', async () => {
    const admin = await service.signedIn();
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    const wrong: string[] = [];
    for (const { method, path } of routes.filter(({ changes }) => changes)) {
      const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
      // a browser that follows a link, if there is no TLS
      const link = method === 'GET' ? [{ accept: 'text/html,*/*;q=0.8' }] : [];
      for (const headers of [...elsewhere, ...link]) {
        const { status, text } = await admin.send(method, addressOf(path), body, headers);
        if (status !== 403 || (method !== 'HEAD' && !text.includes('CROSS_SITE')))
          wrong.push(`${method} ${path}: ${status}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.equal((await admin.get('/api/v1/users/me')).status, 200);
  });
});
