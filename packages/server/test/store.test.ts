import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStore } from '../src/store/database.ts';

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
