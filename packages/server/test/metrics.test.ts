import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print, sql } from './graphs.ts';
import { TestService, type Client } from './support.ts';

/** The value of a line of Prometheus' text format; undefined if it is not there. */
function valueOf(text: string, line: string): number | undefined {
  const metricLine = text.split('\n').find((one) => one.startsWith(`${line} `));
  return metricLine === undefined ? undefined : Number(metricLine.slice(line.length + 1));
}

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('metrics', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const read = async (): Promise<string> => {
    const response = await fetch(`${service.url}/metrics`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    return response.text();
  };

  test('tell of requests, runs, fires, engines, the store and the process, and name nobody', async () => {
    const creation = await client.post('/api/v1/workflows', {
      workflow: inARow('Secret plan', [people, sql('select name from t'), print]),
    });
    const run = await client.post('/api/v1/workflow/execute', { workflowId: creation.json });
    assert.equal(await client.waitForEnd(Number(run.text)), 'COMPLETED');
    const broken = await client.post('/api/v1/workflows', {
      workflow: inARow('Broken', [people, sql('select absent from t'), print]),
    });
    const failed = await client.post('/api/v1/workflow/execute', { workflowId: broken.json });
    assert.equal(await client.waitForEnd(Number(failed.text)), 'FAILED');
    const { db, schedules } = service.service.context;
    const schedule = await client.post('/api/v1/workflow-schedules', {
      analysisFlowId: creation.json,
      fireEvery: 'Cron',
      cronPattern: '0 0 0 1 1 ?',
    });
    assert.equal(schedule.status, 200, schedule.text);
    await db
      .updateTable('schedules')
      .set({ nextFireAt: Date.now() - 1 })
      .execute();
    const [fire] = await schedules.tick();
    assert.equal(fire?.outcome, 'FIRED');
    assert.equal(await client.waitForEnd(fire?.executionId ?? 0), 'COMPLETED');
    // an engine waits for the next run
    assert.equal((await client.get('/health/ready')).status, 200);
    await client.get('/api/v1/workflows/7777');
    await client.get('/no/such/address');

    const text = await read();
    const requests = 'millrace_http_request_duration_seconds_count';
    assert.equal(valueOf(text, `${requests}{method="POST",route="/api/v1/workflow/execute",status="200"}`), 2);
    assert.equal(valueOf(text, `${requests}{method="GET",route="/api/v1/workflows/:id",status="404"}`), 1);
    assert.equal(valueOf(text, `${requests}{method="GET",route="none",status="404"}`), 1);
    assert.equal(valueOf(text, 'millrace_run_duration_seconds_count{status="COMPLETED",engine="sail"}'), 2);
    assert.equal(valueOf(text, 'millrace_run_duration_seconds_count{status="FAILED",engine="sail"}'), 1);
    assert.equal(valueOf(text, 'millrace_schedule_fires_total{outcome="FIRED"}'), 1);
    assert.ok((valueOf(text, 'millrace_engine_processes{engine="sail"}') ?? 0) >= 1);
    assert.equal(valueOf(text, 'millrace_engine_processes{engine="spark"}'), 0);
    assert.ok((valueOf(text, 'millrace_store_query_duration_seconds_count{statement="select"}') ?? 0) > 10);
    for (const name of ['millrace_runs_at_work', 'millrace_runs{status="PENDING"}', 'nodejs_eventloop_lag_seconds'])
      assert.notEqual(valueOf(text, name), undefined, name);
    assert.ok((valueOf(text, 'process_resident_memory_bytes') ?? 0) > 1e6);
    assert.doesNotMatch(text, /admin|Secret|Broken|absent|such/);
  });

  test('are refused to who comes from elsewhere, over a proxy or under another name', async () => {
    for (const headers of [{ 'x-forwarded-for': '10.1.2.3' }, { forwarded: 'for=10.1.2.3' }, { via: '1.1 proxy' }]) {
      const response = await fetch(`${service.url}/metrics`, { headers });
      assert.equal(response.status, 403);
      assert.doesNotMatch(await response.text(), /millrace_runs/);
    }
    // a page whose name was made to lead here
    const outgoing = request(`${service.url}/metrics`, { headers: { host: 'evil.example' } }).end();
    const [response] = (await once(outgoing, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    assert.equal(response.statusCode, 403);
  });

  test('are for who has the token, where one is set', async () => {
    await service.restart({ MILLRACE_METRICS_TOKEN: 'a-token-of-many-letters' });
    for (const headers of [{}, { authorization: 'Bearer another-token-of-many' }]) {
      const response = await fetch(`${service.url}/metrics`, { headers });
      assert.equal(response.status, 401);
      assert.doesNotMatch(await response.text(), /millrace_runs/);
    }
    const response = await fetch(`${service.url}/metrics`, {
      headers: { authorization: 'Bearer a-token-of-many-letters', 'x-forwarded-for': '10.1.2.3' },
    });
    assert.equal(response.status, 200);
    assert.match(await response.text(), /millrace_runs_at_work \d/);
  });
});
