import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino, type Logger } from 'pino';
import { sql as query } from 'kysely';
import { statuses } from '../src/executions/status.ts';
import { csv, endless, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';
import { until } from '@millrace/testkit/until';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('runs', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    // longer than a timer of Node can wait
    const MILLRACE_RUN_TIMEOUT = '31536000';
    service = await TestService.start({ MILLRACE_RUN_CONCURRENCY: '2', MILLRACE_ENGINE: 'sail', MILLRACE_RUN_TIMEOUT });
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\nCy,41\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const save = async (name: string, ...nodes: readonly NodeDraft[]): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { workflow: inARow(name, nodes) });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const startRun = async (workflowId: number): Promise<number> => {
    const answer = await client.post('/api/v1/workflow/execute', { workflowId });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const status = async (id: number): Promise<string> =>
    (await client.get(`/api/v1/workflow-executions/${id}/status`)).text;
  /** Resolves when a run has begun to work on its nodes. */
  const atWork = async (id: number): Promise<void> => {
    await until(async () => (await status(id)) === 'RUNNING');
  };

  test('show what they have shown, in order, and how they ended', async () => {
    const run = await startRun(await save('Shown', people, sql('select name, age + 1 as age from t'), print));
    assert.equal(await client.waitForEnd(run), 'COMPLETED');
    const outputs = (await client.get(`/api/v1/workflow-executions/${run}/results`)).json as Record<string, unknown>[];
    assert.deepEqual(
      outputs.map(({ id, type, resultType }) => [id, type, resultType]),
      [
        [3, 'table', 3],
        [99_999, 'success', 3],
      ],
    );
    assert.deepEqual(outputs[0]?.['rows'], [
      ['Ada', 37],
      ['Bo', 8],
      ['Cy', 42],
    ]);
    const nodes = (await client.get(`/api/v1/workflow-executions/${run}/nodes`)).json as Record<string, unknown>[];
    assert.deepEqual(
      nodes.map(({ nodeId, status: state, rows }) => [nodeId, state, rows]),
      [
        ['1', 'COMPLETED', 3],
        ['2', 'COMPLETED', 3],
        ['3', 'COMPLETED', 3],
      ],
    );
  });

  test('that fail name the node and the reason', async () => {
    const run = await startRun(await save('Failing', csv('nowhere.csv', ['a'], ['STRING']), print));
    assert.equal(await client.waitForEnd(run), 'FAILED');
    const record = (await client.get(`/api/v1/workflow-executions/${run}`)).json as Record<string, unknown>;
    assert.match(String(record['message']), /^node 1 NodeDatasetCSV: .*nowhere\.csv/);
  });

  test('are stopped and killed at once, and others go on', async () => {
    const workflow = await save('Endless', people, endless);
    const [first, second] = [await startRun(workflow), await startRun(workflow)];
    const waiting = await startRun(workflow);
    await Promise.all([atWork(first), atWork(second)]);
    assert.equal(await status(waiting), 'PENDING');
    assert.equal((await client.post(`/api/v1/workflow-execution/${waiting}/stop`)).status, 200);
    assert.equal(await status(waiting), 'STOPPED');
    assert.equal((await client.post(`/api/v1/workflow-execution/${first}/stop`)).status, 200);
    assert.equal(await client.waitForEnd(first), 'STOPPED');
    assert.equal(await status(second), 'RUNNING');
    const answer = await client.post(`/api/v1/workflow-execution/${second}/kill`);
    assert.match(answer.text, new RegExp(`local-${second}\\b.*exit value 0`));
    assert.equal(await status(second), 'KILLED');
    const again = await client.post(`/api/v1/workflow-execution/${second}/stop`);
    assert.equal(again.status, 409);
    assert.match(again.text, /KILLED/);
    const light = await startRun(await save('Light', people, print));
    assert.equal(await client.waitForEnd(light), 'COMPLETED');
  });

  test('are 0 for clients that poll while they are live, and are told of the end as it comes', async () => {
    const poll = async (id: number): Promise<unknown> =>
      ((await client.get(`/api/v1/update-status-workflow-execution/${id}`)).json as { status: number }).status;
    const workflow = await save('Polled', people, endless);
    const [first, second] = [await startRun(workflow), await startRun(workflow)];
    const waiting = await startRun(workflow);
    await Promise.all([atWork(first), atWork(second)]);
    assert.equal(await status(waiting), 'PENDING');
    assert.equal(await poll(waiting), 0);
    assert.equal(await poll(first), 0);
    const { db, runs } = service.service.context;
    for (const live of [statuses.STARTING, statuses.STOPPING]) {
      // as if another process worked on it
      const claim = { status: live, leaseUntil: Date.now() + 14_000 };
      await db.updateTable('executions').set(claim).where('id', '=', waiting).execute();
      assert.equal(await poll(waiting), 0);
    }
    const handedBack = { status: statuses.PENDING, leaseUntil: 0 };
    await db.updateTable('executions').set(handedBack).where('id', '=', waiting).execute();
    await client.post(`/api/v1/workflow-execution/${waiting}/stop`);
    assert.equal(await poll(waiting), statuses.STOPPED);

    const pollStatus = poll(first);
    await until(() => runs.events.listenerCount(`end ${first}`) === 1);
    await client.post(`/api/v1/workflow-execution/${first}/kill`);
    assert.equal(await pollStatus, statuses.KILLED, 'asked while it was live');
    await client.post(`/api/v1/workflow-execution/${second}/kill`);
    assert.equal(await poll(second), statuses.KILLED);
    const done = await startRun(await save('Done', people, print));
    assert.equal(await client.waitForEnd(done), 'COMPLETED');
    assert.equal(await poll(done), 2);
    assert.equal(runs.events.listenerCount(`end ${first}`), 0);
  });

  test('that are under way when the service ends run again when it is back', async () => {
    const run = await startRun(await save('Handed back', people, endless));
    await atWork(run);
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    await atWork(run);
    assert.equal((await client.post(`/api/v1/workflow-execution/${run}/kill`)).status, 200);
    assert.equal(await status(run), 'KILLED');
  });

  test('that are watched when the service ends do not keep it from ending', async () => {
    const run = await startRun(await save('Watched', people, endless));
    await atWork(run);
    const watching = await client.open(`/api/v1/workflow-executions/${run}/events`);
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    assert.match(await watching.text(), /run\.started/);
    client = await service.signedIn();
    await client.post(`/api/v1/workflow-execution/${run}/kill`);
  });

  test('stream their events, from behind the last one that was seen', async () => {
    const run = await startRun(await save('Streamed', people, print));
    const whole = (await client.get(`/api/v1/workflow-executions/${run}/events`)).text;
    const events = [...whole.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data]) => [
      Number(id),
      JSON.parse(data ?? ''),
    ]);
    assert.deepEqual(
      events.map(([id]) => id),
      events.map((_, i) => i + 1),
    );
    assert.equal(events.at(-1)?.[1].event, 'run.finished');
    const rest = await client.get(`/api/v1/workflow-executions/${run}/events`, {
      'last-event-id': String(events.length - 1),
    });
    assert.deepEqual(
      [...rest.text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id)),
      [events.length],
    );
  });

  test('read the saved dataset that a parameter names', async () => {
    for (const name of ['people', 'nobody'])
      await client.post('/dataset/save', {
        name,
        uuid: `dataset of ${name}`,
        path: `${name}.csv`,
        datasetType: 'CSV',
        header: true,
        delimiter: ',',
        datasetSchema: JSON.stringify({
          colNames: ['name', 'age'],
          colTypes: ['STRING', 'INTEGER'],
          colFormats: ['', ''],
        }),
      });
    const reader = { nodeClass: 'dataset.NodeDatasetStructured', type: 'dataset', fields: { dataset: '${which}' } };
    const workflow = await save('By parameter', reader, print);
    const answer = await client.post('/api/v1/workflow/execute', {
      workflowId: workflow,
      programParameters: '--var which="dataset of people"',
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await client.waitForEnd(Number(answer.text)), 'COMPLETED');
    const other = await client.post('/api/v1/workflow/execute', {
      workflowId: workflow,
      programParameters: '--var which="dataset of somebody"',
    });
    assert.equal(other.status, 422);
    assert.match(other.text, /dataset of somebody/);
  });

  test('are asked for again as they were: with their values, engine, mails and nodes, of the workflow as it is now', async () => {
    const graph = inARow('Again', [people, sql("select name, '${word}' as word from t"), print, print]);
    const creation = await client.post('/api/v1/workflows', { workflow: graph });
    const workflowId = Number(creation.text);
    const odd = `it's "two" \\ --var x=1 =`;
    const first = Number(
      (
        await client.post('/api/v1/workflow/execute', {
          workflowId,
          programParameters: `--var word='so' --var other=${JSON.stringify('a b')}`,
          sparkConfig: '--conf millrace.engine=sail',
          emailOnSuccess: 'ada@example.org',
          emailOnFailure: 'bo@example.org',
          nodes: ['3'],
        })
      ).text,
    );
    assert.equal(await client.waitForEnd(first), 'COMPLETED');
    // a value that no text of parameters spells the same
    await service.service.context.db
      .updateTable('executions')
      .set({ parameters: JSON.stringify({ word: 'so', other: odd }) })
      .where('id', '=', first)
      .execute();
    const update = await client.put('/api/v1/workflows', { analysisflowId: workflowId, workflow: graph });
    assert.equal(update.status, 200, update.text);
    const answer = await client.post(`/api/v1/workflow-executions/${first}/again`);
    assert.equal(answer.status, 200, answer.text);
    const again = Number(answer.text);
    assert.equal(await client.waitForEnd(again), 'COMPLETED');
    const record = async (id: number) =>
      (await client.get(`/api/v1/workflow-executions/${id}`)).json as Record<string, unknown>;
    const keys = ['parameters', 'engineAsked', 'isConfigured', 'emailOnSuccess', 'emailOnFailure', 'nodes'];
    const [before, after] = [await record(first), await record(again)];
    const values = [{ word: 'so', other: odd }, 'sail', true, 'ada@example.org', 'bo@example.org', ['3']];
    assert.deepEqual(
      keys.map((key) => before[key]),
      values,
    );
    assert.deepEqual(
      keys.map((key) => after[key]),
      values,
    );
    assert.deepEqual([before['workflowVersion'], after['workflowVersion']], [1, 2]);
    const [result] = (await client.get(`/api/v1/workflow-executions/${again}/results`)).json as { rows: unknown[][] }[];
    assert.deepEqual(result?.rows[0], ['Ada', 'so']);
    // a plain one shows that nothing came with it
    const plain = await record(
      Number((await client.post('/api/v1/workflow/execute', { workflowId, nodes: ['1'] })).text),
    );
    assert.deepEqual([plain['parameters'], plain['engineAsked'], plain['isConfigured']], [{}, null, false]);
  });

  test('that cannot run are refused with every error', async () => {
    const workflow = await save(
      'Wrong',
      people,
      { nodeClass: 'etl.NodeNoSuchThing' },
      { nodeClass: 'etl.NodeRowFilter' },
    );
    const answer = await client.post('/api/v1/workflow/execute', { workflowId: workflow });
    assert.equal(answer.status, 422);
    const { code, errors } = answer.json as { code: string; errors: { nodeId: string }[] };
    assert.equal(code, 'INVALID_WORKFLOW');
    assert.deepEqual(new Set(errors.map(({ nodeId }) => nodeId)), new Set(['2', '3']));
  });

  test('are put on dashboards, which show the latest one that completed', async () => {
    const workflow = await save('On a dashboard', people, print);
    const items = [
      { id: 7, name: 'People', type: 'TABLE', nodeId: '2', workflowId: String(workflow), x: '0', y: '0', own: 1 },
    ];
    const board = await client.post(
      '/saveDashboard',
      { name: 'Board', sheets: [{ idx: '1', name: 'S', type: 'GRID', items }] },
      { dashboardId: 'null', accept: 'text/plain' },
    );
    assert.equal(board.status, 200, board.text);
    const results = `/api/v1/dashboards/results?dashboardId=${board.text}&sheetId=1`;
    const [before] = (await client.get(results)).json as { message: string; state: string }[];
    assert.match(before?.message ?? '', /has no completed run/);
    assert.equal(before?.state, 'never');
    const gaps = [{ ...items[0], workflowId: '999999' }];
    const other = await client.post('/api/v1/dashboards', {
      name: 'Lost',
      sheets: [{ idx: '1', name: 'S', type: 'GRID', items: gaps }],
    });
    const [nowhere] = (await client.get(`/api/v1/dashboards/results?dashboardId=${other.text}&sheetId=1`)).json as {
      readonly message: string;
      readonly state: string;
    }[];
    assert.deepEqual([nowhere?.state, nowhere?.message], ['gone', 'the workflow no longer exists']);
    assert.equal((await client.delete(`/api/v1/dashboards/${other.text}`)).status, 200);
    const run = await startRun(workflow);
    await client.waitForEnd(run);
    const [result] = (await client.get(results)).json as { executionId: number; outputs: { rows: unknown[] }[] }[];
    assert.equal(result?.executionId, run);
    assert.equal(result?.outputs[0]?.rows.length, 3);
    const record = (await client.get(`/api/v1/dashboards/${board.text}`)).json as {
      sheets: { items: { own: number }[] }[];
    };
    assert.equal(record.sheets[0]?.items[0]?.own, 1);
    const latest = async (): Promise<unknown> => {
      const [{ executionId, state, latest: newest } = {}] = (await client.get(results)).json as {
        executionId?: number;
        state?: string;
        latest?: { executionId: number; status: number };
      }[];
      return { executionId, state, newest: newest?.executionId, status: newest?.status };
    };
    assert.deepEqual(await latest(), { executionId: run, state: 'shown', newest: run, status: 2 });
    // a run of another part leaves what the node has shown
    const part = await client.post('/api/v1/workflow/execute', { workflowId: workflow, nodes: ['1'] });
    assert.equal(part.status, 200, part.text);
    await client.waitForEnd(Number(part.text));
    assert.deepEqual(await latest(), { executionId: run, state: 'shown', newest: Number(part.text), status: 2 });
    assert.equal((await client.delete(`/api/v1/workflows/${workflow}`)).status, 200);
    assert.deepEqual(await latest(), { executionId: run, state: 'gone', newest: Number(part.text), status: 2 });
    assert.equal((await client.delete(`/api/v1/dashboards/${board.text}`)).text, 'Dashboard deleted successfully.');
    assert.equal((await client.get(`/api/v1/dashboards/${board.text}`)).status, 404);
  });

  test('of dashboards are saved over the version that was read, where the request names it', async () => {
    const creation = await client.post('/api/v1/dashboards', { name: 'Two people', version: 7, sheets: [] });
    const path = `/api/v1/dashboards/${creation.text}`;
    const read = async () => (await client.get(path)).json as { name: string; version: number };
    const record = await read();
    assert.equal(record.version, 1);
    assert.equal((await client.put(path, { ...record, name: 'First' })).status, 200);
    const late = await client.put(path, { ...record, name: 'Second' });
    assert.equal(late.status, 409);
    assert.match(late.text, /reload it/);
    assert.equal((await read()).name, 'First');
    // without a version it is saved over any
    assert.equal((await client.put(path, { name: 'Third', sheets: [] })).status, 200);
    assert.deepEqual([(await read()).name, (await read()).version], ['Third', 3]);
    assert.equal((await client.put(path, { ...record, version: 'x' })).status, 400);
  });
});

test('runs are not stopped by a sign of life that was on its way when they were claimed', async () => {
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, { beatMs: 1 });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Light', [people, print]) });
  const ask = async (): Promise<number> =>
    Number((await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) })).text);
  const runs = await Promise.all(Array.from({ length: 12 }, ask));
  for (const run of runs) assert.equal(await client.waitForEnd(run), 'COMPLETED');
});

/** Has the store refuse to write to a table, with a word, where the new row is such; gives what ends that. */
async function refusing(
  service: TestService,
  table: string,
  word: string,
  where = '1 = 1',
): Promise<() => Promise<void>> {
  const { db, store } = service.service.context;
  const ask = async (text: string): Promise<void> => void (await query.raw(text).execute(db));
  if (store.kind === 'sqlite') {
    for (const what of ['insert', 'update'])
      await ask(
        `create trigger refuse_${what} before ${what} on ${table} when ${where} begin select raise(abort, '${word}'); end`,
      );
    return async () => {
      for (const what of ['insert', 'update']) await ask(`drop trigger refuse_${what}`);
    };
  }
  const code = word.includes('full') ? '57P03' : 'P0001';
  await ask(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception '${word}' using errcode = '${code}'; end $$`,
  );
  await ask(
    `create trigger refuse before insert or update on ${table} for each row when (${where}) execute function refuse()`,
  );
  return () => ask(`drop function refuse cascade`);
}

/** Logs nothing and resolves with the first line that holds these words. */
function hearing(words: string): { readonly log: Logger; readonly line: Promise<void> } {
  const { promise: line, resolve } = Promise.withResolvers<void>();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (String(chunk).includes(words)) resolve();
      done();
    },
  });
  return { log: pino({ level: 'warn' }, stream), line };
}

test('a store that takes nothing for a while costs a run nothing: it ends when the store is back', async () => {
  const { log, line } = hearing('the store rejected the events of a run');
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, { log });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Away', [people, print]) });
  const back = await refusing(service, 'execution_events', 'database or disk is full');
  const id = Number((await client.post('/api/v1/workflow/execute', { workflowId: creation.json })).text);
  await line;
  await back();
  assert.equal(await client.waitForEnd(id), 'COMPLETED');
  const nodes = (await client.get(`/api/v1/workflow-executions/${id}/nodes`)).json as Record<string, unknown>[];
  assert.deepEqual(
    nodes.map(({ status }) => status),
    ['COMPLETED', 'COMPLETED'],
  );
  const events = (await client.get(`/api/v1/workflow-executions/${id}/events`)).text;
  assert.match(events, /^id: 1\n/);
  assert.match(events, /"event":"run.finished"/);
});

test('a run whose end cannot be stored is not left at work for ever: it runs again', async () => {
  const { log, line } = hearing('the end of a run cannot be stored');
  let late = 0;
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, () => Date.now() + late, {
    log,
    beatMs: 20,
  });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Stray', [people, print]) });
  // COMPLETED or FAILED
  const back = await refusing(service, 'executions', 'broken', 'new.status in (2, 3)');
  const id = Number((await client.post('/api/v1/workflow/execute', { workflowId: creation.json })).text);
  await line;
  await back();
  // more than a process that says nothing is waited for
  late = 60_000;
  assert.equal(await client.waitForEnd(id), 'COMPLETED');
  const row = await service.service.context.db
    .selectFrom('executions')
    .select('fence')
    .where('id', '=', id)
    .executeTakeFirst();
  assert.equal(row?.fence, 2);
});
