import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ServiceProcess } from './crash/process.ts';
import { csv, endless, inARow, print, sql } from './graphs.ts';
import { adminPassword, Client } from './support.ts';
import { until } from '@millrace/testkit/until';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

/** Computes for some seconds. */
const long = sql(
  'select sum(a.id * b.id % 7) as s from range(22000) a cross join range(22000) b where a.id % 3 <> b.id % 5',
);

describe('a service that is asked to end', () => {
  let home: string;
  let service: ServiceProcess;
  let client: Client;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'millrace-drain-'));
  });
  afterEach(async () => {
    await service.kill();
    await rm(home, { recursive: true, force: true });
  });

  const start = async (seconds: number): Promise<void> => {
    service = await ServiceProcess.start({
      MILLRACE_HOME: home,
      MILLRACE_ADMIN_PASSWORD: adminPassword,
      MILLRACE_ENGINE: 'sail',
      MILLRACE_RUN_CONCURRENCY: '1',
      MILLRACE_DRAIN_SECONDS: String(seconds),
    });
    await writeFile(join(home, 'files', 'people.csv'), 'name,age\nAda,36\n');
    client = new Client(service.url);
    await client.signIn('admin', adminPassword);
  };
  const startRun = async (node: typeof endless): Promise<number> => {
    const creation = await client.post('/api/v1/workflows', { workflow: inARow('w', [people, node, print]) });
    const run = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    assert.equal(run.status, 200, run.text);
    return Number(run.text);
  };
  const atWork = async (id: number): Promise<void> => {
    await until(async () => (await client.get(`/api/v1/workflow-executions/${id}/status`)).text === 'RUNNING');
  };
  const notReady = async (): Promise<void> => {
    await until(async () => (await client.get('/health/ready')).status === 503);
  };
  const stored = (id: number): Record<string, unknown> => {
    const database = new DatabaseSync(join(home, 'millrace.db'), { readOnly: true });
    const row = database
      .prepare('select status, fence, message, started_at, engine, why from executions where id = ?')
      .get(id);
    database.close();
    return { ...row };
  };
  const notBegun = { started_at: null, engine: null, why: null };
  const partOf = ({ status, fence, message }: Record<string, unknown>) => ({ status, fence, message });

  test('lets a run at work end, begins no other, and leaves with 0 though clients stay connected', async () => {
    await start(600);
    const [first, second] = [await startRun(long), await startRun(long)];
    await atWork(first);
    const stream = await client.open(`/api/v1/workflow-executions/${first}/events`);
    const waiting = await client.open(`/api/v1/workflow-executions/${second}/events`);
    const agent = new Agent({ keepAlive: true });
    const [idle] = await once(get(`${service.url}/health/live`, { agent }), 'response');
    idle.resume();
    service.signal('SIGTERM');
    await notReady();
    assert.equal((await client.get('/health/live')).headers.get('connection'), 'close');
    assert.match(await stream.text(), /"event":"run.finished","status":"COMPLETED"/);
    assert.doesNotMatch(await waiting.text(), /node.started/);
    assert.equal(await service.exited, 0);
    agent.destroy();
    assert.deepEqual(partOf(stored(first)), { status: 2, fence: 1, message: null });
    assert.deepEqual(stored(second), { status: 9, fence: 0, message: null, ...notBegun });
  });

  test('hands a run back that does not end in time: it waits as one that never began, and tells why', async () => {
    await start(0);
    const run = await startRun(endless);
    await atWork(run);
    assert.equal(await service.stop(), 0);
    const message = 'the service ended: the run is queued again';
    assert.deepEqual(stored(run), { status: 9, fence: 1, message, ...notBegun });
    await start(0);
    await atWork(run);
    assert.deepEqual(partOf(stored(run)), { status: 0, fence: 2, message: null });
  });

  test('ends at once when it is asked again, with its engines', async () => {
    await start(600);
    const run = await startRun(endless);
    await atWork(run);
    const { below } = service;
    service.signal('SIGINT');
    await notReady();
    service.signal('SIGTERM');
    assert.equal(await service.exited, 1);
    await ServiceProcess.waitForEnd(below);
    assert.equal(stored(run)['status'], 0);
  });
});
