import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { statuses } from '../src/executions/status.ts';
import { csv, inARow, print } from './graphs.ts';
import { adminPassword, TestService } from './support.ts';

test('a request is found in the log by its id, a run by its number, and no secret is in it', async () => {
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) });
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, { log });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name\nAda\n');
  const workflow = inARow('w', [csv('people.csv', ['name'], ['STRING']), print]);
  const creation = await client.post('/api/v1/workflows', { workflow });
  const token = (await client.post('/api/v1/tokens', { expiredDuration: 1 })).json as { accessToken: string };
  await client.get('/api/v1/workflows/1?search=private-word', { token: token.accessToken });
  const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
  const execution = Number(executeReply.text);
  assert.equal(await client.waitForEnd(execution), 'COMPLETED');

  const lines = logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const reqId = executeReply.headers.get('x-request-id');
  assert.match(reqId ?? '', /^[\w-]{36}$/);
  const ofRequest = lines.filter((line) => line['reqId'] === reqId);
  assert.deepEqual(
    ofRequest.map(({ msg, execution: run, route, status, user }) => [msg, run, route, status, user]),
    [
      ['run requested', execution, undefined, undefined, undefined],
      ['answered', undefined, '/api/v1/workflow/execute', 200, 'admin'],
    ],
  );
  const ofRun = lines.filter((line) => line['execution'] === execution && line['part'] === 'runs');
  assert.deepEqual(
    ofRun.map(({ msg, status, engine }) => [msg, status, engine]),
    [
      ['run started', undefined, undefined],
      ['run ended', 'COMPLETED', 'sail'],
    ],
  );
  for (const secret of [adminPassword, token.accessToken, 'private-word', 'millrace_session='])
    assert.ok(!logLines.some((line) => line.includes(secret)), secret);
});

test('the stream of events ends once the log of the run is whole, though its end is stored before', async () => {
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name\nAda\n');
  const { db, logs } = service.service.context;
  const append = logs.append.bind(logs);
  const gate = Promise.withResolvers<void>();
  const atGate = Promise.withResolvers<void>();
  // a test that fails must not keep the service waiting for its run
  using _opened = { [Symbol.dispose]: () => gate.resolve() };
  let isOpen = false;
  // lines of nodes may come in batches before
  logs.append = async (run, lines) => {
    const { status } = await db
      .selectFrom('executions')
      .select('status')
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow();
    if (status === statuses.COMPLETED) {
      atGate.resolve();
      await gate.promise;
    }
    await append(run, lines);
  };
  const creation = await client.post('/api/v1/workflows', {
    workflow: inARow('w', [csv('people.csv', ['name'], ['STRING']), print]),
  });
  /** A run whose last lines are held back: of one that is slow they may all come before its end is stored. */
  const runAtGate = async (): Promise<number> => {
    const id = Number((await client.post('/api/v1/workflow/execute', { workflowId: creation.json })).text);
    const end = client.waitForEnd(id).then(() => false);
    return (await Promise.race([atGate.promise.then(() => true), end])) ? id : runAtGate();
  };
  const execution = await runAtGate();
  assert.equal((await client.get(`/api/v1/workflow-executions/${execution}/status`)).text, 'COMPLETED');
  const stream = await client.open(`/api/v1/workflow-executions/${execution}/events`);
  const end = stream.text().then(() => isOpen);
  // answers that come after what the stream asks of the store
  for (let one = 0; one < 20; one++) await client.get(`/api/v1/workflow-executions/${execution}/status`);
  isOpen = true;
  gate.resolve();
  assert.equal(await end, true);
});
