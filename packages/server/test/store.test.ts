import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readSettings, SettingError, startService } from '../src/index.ts';
import { isStoreAway } from '../src/store/away.ts';
import { openStore } from '../src/store/database.ts';
import { sharedPostgres } from '@millrace/testkit/postgres';

test('a store that cannot be brought up to date stays as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-store-'));
  const file = join(folder, 'millrace.db');
  using database = new DatabaseSync(file);
  // the last of the first step's tables
  database.exec('create table mails (other text)');
  await assert.rejects(openStore({ file }), /mails/);
  const names = () =>
    database
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'`,
      )
      .all()
      .map(({ name }) => name);
  assert.deepEqual(names(), ['mails']);
  database.exec('drop table mails');
  const { db } = await openStore({ file });
  await db.destroy();
  assert.ok(names().includes('executions'));
  await rm(folder, { recursive: true, force: true });
});

const mustRefuse = (says: RegExp) => (error: unknown) =>
  error instanceof SettingError && says.test(error.message) && !error.message.includes('hush');

test('a store of a later version is refused, and says which', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-store-'));
  const file = join(folder, 'millrace.db');
  await (await openStore({ file })).db.destroy();
  using database = new DatabaseSync(file);
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`);
  await assert.rejects(
    openStore({ file }),
    mustRefuse(/by a later version of Millrace \(9999-later\): .*MILLRACE_HOME/),
  );
  await rm(folder, { recursive: true, force: true });
});

test('a database that cannot be used, and a place where nobody can listen, are told by the name of their setting', async () => {
  const nowhere = mustRefuse(/^MILLRACE_DATABASE_URL: cannot use database "x" at 127\.0\.0\.1:1: .*ECONNREFUSED/);
  await assert.rejects(openStore({ url: 'postgres://me:hush@127.0.0.1:1/x' }), nowhere);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://me:hush@127.0.0.1:${port}/x`;
  await assert.rejects(
    openStore({ url, patience: { connect: 50, answer: 50 } }),
    mustRefuse(/^MILLRACE_DATABASE_URL: cannot use database "x" at 127\.0\.0\.1:\d+: .*timeout/),
  );
  const home = await mkdtemp(join(tmpdir(), 'millrace-store-'));
  const start = (MILLRACE_HOST: string, MILLRACE_PORT: string) =>
    startService({
      settings: readSettings({ MILLRACE_HOME: home, MILLRACE_LOG_LEVEL: 'silent', MILLRACE_HOST, MILLRACE_PORT }),
    });
  await assert.rejects(
    start('127.0.0.1', String(port)),
    mustRefuse(/^port \d+ of 127\.0\.0\.1 is in use: .*MILLRACE_PORT/),
  );
  // an address without a host (RFC 5737)
  await assert.rejects(
    start('192.0.2.1', '0'),
    mustRefuse(/^MILLRACE_HOST "192\.0\.2\.1" is not an address of this machine/),
  );
  await assert.rejects(
    start('no-host.invalid', '0'),
    mustRefuse(/^MILLRACE_HOST "no-host\.invalid" (has no address|cannot be resolved)/),
  );
  silent.close();
  await rm(home, { recursive: true, force: true });
});

test('a database that does not answer any more is not waited for without end', async (t) => {
  const server = await sharedPostgres();
  if (server.url === undefined) {
    t.skip('PostgreSQL is not installed');
    return;
  }
  const { hostname, port, pathname } = new URL(server.url);
  const lines = new Set<Socket>();
  const between = createServer((line) => {
    const further = connect(Number(port), hostname);
    for (const one of [line, further]) lines.add(one.on('error', () => undefined));
    line.pipe(further).pipe(line);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const url = `postgres://millrace@127.0.0.1:${(between.address() as AddressInfo).port}${pathname}`;
  await assert.rejects(
    openStore({ url: url.replace(pathname, '/absent') }),
    mustRefuse(/^MILLRACE_DATABASE_URL: cannot use database "absent" at .* does not exist/),
  );
  const { db } = await openStore({ url, patience: { connect: 60_000, answer: 1_000 } });
  await sql`select 1`.execute(db);
  for (const line of lines) line.unpipe().pause();
  await assert.rejects(sql`select 1`.execute(db), (error) => error instanceof Error && isStoreAway(error));
  for (const line of lines) line.destroy();
  await db.destroy();
  between.close();
});
