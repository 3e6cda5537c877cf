import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BackupError, restore } from '../src/backup/index.ts';
import { decide, finishRestore, stage } from '../src/backup/swap.ts';
import { readSettings, startService } from '../src/index.ts';
import { openSecrets } from '../src/connections/records.ts';
import { ServiceProcess } from './crash/process.ts';
import { inARow } from './graphs.ts';
import { adminPassword, Client } from './support.ts';

const main = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

interface CommandResult {
  readonly code: number;
  readonly text: string;
}

/** Calls the command line on a state folder. */
const millrace = (home: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { ...process.env, MILLRACE_HOME: home, ...more };
    execFile(process.execPath, [main, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: out + err }),
    );
  });

/** Everything below a folder that is no lock, with its text. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('lock.db'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length), (await readFile(path)).toString('base64')] as const;
      }),
    ),
  );
}

describe('backup and restore', () => {
  let folder: string;
  let home: string;
  let archive: string;
  const ids: number[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-backup-'));
    home = join(folder, 'home');
    archive = join(folder, 'backup.tar.gz');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const service = (at: string) =>
    startService({
      settings: readSettings({ MILLRACE_HOME: at, MILLRACE_PORT: '0', MILLRACE_LOG_LEVEL: 'silent' }),
    });

  test('a backup is made while the service is written to', async () => {
    const server = await ServiceProcess.start({ MILLRACE_HOME: home, MILLRACE_ADMIN_PASSWORD: adminPassword });
    try {
      const client = new Client(server.url);
      await client.signIn('admin', adminPassword);
      const connection = { projectId: 1, name: 'warehouse', category: 'JDBC', password: 'hunter2-unique' };
      assert.equal((await client.post('/api/v1/connections', connection)).status, 201);
      await mkdir(join(home, 'files', 'empty'));
      await mkdir(join(home, 'files', 'données'));
      await writeFile(join(home, 'files', 'données', 'a b.csv'), 'name\nAda\n');
      await chmod(join(home, 'files', 'données', 'a b.csv'), 0o640);
      await symlink('données/a b.csv', join(home, 'files', 'link.csv'));
      await writeFile(join(home, 'files', 'large.bin'), Buffer.alloc(3_000_000, 'large '));
      let isLoaded = true;
      const enough = Promise.withResolvers<void>();
      const load = Array.from({ length: 4 }, async () => {
        while (isLoaded) {
          const creation = await client.post('/api/v1/workflows', { workflow: inARow('w'.repeat(100), []) });
          assert.equal(creation.status, 200, creation.text);
          ids.push(Number(creation.text));
          if (ids.length >= 40) enough.resolve();
        }
      });
      await enough.promise;
      const before = ids.length;
      const backup = await millrace(home, ['backup', archive, '--files']);
      isLoaded = false;
      await Promise.all(load);
      assert.ok(ids.length > before, 'nothing was written while the backup was made');
      ids.length = before;
      assert.equal(backup.code, 0, backup.text);
      assert.match(backup.text, /backup\.tar\.gz: the database, the key, the files; \d+ bytes\n$/);
      assert.equal((await stat(archive)).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(folder), ['backup.tar.gz', 'home']);

      const again = await millrace(home, ['backup', archive]);
      assert.equal(again.code, 2);
      assert.match(again.text, /already exists: choose another file/);
      const inside = await millrace(home, ['backup', join(home, 'files', 'x.tar.gz'), '--files']);
      assert.match(inside.text, /is in the file space/);
      const busy = await millrace(home, ['restore', archive, '--force']);
      assert.equal(busy.code, 2);
      assert.match(busy.text, /another Millrace process already uses folder/);
    } finally {
      await server.kill();
    }
  });

  test('a restore brings back all that was acknowledged before: records, sign-in, secrets and files', async () => {
    const target = join(folder, 'new home');
    const result = await millrace(target, ['restore', archive]);
    assert.equal(result.code, 0, result.text);
    assert.match(result.text, /Restored .*new home to its state at \d{4}-/);
    assert.equal((await stat(join(target, 'secret.key'))).mode & 0o777, 0o600);
    assert.equal(await readFile(join(target, 'secret.key'), 'utf8'), await readFile(join(home, 'secret.key'), 'utf8'));
    const files = join(target, 'files');
    assert.deepEqual(await contentOf(files), await contentOf(join(home, 'files')));
    assert.deepEqual((await readdir(files)).toSorted(), ['données', 'empty', 'large.bin', 'link.csv']);
    assert.equal(await readFile(join(files, 'link.csv'), 'utf8'), 'name\nAda\n');
    assert.equal((await stat(join(files, 'données', 'a b.csv'))).mode & 0o777, 0o640);
    await using started = await service(target);
    const client = new Client(started.url);
    assert.equal((await client.signIn('admin', adminPassword)).status, 200);
    for (const id of ids) assert.equal((await client.get(`/api/v1/workflows/${id}`)).status, 200, String(id));
    const { db, vault } = started.context;
    const row = await db.selectFrom('connections').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(openSecrets({ vault }, row), { password: 'hunter2-unique' });
  });

  test('a restore replaces what is there only where it is told to, and then all of it', async () => {
    const target = join(folder, 'used home');
    await cp(join(folder, 'new home'), target, { recursive: true });
    await writeFile(join(target, 'files', 'later.csv'), 'later');
    const refusal = await millrace(target, ['restore', archive]);
    assert.equal(refusal.code, 2);
    assert.match(refusal.text, /is not empty: set MILLRACE_HOME to another folder, or replace it with --force/);
    assert.ok(existsSync(join(target, 'files', 'later.csv')));
    const result = await millrace(target, ['restore', archive, '--force']);
    assert.equal(result.code, 0, result.text);
    assert.deepEqual(await contentOf(join(target, 'files')), await contentOf(join(home, 'files')));
    assert.deepEqual(
      (await readdir(target)).filter((name) => name.startsWith('.') || name.startsWith('restore')),
      [],
    );
    // files in a place of their own are guarded as well
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'x'), 'x');
    const other = await millrace(join(folder, 'other home'), ['restore', archive], { MILLRACE_FILES: elsewhere });
    assert.match(other.text, /is not empty: set MILLRACE_FILES to another folder/);
  });

  test('a damaged archive is refused, and nothing of it is put in place', async () => {
    const whole = await readFile(archive);
    const damage = Buffer.from(whole);
    const at = Math.floor(whole.length / 3);
    damage.writeUInt8(damage.readUInt8(at) ^ 0xff, at);
    const target = join(folder, 'kept home');
    await cp(join(folder, 'new home'), target, { recursive: true });
    const before = await contentOf(target);
    for (const [name, bytes, reason] of [
      ['cut off', whole.subarray(0, whole.length - 200), /is damaged|is truncated/],
      ['empty', Buffer.alloc(0), /is truncated|is damaged/],
      ['flipped', damage, /is damaged/],
      ['no archive', Buffer.from('hello'), /is not a Millrace backup/],
    ] as const) {
      const path = join(folder, `${name}.tar.gz`);
      await writeFile(path, bytes);
      const isRefused = (error: Error): boolean => error instanceof BackupError && reason.test(error.message);
      await assert.rejects(restore(readSettings({ MILLRACE_HOME: target }), path, true), isRefused, name);
      assert.deepEqual(await contentOf(target), before, name);
      const fresh = join(folder, `home for ${name}`);
      await assert.rejects(restore(readSettings({ MILLRACE_HOME: fresh }), path, false), isRefused, name);
      assert.deepEqual(await contentOf(fresh), {}, name);
    }
    const absent = await millrace(target, ['restore', join(folder, 'absent.tar.gz'), '--force']);
    assert.equal(absent.code, 2);
    assert.match(absent.text, /no such file/);
    assert.deepEqual(await contentOf(target), before);
  });

  test('the key can be left out, and says so', async () => {
    const path = join(folder, 'no-key.tar.gz');
    const backup = await millrace(home, ['backup', path, '--no-key']);
    assert.equal(backup.code, 0, backup.text);
    assert.match(backup.text, /The key is not in this file/);
    const target = join(folder, 'home without key');
    const result = await millrace(target, ['restore', path]);
    assert.match(result.text, /copy secret\.key to the folder/);
    assert.ok(!existsSync(join(target, 'secret.key')));
    const postgres = await millrace(home, ['backup', join(folder, 'pg.tar.gz'), '--files'], {
      MILLRACE_DATABASE_URL: 'postgres://nowhere.invalid/x',
    });
    assert.match(postgres.text, /: the key, the files; .*\n.*back them up with pg_dump/);
  });

  test('a restore that is cut off while it puts things in place is ended by the next start', async () => {
    for (const cut of ['decided', 'half of the old gone', 'old gone', 'half of the new come'] as const) {
      const root = join(folder, cut);
      const inside = (...names: string[]): string => join(root, ...names);
      await mkdir(inside(stage, 'new'), { recursive: true });
      for (const name of ['a', 'b', 'stays']) await writeFile(inside(name), `old ${name}`);
      for (const name of ['a', 'c']) await writeFile(inside(stage, 'new', name), `new ${name}`);
      await decide(root, [{ root, goes: ['a', 'b'] }]);
      const moveOld = async (...names: string[]): Promise<void> => {
        await mkdir(inside(stage, 'old'), { recursive: true });
        for (const name of names) await cp(inside(name), inside(stage, 'old', name)).then(() => rm(inside(name)));
      };
      if (cut === 'half of the old gone') await moveOld('a');
      if (cut === 'old gone' || cut === 'half of the new come') {
        await moveOld('a', 'b');
        await (await open(inside(stage, 'moved'), 'w')).close();
      }
      if (cut === 'half of the new come')
        await cp(inside(stage, 'new', 'a'), inside('a')).then(() => rm(inside(stage, 'new', 'a')));
      await finishRestore(root);
      assert.deepEqual((await readdir(root)).toSorted(), ['a', 'c', 'stays'], cut);
      assert.equal(await readFile(inside('a'), 'utf8'), 'new a', cut);
      assert.equal(await readFile(inside('stays'), 'utf8'), 'old stays', cut);
    }
  });
});
