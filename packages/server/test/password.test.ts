import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TestService, type Client } from './support.ts';

const millrace = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

describe('a password that is lost', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const password = (args: string[], more: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> =>
    new Promise((resolve) => {
      const home = service.service.context.settings.home;
      const env = { ...process.env, MILLRACE_HOME: home, ...service.storeEnvironment, ...more };
      execFile(process.execPath, [millrace, 'password', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
      );
    });

  test('is replaced from the command line; who was signed in is not any more, and the audit log tells of it', async () => {
    if (service.service.context.settings.MILLRACE_DATABASE_URL === undefined) {
      const running = await password(['admin']);
      assert.equal(running.code, 2);
      assert.match(running.text, /another Millrace process already uses folder/);
      assert.equal((await client.get('/api/v1/users/me')).status, 200);
    }
    await service.service.close();
    const { code, text } = await password(['admin']);
    assert.equal(code, 0, text);
    const [, word = ''] = /^The password of admin is now (\S{16}) /.exec(text) ?? [];
    await service.restart();
    client.moveTo(service.url);
    assert.equal((await client.get('/api/v1/users/me')).status, 401);
    await client.signIn('admin', word);
    assert.equal((await client.get('/api/v1/users/me')).status, 200);
    const { action, target } = await service.service.context.db
      .selectFrom('audit')
      .select(['action', 'target'])
      .where('action', 'like', 'millrace%')
      .executeTakeFirstOrThrow();
    assert.deepEqual([action, target], ['millrace password', 'admin']);
  });

  test('a user who is not there, a folder without state, and a call without a name are told; nothing is made', async () => {
    await service.service.close();
    const unknownUser = await password(['nobody']);
    assert.deepEqual(unknownUser, { code: 2, text: 'millrace password: user "nobody" not found\n' });
    if (service.service.context.settings.MILLRACE_DATABASE_URL === undefined) {
      const nowhere = join(service.folder, 'nowhere');
      assert.match((await password(['admin'], { MILLRACE_HOME: nowhere })).text, /nowhere" holds no state/);
      assert.ok(!existsSync(nowhere));
    }
    assert.match((await password([])).text, /specify one user: millrace password USER/);
    await service.restart();
  });
});
