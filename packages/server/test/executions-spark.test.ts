import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { alive } from '../../engines/test/support/folders.ts';
import { kill } from '../src/executions/transitions.ts';
import { csv, endless, inARow } from './graphs.ts';
import { TestService } from './support.ts';
import { until } from '@millrace/testkit/until';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

/** The embedded Spark processes of a service. */
const sparksOf = ({ folder }: TestService): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [command = '', ...rest] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return command.endsWith('java') && rest.some((argument) => argument.includes(folder)) ? [Number(name)] : [];
    } catch {
      // it has ended in the meantime
      return [];
    }
  });

test('a run on Spark that does not let go is ended with its process; others of its project begin again, other projects go on', async () => {
  await using service = await TestService.start({
    MILLRACE_ENGINE: 'spark',
    MILLRACE_ENGINE_MEMORY: '512m',
    MILLRACE_SPARK_PROCESSES: '2',
    MILLRACE_RUN_CONCURRENCY: '4',
  });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/projects', { name: 'Other' });
  assert.equal(creation.status, 201, creation.text);
  const { id: other } = creation.json as { id: number };
  const run = async (name: string, projectId = 1): Promise<number> => {
    const saved = await client.post('/api/v1/workflows', { workflow: inARow(name, [people, endless]), projectId });
    assert.equal(saved.status, 200, saved.text);
    return Number((await client.post('/api/v1/workflow/execute', { workflowId: Number(saved.text) })).text);
  };
  const status = async (id: number): Promise<string> =>
    (await client.get(`/api/v1/workflow-executions/${id}/status`)).text;
  /** How often the second node of a run has begun. */
  const startOf = async (id: number): Promise<number> => {
    const { db } = service.service.context;
    const events = await db.selectFrom('executionEvents').select('event').where('executionId', '=', id).execute();
    return events.filter(({ event }) => /"event":"node.started","id":"2"/.test(event)).length;
  };
  const atWork = async (id: number, time = 1): Promise<void> => {
    for (;;) {
      const news = once(service.service.context.runs.events, String(id));
      if ((await startOf(id)) >= time) return;
      assert.match(await status(id), /PENDING|STARTING|RUNNING/);
      await news;
    }
  };

  const [killed, neighbour] = [await run('Stuck'), await run('Neighbour')];
  await Promise.all([atWork(killed), atWork(neighbour)]);
  const [spark = 0, ...more] = sparksOf(service);
  assert.deepEqual(more, []);
  const elsewhere = await run('Elsewhere', other);
  await atWork(elsewhere);
  // it answers no request any more, and a request for a run in the meantime has the queue looked through
  process.kill(spark, 'SIGSTOP');
  const asking = setInterval(() => service.service.context.runs.wake());
  assert.equal((await client.post(`/api/v1/workflow-execution/${killed}/kill`)).status, 200);
  assert.equal(await status(killed), 'KILLED');
  await atWork(neighbour, 2);
  clearInterval(asking);
  assert.equal(alive(spark), false);
  assert.equal(await startOf(elsewhere), 1);
  assert.equal(await status(elsewhere), 'RUNNING');
  for (const id of [neighbour, elsewhere]) {
    assert.equal((await client.post(`/api/v1/workflow-execution/${id}/stop`)).status, 200);
    assert.equal(await client.waitForEnd(id), 'STOPPED');
  }
});

test('a run on Spark that another process of the store has killed is ended with its process, too', async () => {
  await using service = await TestService.start(
    { MILLRACE_ENGINE: 'spark', MILLRACE_ENGINE_MEMORY: '512m', MILLRACE_SPARK_PROCESSES: '1' },
    Date.now,
    { beatMs: 50 },
  );
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Killed elsewhere', [people, endless]) });
  const run = Number((await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) })).text);
  await until(async () => (await client.get(`/api/v1/workflow-executions/${run}/status`)).text === 'RUNNING');
  const [spark = 0] = sparksOf(service);
  assert.ok(alive(spark));
  process.kill(spark, 'SIGSTOP');
  // all that another process says of it
  assert.equal(await kill(service.service.context.db, run, Date.now(), 'killed by a user'), true);
  await until(() => !alive(spark));
  assert.equal(await client.waitForEnd(run), 'KILLED');
});
