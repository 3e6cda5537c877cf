import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { ServiceProcess } from './crash/process.ts';
import { csv, endless, inARow, type NodeDraft } from './graphs.ts';
import { sharedPostgres } from '@millrace/testkit/postgres';
import { newDatabase } from './postgres-server.ts';
import { adminPassword, Client } from './support.ts';
import { until } from '@millrace/testkit/until';

const { url: server } = await sharedPostgres();

describe('two processes on one PostgreSQL', { skip: server === undefined }, () => {
  let folder: string;
  let database: { readonly url: string; drop(): Promise<void> };
  const services: ServiceProcess[] = [];
  const clients: Client[] = [];
  const begin = async (name: string): Promise<void> => {
    const environment = {
      MILLRACE_HOME: join(folder, name),
      MILLRACE_FILES: join(folder, 'files'),
      MILLRACE_DATABASE_URL: database.url,
      MILLRACE_SECRET_KEY: 'a key of both, of more than 32 characters',
      MILLRACE_ADMIN_PASSWORD: adminPassword,
      MILLRACE_ENGINE: 'sail',
      MILLRACE_RUN_CONCURRENCY: '1',
    };
    services.push(await ServiceProcess.start(environment));
  };
  const one = (i: number): Client => clients[i % clients.length] ?? assert.fail('no client');
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-two-'));
    await mkdir(join(folder, 'files', 'out'), { recursive: true });
    await writeFile(join(folder, 'files', 'one.csv'), 'n\n1\n');
    database = await newDatabase(server ?? '');
    // both bring the tables up to date at once
    await Promise.all([begin('first'), begin('second')]);
    for (const { url } of services) {
      const client = new Client(url);
      assert.equal((await client.signIn('admin', adminPassword)).status, 200);
      clients.push(client);
    }
  });
  after(async () => {
    for (const service of services) await service.kill();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const save = async (...nodes: readonly NodeDraft[]): Promise<number> => {
    const answer = await one(0).post('/api/v1/workflows', { workflow: inARow('Shared', nodes) });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const ask = async (client: Client, workflowId: number, key = ''): Promise<number> => {
    const programParameters = key === '' ? '' : `--var key=${key}`;
    const answer = await client.post('/api/v1/workflow/execute', { workflowId, programParameters });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };

  test('share the queue: each run is worked on once, and both tell of it', async () => {
    const workflow = await save(csv('one.csv', ['n'], ['INTEGER']), {
      nodeClass: 'save.NodeSaveParquet',
      fields: { path: 'out/$key', saveMode: 'Append' },
    });
    const keys = Array.from({ length: 24 }, (_, i) => `k${i}`);
    const runs = await Promise.all(keys.map((key, i) => ask(one(i), workflow, key)));
    for (const [i, run] of runs.entries()) {
      assert.equal(await one(i + 1).waitForEnd(run), 'COMPLETED');
      const events = (await one(i).get(`/api/v1/workflow-executions/${run}/events`)).text;
      assert.equal(events.match(/"event":"run\.started"/g)?.length, 1, events);
      const files = await readdir(join(folder, 'files', 'out', keys[i] ?? ''));
      assert.equal(files.filter((name) => name.endsWith('.parquet')).length, 1);
    }
  });

  test('sign-in at one holds at the other, and so does its end', async () => {
    const { accessToken } = (await one(0).post('/api/v1/tokens', { expiredDuration: '1', description: 'both' }))
      .json as {
      accessToken: string;
    };
    const other = new Client(services[1]?.url ?? '');
    other.headers['token'] = accessToken;
    assert.equal((await other.get('/api/v1/users/me')).status, 200);
    const [token] = (await other.get('/api/v1/tokens')).json as { id: number }[];
    assert.equal((await one(0).delete(`/api/v1/tokens/${token?.id}`)).status, 200);
    assert.equal((await other.get('/api/v1/users/me')).status, 401);
  });

  test('outlive the loss of all connections', async () => {
    const id = await save(csv('one.csv', ['n'], ['INTEGER']));
    await using direct = await connect(database.url);
    const terminate =
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null';
    const under = Array.from({ length: 20 }, (_, i) => one(i).get(`/api/v1/workflows/id/${id}`));
    await direct.query(terminate);
    for (const { status } of await Promise.all(under)) assert.ok([200, 503].includes(status), String(status));
    await direct.query(terminate);
    for (const client of clients) {
      let answer = await client.get(`/api/v1/workflows/id/${id}`);
      while (answer.status !== 200) answer = await client.get(`/api/v1/workflows/id/${id}`);
    }
  });

  test('stop runs of each other, and those of one that is gone', async () => {
    const workflow = await save(csv('one.csv', ['n'], ['INTEGER']), endless);
    const status = async (run: number): Promise<string> =>
      (await one(0).get(`/api/v1/workflow-executions/${run}/status`)).text;
    const atWork = async (runs: readonly number[]): Promise<void> => {
      for (const run of runs) await until(async () => (await status(run)) === 'RUNNING');
    };
    const first = [await ask(one(0), workflow), await ask(one(0), workflow)];
    await atWork(first);
    for (const run of first) assert.equal((await one(0).post(`/api/v1/workflow-execution/${run}/stop`)).status, 200);
    for (const run of first) assert.equal(await one(0).waitForEnd(run), 'STOPPED');

    const second = [await ask(one(0), workflow), await ask(one(0), workflow)];
    await atWork(second);
    await services[1]?.kill();
    for (const run of second) await one(0).post(`/api/v1/workflow-execution/${run}/stop`);
    for (const run of second) assert.equal(await one(0).waitForEnd(run), 'STOPPED');
  });
});

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
