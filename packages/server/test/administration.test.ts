import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Sweeper } from '../src/retention/sweeper.ts';
import { csv, inARow, print } from './graphs.ts';
import { passwordOf, TestService, type Client } from './support.ts';

const day = 86_400_000;
const today = Date.UTC(2030, 0, 1);

describe('what an administrator looks at', () => {
  let service: TestService;
  let admin: Client;
  let now = today;
  before(async () => {
    service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, () => now);
    admin = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const numbers = async (path: string): Promise<Record<string, number>> =>
    (await admin.get(path)).json as Record<string, number>;

  test('the queue and the engines are told, and that runs are switched off', async () => {
    const before = (await admin.get('/api/v1/engines')).json as Record<string, Record<string, unknown>>;
    assert.deepEqual(
      [before['runs']?.['areOn'], before['runs']?.['waiting'], before['runs']?.['atWork']],
      [true, 0, 0],
    );
    assert.equal(before['spark']?.['processes'], 0);
    assert.equal(before['spark']?.['isRemote'], false);
    await admin.post('/api/v1/configurations', { name: 'executions.enabled', value: 'false' });
    const after = (await admin.get('/api/v1/engines')).json as Record<string, Record<string, unknown>>;
    assert.equal(after['runs']?.['areOn'], false);
    await admin.post('/api/v1/configurations', { name: 'executions.enabled', value: 'true' });
  });

  test('usage counts the records of all projects, and who came lately', async () => {
    const before = await numbers('/api/v1/usage');
    const ada = await service.makeUser('ada', ['VIEWER']);
    await admin.post('/api/v1/groups', { name: 'counted' });
    await admin.post('/api/v1/users', { id: ada, username: 'ada', isActive: false });
    const after = await numbers('/api/v1/usage');
    const tables = Object.keys(after).filter((key) => after[key] !== before[key]);
    assert.deepEqual(tables, ['users', 'groups']);
    assert.deepEqual([after['users'], after['groups']], [before['users']! + 1, before['groups']! + 1]);
  });

  test('retention tells as many as the sweep deletes', async () => {
    const { context } = service.service;
    const { db, store, logs, tables, uploads, settings, log } = context;
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
    const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
    const creation = await admin.post('/api/v1/workflows', { workflow: inARow('Ages', [people, print]) });
    for (const _ of [1, 2]) {
      const run = await admin.post('/api/v1/workflow/execute', { workflowId: creation.json });
      assert.equal(await admin.waitForEnd(Number(run.text)), 'COMPLETED');
    }
    now += 181 * day;
    admin = await service.signedIn();
    const old = (days: number) => ({
      at: now - days * day,
      userId,
      userName: 'admin',
      action: 'POST /old',
      target: '',
      status: 200,
      requestId: 'x',
    });
    await db
      .insertInto('audit')
      .values([old(400), old(366), old(364)])
      .execute();
    const token = (hash: string, days: number) => ({
      hash,
      userId,
      description: '',
      createdAt: 0,
      expiresAt: now - days * day,
    });
    await db
      .insertInto('tokens')
      .values([token('a', 31), token('b', 29)])
      .execute();
    const rules = (await admin.get('/api/v1/retention')).json as { kind: string; days: number; due: number }[];
    assert.deepEqual(
      rules.map(({ kind, days, due }) => [kind, days, due]),
      [
        // the newest that completed stays
        ['runs', 180, 1],
        ['fires', 90, 0],
        ['audit', 365, 2],
        ['tokens', 30, 1],
        ['uploads', 7, 0],
      ],
    );
    const swept = await new Sweeper({ store, logs, tables, uploads, settings, now: () => now, log }).sweep();
    assert.deepEqual([swept.runs, swept.fires, swept.audit, swept.tokens], [1, 0, 2, 1]);
    const after = (await admin.get('/api/v1/retention')).json as { due: number }[];
    assert.deepEqual(
      after.map(({ due }) => due),
      [0, 0, 0, 0, 0],
    );
  });

  test('details of users tell when they signed in last and how many tokens hold', async () => {
    const id = await service.makeUser('grace', ['ANALYST']);
    const detail = async () =>
      ((await admin.get('/api/v1/users/details')).json as { id: number; lastSignInAt: number; tokens: number }[]).find(
        (user) => user.id === id,
      );
    assert.deepEqual([(await detail())?.lastSignInAt, (await detail())?.tokens], [null, 0]);
    now += 1_000;
    const grace = await service.signedIn('grace', passwordOf('grace'));
    await grace.post('/api/v1/tokens', { expiredDuration: 2 });
    await grace.post('/api/v1/tokens', { expiredDuration: 1 });
    assert.deepEqual([(await detail())?.lastSignInAt, (await detail())?.tokens], [now, 2]);
    now += 1.5 * day;
    admin = await service.signedIn();
    assert.equal((await detail())?.tokens, 1);
  });

  test('all tokens of somebody are deleted at once, by who may reach that user', async () => {
    const id = await service.makeUser('mary', ['ANALYST']);
    const mary = await service.signedIn('mary', passwordOf('mary'));
    const { accessToken } = (await mary.post('/api/v1/tokens', { expiredDuration: 2 })).json as { accessToken: string };
    const withToken = () => fetch(`${service.url}/api/v1/users/me`, { headers: { token: accessToken } });
    assert.equal((await withToken()).status, 200);
    assert.equal((await mary.delete(`/api/v1/users/${id}/tokens`)).status, 403);
    assert.deepEqual((await admin.delete(`/api/v1/users/${id}/tokens`)).json, { deleted: 1 });
    assert.equal((await withToken()).status, 401);
    assert.equal((await admin.delete('/api/v1/users/99999/tokens')).status, 404);
    assert.equal((await admin.delete('/api/v1/users/1/tokens')).status, 409);
    const role = await admin.post('/api/v1/roles', { name: 'token keepers', permissions: ['tokens.deleteAllTokens'] });
    await service.makeUser('tom', ['token keepers']);
    assert.equal(role.status, 200);
    const tom = await service.signedIn('tom', passwordOf('tom'));
    assert.equal((await tom.delete(`/api/v1/users/${id}/tokens`)).status, 403);
  });

  test('groups are told with their members', async () => {
    await service.makeUser('member');
    await admin.post('/api/v1/groups', { name: 'with members', users: ['member', 'admin'] });
    await admin.post('/api/v1/groups', { name: 'empty' });
    const groups = (await admin.get('/api/v1/groups/members')).json as { name: string; users: string[] }[];
    const usersOf = (name: string) => groups.find((group) => group.name === name)?.users;
    assert.deepEqual([usersOf('with members'), usersOf('empty')], [['admin', 'member'], []]);
  });

  test('what is wrong with a user, a group or a role names the field', async () => {
    await service.makeUser('taken');
    await admin.post('/api/v1/groups', { name: 'taken' });
    for (const [path, body, field] of [
      ['/api/v1/users', { username: 'taken', password: 'long enough' }, 'username'],
      ['/api/v1/users', { username: 'other', password: 'short' }, 'password'],
      ['/api/v1/users', { username: 'other' }, 'password'],
      ['/api/v1/groups', { name: 'taken' }, 'name'],
      ['/api/v1/roles', { name: 'ADMIN', permissions: [] }, 'name'],
      ['/api/v1/users/password', { oldPassword: 'wrong', newPassword: 'long enough' }, 'oldPassword'],
    ] as const) {
      const { json } = await admin.post(path, body);
      assert.deepEqual(
        (json as { errors?: { field: string }[] }).errors?.map((one) => one.field),
        [field],
        path,
      );
    }
  });
});
