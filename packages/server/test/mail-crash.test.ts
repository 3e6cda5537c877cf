import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ServiceProcess } from './crash/process.ts';
import { csv, inARow, print } from './graphs.ts';
import { MailServer } from './mail-server.ts';
import { adminPassword, Client } from './support.ts';
import { answerUntil } from '@millrace/testkit/until';

interface Mail {
  readonly status: string;
  readonly attempts: number;
  readonly message: string | null;
}

describe('mail of a service that is killed', () => {
  let folder: string;
  let server: MailServer;
  let environment: NodeJS.ProcessEnv;
  let service: ServiceProcess;
  let client: Client;
  let workflowId: number;
  before(async () => {
    server = await MailServer.start();
    folder = await mkdtemp(join(tmpdir(), 'millrace-mail-'));
    await mkdir(join(folder, 'files'));
    await writeFile(join(folder, 'files', 'people.csv'), 'name,age\nAda,36\n');
    environment = {
      MILLRACE_HOME: join(folder, 'home'),
      MILLRACE_FILES: join(folder, 'files'),
      MILLRACE_ADMIN_PASSWORD: adminPassword,
      MILLRACE_ENGINE: 'sail',
      MILLRACE_SMTP_URL: server.url,
      MILLRACE_MAIL_FROM: 'millrace@example.org',
    };
    await start();
    const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
    const creation = await client.post('/api/v1/workflows', { workflow: inARow('People', [people, print]) });
    workflowId = Number(creation.text);
  });
  beforeEach(() => {
    server.onRecipient = () => undefined;
    server.onContent = () => undefined;
  });
  after(async () => {
    await service.kill();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<void> => {
    service = await ServiceProcess.start(environment);
    client = new Client(service.url);
    await client.signIn('admin', adminPassword);
  };
  const startRun = async (address: string): Promise<number> => {
    const answer = await client.post('/api/v1/workflow/execute', { workflowId, emailOnSuccess: address });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const settled = async (run: number): Promise<Mail | undefined> => {
    const [mail] = await answerUntil(
      async () => (await client.get(`/api/v1/workflow-executions/${run}/mails`)).json as Mail[],
      ([one]) => one !== undefined && one.status !== 'WAITING' && one.status !== 'SENDING',
    );
    return mail;
  };

  test('before the server has the content: it is sent once, after the start', async () => {
    const recipient = Promise.withResolvers<void>();
    server.onRecipient = () => {
      recipient.resolve();
      return new Promise(() => undefined);
    };
    const run = await startRun('before@example.org');
    await recipient.promise;
    await service.kill();
    server.onRecipient = () => undefined;
    await start();
    const mail = await settled(run);
    assert.deepEqual([mail?.status, mail?.attempts], ['SENT', 2]);
    assert.equal(server.to('before@example.org').length, 1);
  });

  test('when the server has it and has not answered: it is not sent again, and the record says so', async () => {
    const contents: string[] = [];
    const content = Promise.withResolvers<void>();
    server.onContent = (raw) => {
      contents.push(raw.toString());
      content.resolve();
      return new Promise(() => undefined);
    };
    const run = await startRun('between@example.org');
    await content.promise;
    await service.kill();
    server.onContent = () => undefined;
    await start();
    const mail = await settled(run);
    assert.deepEqual([mail?.status, mail?.attempts], ['UNCERTAIN', 1]);
    assert.match(mail?.message ?? '', /the mail may have arrived and is not sent again/);
    assert.equal((await settled(await startRun('later@example.org')))?.status, 'SENT');
    assert.equal(contents.length, 1);
    assert.equal(server.to('between@example.org').length, 0);
    assert.equal(server.to('later@example.org').length, 1);
  });

  test('once it is sent: the start sends nothing', async () => {
    const run = await startRun('after@example.org');
    assert.equal((await settled(run))?.status, 'SENT');
    await service.kill();
    await start();
    assert.equal((await settled(await startRun('last@example.org')))?.status, 'SENT');
    assert.equal((await settled(run))?.attempts, 1);
    assert.equal(server.to('after@example.org').length, 1);
  });
});
