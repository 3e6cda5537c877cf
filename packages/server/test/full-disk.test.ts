import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { isOnPostgres } from '@millrace/testkit/postgres';
import { csv, inARow, print } from './graphs.ts';
import { adminPassword, Client, TestService } from './support.ts';

/** Writes until the disk takes no more. */
async function fill(path: string): Promise<void> {
  await using file = await open(path, 'a');
  for (const chunk of [1 << 20, 4_096])
    for (;;) {
      const result = await file.write(Buffer.alloc(chunk, 'x')).catch((error: NodeJS.ErrnoException) => {
        assert.equal(error.code, 'ENOSPC');
        return undefined;
      });
      if (result === undefined || result.bytesWritten < chunk) break;
    }
}

test('on a full disk an administrator signs in, is told, deletes files and records, and all is as before', async (t) => {
  if (isOnPostgres()) return t.skip('the database is on another disk');
  const folder = await mkdtemp(join(tmpdir(), 'millrace-full-'));
  const home = join(folder, 'home');
  await mkdir(home);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=700', 'tmpfs', home], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return t.skip('no small disk can be mounted here');
  }
  try {
    await using service = await TestService.start({ MILLRACE_HOME: home });
    const admin = await service.signedIn();
    const workflow = inARow('Kept', [csv('a.csv', ['a'], ['STRING']), print]);
    const ids: unknown[] = [];
    for (let i = 0; i < 3; i++) ids.push((await admin.post('/api/v1/workflows', { workflow })).json);
    const disk = async () => ((await admin.get('/health/ready')).json as { status: string; disk: string }).disk;
    assert.equal(await disk(), 'UP');
    // as long as a user reads, what is written needs further room
    using reader = new DatabaseSync(join(home, 'millrace.db'), { readOnly: true });
    reader.exec('begin; select count(*) from users');
    const filler = join(home, 'files', 'filler');
    /** Fills the disk until not even a short record can be written. */
    const fillAll = async (): Promise<void> => {
      await fill(filler);
      for (let i = 0; ; i++) {
        const { status } = await admin.post('/api/v1/variables', { name: `v${i}_${ids.length}`, value: 'x' });
        if (status === 507) return;
        assert.equal(status, 201);
        await fill(filler);
      }
    };
    await fillAll();
    assert.equal(await disk(), 'FULL');
    // the first ones free the space that was reserved for them, also if they come at once
    const first = await Promise.all(ids.splice(0, 2).map((id) => admin.delete(`/api/v1/workflows/${String(id)}`)));
    assert.deepEqual(
      first.map(({ status, text }) => [status, text]),
      first.map(() => [200, 'Workflow deleted successfully.']),
    );
    await fillAll();
    const { db } = service.service.context;
    const stored = async (): Promise<number> => (await db.selectFrom('sessions').select('hash').execute()).length;
    const before = await stored();
    const late = new Client(service.url);
    assert.equal((await late.signIn('admin', 'wrong')).status, 401);
    assert.equal((await late.signIn('admin', adminPassword)).status, 200);
    assert.equal(await stored(), before, 'the disk has not taken the session');
    assert.equal((await late.get('/api/v1/users/me')).status, 200);
    assert.equal(await disk(), 'FULL');
    const record = await late.delete(`/api/v1/workflows/${String(ids[0])}`);
    assert.equal(record.status, 507);
    assert.match(record.text, /free some space/);
    assert.equal((await late.delete('/api/v1/hdfs/files/delete?path=/filler')).status, 200);
    assert.equal((await late.delete(`/api/v1/workflows/${String(ids[0])}`)).status, 200);
    assert.equal(await disk(), 'UP');
    assert.equal((await stat(join(home, 'reserve'))).size, 8 << 20);
    // what could not be noted then is noted now
    const { entries } = (await late.get('/api/v1/audit?action=/login')).json as { entries: { status: number }[] };
    assert.deepEqual(
      entries.map(({ status }) => status),
      [200, 401, 200],
    );
    // a session that is in memory alone ends as others do
    const me = (await late.get('/api/v1/users/me')).json as { id: number };
    await db.updateTable('users').set({ dateLastUpdated: 1 }).where('id', '=', me.id).execute();
    assert.equal((await late.get('/api/v1/users/me')).status, 401);
    // a service that has ended on a full disk starts again
    await fill(filler);
    await service.restart({ MILLRACE_HOME: home });
    const again = await service.signedIn();
    assert.equal((await again.get('/api/v1/users/me')).status, 200);
    assert.equal(((await again.get('/health/ready')).json as { disk: string }).disk, 'FULL');
    assert.equal((await again.delete('/api/v1/hdfs/files/delete?path=/filler')).status, 200);
  } finally {
    execFileSync('umount', ['-l', home]);
    await rm(folder, { recursive: true, force: true });
  }
});
