import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startRemoteSpark, type RemoteSpark } from '@millrace/testkit/remote-spark';
import { startStandaloneCluster, type StandaloneCluster } from '@millrace/testkit/standalone-cluster';
import { answerUntil, until } from '@millrace/testkit/until';
import { sessionIdOf } from '../src/executions/run-execution.ts';
import { csv, endless, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

test('the session of a first attempt has the id of the run, and each later one another UUID', () => {
  const jobId = '1152eebb-c600-49d2-b139-9237ba587783';
  const ids = [1, 2, 3].map((fence) => sessionIdOf({ jobId, fence }));
  assert.equal(ids[0], jobId);
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  assert.equal(sessionIdOf({ jobId, fence: 2 }), ids[1]);
});

interface Job {
  readonly description: string;
  readonly jobTags: readonly string[];
}

describe('runs on a Spark Connect server', () => {
  let remote: RemoteSpark;
  let service: TestService;
  let ada: Client;
  before(async () => {
    remote = await startRemoteSpark();
    service = await TestService.start({ MILLRACE_SPARK_REMOTE: remote.url, MILLRACE_ENGINE: 'spark' });
    ada = await service.addUser('ada');
    const members = [{ userId: (ada as Client & { id: number }).id, rights: ['VIEW', 'EDIT', 'EXECUTE'] }];
    assert.equal((await (await service.signedIn()).put('/api/v1/projects/1/members', members)).status, 200);
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBob,7\n');
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await remote.engine.stop();
  });

  const begin = async (nodes: readonly NodeDraft[]): Promise<number> => {
    const { json: workflowId } = await ada.post('/api/v1/workflows', {
      projectId: 1,
      workflow: inARow('Ages, all', nodes),
    });
    const { json: id } = await ada.post('/api/v1/workflow/execute', { workflowId });
    return Number(id);
  };
  const record = async (id: number): Promise<Record<string, unknown>> =>
    (await ada.get(`/api/v1/workflow-executions/${id}`)).json as Record<string, unknown>;

  test("have its application and Spark's page in their records, and are named there", async () => {
    const id = await begin([people, sql('select max(age) as oldest from t'), print]);
    assert.equal(await ada.waitForEnd(id), 'COMPLETED');
    const { applicationId, uiWebUrl, serviceJobId, engine } = await record(id);
    assert.equal(engine, 'spark');
    assert.match(String(applicationId), /^local-\d{10,}$/);
    assert.equal(uiWebUrl, remote.page);
    const log = (await ada.get(`/api/v1/workflow-executions/${id}/logs/view`)).text;
    assert.match(
      log,
      new RegExp(`application ${String(applicationId)} on local\\[\\d+\\], Spark 4\\.\\d.*: ${remote.page}`),
    );
    const jobs = (await remote.ask(String(applicationId), 'jobs')) as Job[];
    const own = jobs.filter(({ jobTags }) => jobTags.some((tag) => tag.includes(`_Session_${String(serviceJobId)}_`)));
    assert.ok(own.length > 0, JSON.stringify(jobs));
    assert.deepEqual(new Set(own.map(({ description }) => description)), new Set([`workflow Ages, all, run ${id}`]));
    const tags = new Set(own.flatMap(({ jobTags }) => jobTags.map((tag) => tag.replace(/^.*_User_ada_.*_Tag_/, ''))));
    for (const tag of ['workflow Ages all', `run ${id}`]) assert.ok(tags.has(tag), [...tags].join());
    assert.ok(
      [...tags].some((tag) => tag.startsWith('node 2 NodeSQL')),
      [...tags].join(),
    );
  });

  test('show where they run while they do, and end on the server when they are killed', async () => {
    const id = await begin([people, endless, print]);
    const applicationId = String(
      (
        await answerUntil(
          () => record(id),
          (run) => !/^local-\d{1,9}$/.test(String(run['applicationId'])),
        )
      )['applicationId'],
    );
    const active = async (): Promise<number> =>
      ((await remote.ask(applicationId, 'jobs?status=running')) as Job[]).length;
    await answerUntil(active, (jobs) => jobs > 0);
    const killed = await ada.post(`/api/v1/workflow-execution/${id}/kill`, {});
    assert.equal(killed.text, `Killed application ${applicationId}, exit value 0`);
    await answerUntil(active, (jobs) => jobs === 0);
    assert.equal((await record(id))['applicationId'], applicationId);
  });

  test('need no Spark of the service, which says that one is there', async () => {
    const { json } = await ada.get('/health/ready');
    assert.equal((json as { engines: Record<string, string> }).engines['spark'], 'UP');
    assert.equal(service.service.context.host.processes.spark, 0);
  });
});

describe('runs on a standalone cluster', () => {
  let cluster: StandaloneCluster;
  let service: TestService;
  let admin: Client;
  before(async () => {
    cluster = await startStandaloneCluster();
    service = await TestService.start({
      MILLRACE_SPARK_CLUSTER: cluster.master,
      MILLRACE_SPARK_CLUSTER_CONF: 'spark.executor.memory=512m',
      MILLRACE_ENGINE: 'spark',
      MILLRACE_ENGINE_MEMORY: '512m',
    });
    admin = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBob,7\n');
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  const begin = async (nodes: readonly NodeDraft[], sparkConfig = ''): Promise<number> => {
    const { json: workflowId } = await admin.post('/api/v1/workflows', {
      projectId: 1,
      workflow: inARow('Ages', nodes),
    });
    return Number((await admin.post('/api/v1/workflow/execute', { workflowId, sparkConfig })).json);
  };
  const record = async (id: number): Promise<Record<string, unknown>> =>
    (await admin.get(`/api/v1/workflow-executions/${id}`)).json as Record<string, unknown>;
  const active = async (): Promise<string[]> => (await cluster.state()).activeapps.map(({ id }) => id);
  const spark = async (): Promise<string | undefined> =>
    ((await admin.get('/health/ready')).json as { engines: Record<string, string> }).engines['spark'];

  test('share the application of their project, and end there when they are killed', async () => {
    assert.equal(await spark(), 'IDLE');
    const first = await begin([people, sql('select sum(age) as years from t'), print]);
    assert.equal(await admin.waitForEnd(first), 'COMPLETED');
    const { applicationId, uiWebUrl } = await record(first);
    assert.deepEqual(await active(), [applicationId]);
    assert.match(String(uiWebUrl), /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(await spark(), 'UP');
    const results = (await admin.get(`/api/v1/workflow-executions/${first}/results`)).text;
    assert.match(results, /\b43\b/);

    const second = await begin([people, endless, print]);
    await answerUntil(
      () => record(second),
      (run) => run['applicationId'] === applicationId,
    );
    const killed = await admin.post(`/api/v1/workflow-execution/${second}/kill`, {});
    assert.equal(killed.text, `Killed application ${String(applicationId)}, exit value 0`);
    assert.equal(await admin.waitForEnd(second), 'KILLED');
    const jobs = `${String(uiWebUrl)}/api/v1/applications/${String(applicationId)}/jobs?status=running`;
    await until(async () => ((await (await fetch(jobs)).json()) as unknown[]).length === 0);
    assert.deepEqual(await active(), [applicationId]);
  });

  test('have an application of their own if they ask for one, and a kill ends it', async () => {
    const id = await begin([people, endless, print], 'millrace.cluster.application=run');
    const before = await active();
    const run = await answerUntil(
      () => record(id),
      ({ applicationId }) => String(applicationId).startsWith('app-'),
    );
    assert.ok(!before.includes(String(run['applicationId'])), before.join());
    assert.equal((await admin.post(`/api/v1/workflow-execution/${id}/kill`, {})).status, 200);
    await until(async () => !(await active()).includes(String(run['applicationId'])));
    const wrong = { workflowId: run['analysisFlowId'], sparkConfig: 'millrace.cluster.application=mine' };
    const refused = await admin.post('/api/v1/workflow/execute', wrong);
    assert.match(refused.text, /mine.* for setting .*millrace\.cluster\.application.*: must be one of project, run/);
  });
});
