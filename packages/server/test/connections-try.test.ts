import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { sharedPostgres } from '@millrace/testkit/postgres';
import { passwordOf, TestService, type Client } from './support.ts';

type Json = Record<string, unknown>;

describe('a connection in use', () => {
  let service: TestService;
  let admin: Client;
  let ana: Client;
  let projectId: number;
  before(async () => {
    service = await TestService.start({ MILLRACE_URL_HOSTS: '127.0.0.1' });
    admin = await service.signedIn();
    await service.makeUser('ana', ['ANALYST']);
    ana = await service.signedIn('ana', passwordOf('ana'));
    projectId = Number(((await ana.post('/api/v1/projects', { name: 'Of Ana' })).json as Json)['id']);
  });
  after(() => service[Symbol.asyncDispose]());

  test('to PostgreSQL is tried with its password and lists its tables', async (t) => {
    const server = await sharedPostgres();
    if (server.url === undefined) {
      t.skip('PostgreSQL is not installed');
      return;
    }
    // other tests have their tables in the first database
    const first = new pg.Client(server.url);
    await first.connect();
    await first.query('create database warehouse');
    await first.end();
    const database = new pg.Client(Object.assign(new URL(server.url), { pathname: 'warehouse' }).href);
    await database.connect();
    await database.query(
      'create schema sales; create table sales.orders (id int); create view sales.all_orders as table sales.orders',
    );
    await database.end();
    const { host } = new URL(server.url);
    const record = {
      projectId,
      name: 'warehouse',
      category: 'JDBC',
      driverClass: 'org.postgresql.Driver',
      url: `jdbc:postgresql://${host}/warehouse`,
      username: 'millrace',
      password: 'any',
    };
    const trial = await ana.post('/api/v1/connections/test', record);
    assert.equal(trial.status, 200, trial.text);
    assert.match(String((trial.json as Json)['message']), /^Connected to PostgreSQL \d+/);
    const { id } = (await ana.post('/api/v1/connections', record)).json as { id: number };
    assert.equal((await ana.post('/api/v1/connections/test', { id })).status, 200);
    assert.deepEqual((await ana.get(`/api/v1/connections/${id}/tables`)).json, [
      { schema: 'sales', name: 'all_orders', type: 'VIEW' },
      { schema: 'sales', name: 'orders', type: 'BASE TABLE' },
    ]);
    for (const [change, says] of [
      [{ username: 'nobody' }, /role "nobody" does not exist/],
      [
        { url: `jdbc:postgresql://${host}/absent` },
        /cannot use database "absent" at 127\.0\.0\.1:\d+: database "absent" does not exist/,
      ],
      [{ url: `jdbc:postgresql://${host}/warehouse?sslmode=require` }, /does not support SSL/],
    ] as const) {
      const wrong = await ana.post('/api/v1/connections/test', { ...record, ...change });
      assert.equal(wrong.status, 422);
      assert.match(wrong.text.replaceAll('\\"', '"'), says);
      assert.doesNotMatch(wrong.text, /"any"|password/);
    }
  });

  test('does not take its kept password to another place', async () => {
    const pieces: Buffer[] = [];
    // asks for the password in clear, as a server may
    const listener = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        pieces.push(bytes);
        if (pieces.length === 1) socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        else socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    const record = { projectId, name: 'kept', category: 'JDBC', url: 'jdbc:postgresql://127.0.0.1:1/x', username: 'u' };
    const { id } = (await ana.post('/api/v1/connections', { ...record, password: 'hunter2-unique' })).json as {
      id: number;
    };
    const elsewhere = { ...record, id, url: `jdbc:postgresql://127.0.0.1:${port}/x` };
    const answer = await ana.post('/api/v1/connections/test', elsewhere);
    assert.equal(answer.status, 422, answer.text);
    assert.doesNotMatch(Buffer.concat(pieces).toString('latin1'), /unique/);
    pieces.length = 0;
    await ana.post('/api/v1/connections/test', { ...elsewhere, password: 'given-unique' });
    assert.match(Buffer.concat(pieces).toString('latin1'), /given-unique/);
    listener.close();
  });

  test('of another kind says that it cannot be tried; one to nowhere says so', async () => {
    const post = (body: Json) => ana.post('/api/v1/connections/test', body);
    const other = await post({ name: 's', category: 'SNOWFLAKE', url: 'jdbc:snowflake://x' });
    assert.equal(other.status, 422);
    assert.match(other.text, /of category \\"SNOWFLAKE\\" cannot be tested: only PostgreSQL connections can/);
    const nowhere = await post({ name: 'n', category: 'JDBC', url: 'jdbc:postgresql://127.0.0.1:1/x', user: 'u' });
    assert.equal(nowhere.status, 422);
    assert.match(nowhere.text, /cannot use database .* at 127\.0\.0\.1:1: .*ECONNREFUSED/);
    assert.match((await post({ name: 'n', url: 'postgres://127.0.0.1:1/x' })).text, /field \\"username\\" is required/);
    const stray = await post({ name: 'n', category: 'JDBC', url: 'jdbc:postgresql://127.0.0.1:1/a%zz', user: 'u' });
    assert.equal(stray.status, 422, stray.text);
    assert.match(stray.text, /invalid database name .*a%zz\\": write %25 for a percent sign/);
    const { id } = (await ana.post('/api/v1/connections', { projectId, name: 'lake', category: 'S3' })).json as {
      id: number;
    };
    assert.equal((await ana.get(`/api/v1/connections/${id}/tables`)).status, 422);
  });

  test('is the one that somebody works with, until it is deleted', async () => {
    const { id } = (await ana.post('/api/v1/connections', { projectId, name: 'mine' })).json as { id: number };
    const current = async () => ((await ana.get('/api/v1/users/me')).json as Json)['currentConnectionId'];
    assert.equal(await current(), null);
    assert.equal((await ana.put(`/api/v1/user/currentConnection/${id}`)).text, `Current connection is ${id}`);
    assert.equal(await current(), id);
    await ana.delete(`/api/v1/connections/${id}`);
    assert.equal(await current(), null);
    assert.equal((await ana.put(`/api/v1/user/currentConnection/${id}`)).status, 404);
    assert.equal(((await admin.get('/api/v1/users/me')).json as Json)['currentConnectionId'], null);
  });
});
