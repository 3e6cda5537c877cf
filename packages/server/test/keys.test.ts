import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addKey } from '../src/access/keys.ts';
import { vaultOf } from '../src/access/vault.ts';
import { openSecrets, type ConnectionRow } from '../src/connections/records.ts';
import { TestService, type Client } from './support.ts';

const millrace = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

const keyA = 'the first key, of more than 32 characters';
const keyB = 'the second key, of more than 32 characters';

describe('keys', () => {
  let service: TestService;
  let client: Client;
  let id: number;
  let home: string;
  before(async () => {
    service = await TestService.start();
    ({ home } = service.service.context.settings);
    client = await service.signedIn();
    const creation = await client.post('/api/v1/connections', {
      name: 'warehouse',
      url: 'https://db',
      password: 'p-secret',
    });
    ({ id } = creation.json as { id: number });
    await client.post('/api/v1/connections', { name: 'open', url: 'https://db' });
  });
  after(() => service[Symbol.asyncDispose]());

  const stored = (): Promise<ConnectionRow> =>
    service.service.context.db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const mustOpen = async (): Promise<void> =>
    assert.equal(openSecrets(service.service.context, await stored())['password'], 'p-secret');
  const keyFile = () => join(home, 'secret.key');
  const keys = (): string[] => readFileSync(keyFile(), 'utf8').trimEnd().split('\n');

  const rotate = (options: string[] = [], more: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, MILLRACE_HOME: home, ...service.storeEnvironment, ...more };
      execFile(process.execPath, [millrace, 'rotate-keys', ...options], { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
      );
    });

  test('a new key in the state folder takes the place of the old one; sessions hold on to none', async () => {
    const [before_] = keys();
    const running = await rotate();
    assert.equal(running.code, 2);
    assert.match(running.text, /another Millrace process already uses folder/);
    assert.deepEqual(keys(), [before_]);
    await service.service.close();
    const done = await rotate();
    assert.equal(done.text, 'Created a new key and encrypted the secrets of 1 connections with it\n');
    assert.equal(keys().length, 1);
    assert.notEqual(keys()[0], before_);
    await service.restart();
    client.moveTo(service.url);
    assert.equal((await client.get('/api/v1/users/me')).status, 200, 'the session goes on');
    await mustOpen();
    const row = await stored();
    assert.throws(() => openSecrets({ vault: vaultOf(before_ ?? '') }, row), 'the old key opens nothing');
    await service.service.close();
    assert.match((await rotate(['--end-sessions'])).text, /Ended 1 sessions\n$/);
    await service.restart();
    client.moveTo(service.url);
    assert.equal((await client.get('/api/v1/users/me')).status, 401);
    await mustOpen();
  });

  test('a folder that is no state folder is named, and stays as it is', async () => {
    const nowhere = join(service.folder, 'nowhere');
    const { code, text } = await rotate([], { MILLRACE_HOME: nowhere });
    assert.equal(code, 2);
    assert.match(text, /nowhere" holds no key: set MILLRACE_HOME/);
    assert.ok(!existsSync(nowhere));
    const set = await rotate([], { MILLRACE_SECRET_KEY: keyA });
    assert.equal(set.code, 2);
    assert.match(set.text, /the key is set by MILLRACE_SECRET_KEY: set the new key there/);
  });

  test('a rotation that was cut off is finished by the next start', async () => {
    await service.service.close();
    const [former] = keys();
    await addKey(home);
    assert.equal(keys().length, 2);
    await service.restart();
    await mustOpen();
    assert.equal(keys().length, 1);
    assert.notEqual(keys()[0], former);
  });

  test('a key that is set is replaced by another one, with the former beside it for one start', async () => {
    await service.restart({ MILLRACE_SECRET_KEY: keyA });
    await mustOpen();
    await rm(keyFile());
    await service.restart({ MILLRACE_SECRET_KEY: keyA });
    await mustOpen();
    await service.restart({ MILLRACE_SECRET_KEY: keyB, MILLRACE_SECRET_KEY_OLD: keyA });
    await mustOpen();
    await service.restart({ MILLRACE_SECRET_KEY: keyB });
    await mustOpen();
    const row = await stored();
    assert.throws(() => openSecrets({ vault: vaultOf(keyA) }, row));
    await service.restart({ MILLRACE_SECRET_KEY_OLD: keyB });
    await mustOpen();
    assert.equal(keys().length, 1, 'back to a key of the state folder');
  });

  test('secrets that no key opens stay as they are, and the service starts', async () => {
    const row = await stored();
    const [key] = keys();
    await service.restart({ MILLRACE_SECRET_KEY: keyA, MILLRACE_SECRET_KEY_OLD: keyB });
    await mustOpen();
    await rm(keyFile());
    await service.restart({ MILLRACE_SECRET_KEY: keyB, MILLRACE_SECRET_KEY_OLD: `${keyB} but another one` });
    assert.throws(() => openSecrets(service.service.context, row));
    await service.service.close();
    writeFileSync(keyFile(), `${key}\n`, { mode: 0o600 });
    const refusal = await rotate();
    assert.equal(refusal.code, 1);
    assert.match(refusal.text, new RegExp(`cannot decrypt the secrets of the connections ${id}: enter them again`));
    await service.restart({ MILLRACE_SECRET_KEY_OLD: keyA });
    await mustOpen();
  });
});
