import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { endless, inARow, print, type NodeDraft } from './graphs.ts';
import { adminPassword, Client, TestService, type Answer } from './support.ts';
import { answerUntil } from '@millrace/testkit/until';

const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, answer.text);
  return answer;
};

/** Readers of datasets name them by uuid. */
const readerOf = (uuid: string): NodeDraft => ({
  nodeClass: 'dataset.NodeDatasetStructured',
  type: 'dataset',
  fields: { dataset: uuid },
});

const filter: NodeDraft = { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'age >= $least' } };

/** Asks for the state of a run until it is one of these, as a script does. */
async function waitForStatus(client: Client, run: number, statuses: readonly string[]): Promise<string> {
  return answerUntil(
    async () => ok(await client.get(`/api/v1/workflow-executions/${run}/status`, { accept: 'text/plain' })).text,
    (word) => statuses.includes(word),
  );
}

const final = ['COMPLETED', 'FAILED', 'KILLED', 'STOPPED', 'TIMEOUT'];

/** What a script does with the service, from an empty file space and back: with nothing but the calls of the interface. */
async function story(client: Client): Promise<void> {
  // files
  const form = new FormData();
  form.append('any', new Blob(['name,age\nAda,36\nBo,7\nCy,41\n']), 'people.csv');
  ok(await client.send('POST', '/api/v1/hdfs/files/upload?path=/user/admin&overwrite=true', form));
  const home = ok(await client.get('/api/v1/hdfs')).json as { name: string; path: string; size: number }[];
  const file = home.find(({ name }) => name === 'people.csv');
  assert.ok(file);

  // dataset
  const path = encodeURIComponent(file.path);
  const schema = ok(await client.post(`/api/v1/datasets/schema?path=${path}&delimiter=,&header=true`, {})).json as {
    colNames: string[];
    colTypes: string[];
    schemaColList: object[];
  };
  assert.deepEqual(
    [schema.colNames, schema.colTypes],
    [
      ['name', 'age'],
      ['STRING', 'INTEGER'],
    ],
  );
  const creation = await client.post('/dataset/save', {
    name: 'People',
    path: file.path,
    delimiter: ',',
    header: true,
    schemaModel: { schemaColList: schema.schemaColList },
  });
  assert.equal(ok(creation).text, 'Dataset created successfully.');
  const [dataset] = ok(await client.get('/api/v1/datasets?sortPara=dsc&projectId=1')).json as {
    id: number;
    uuid: string;
    name: string;
  }[];
  assert.equal(dataset?.name, 'People');

  // workflow
  const workflow = inARow('Grown up people', [readerOf(dataset.uuid), filter, print]);
  const id = Number(ok(await client.post('/api/v1/workflows', { comment: 'first', projectId: 1, workflow })).text);
  assert.ok(id > 0);
  const record = ok(await client.get(`/api/v1/workflows/id/${id}`)).json as { workflow: object };
  ok(
    await client.put('/api/v1/workflows', {
      analysisflowId: id,
      comment: 'second',
      projectId: 1,
      workflow: record.workflow,
    }),
  );
  assert.equal((ok(await client.get(`/api/v1/workflows/versions?workflowId=${id}`)).json as object[]).length, 2);

  // run
  const ask = {
    workflowId: id,
    programParameters: '--var least=18',
    emailOnSuccess: '',
    emailOnFailure: '',
    libJars: '',
    sparkConfig: '',
  };
  const run = Number(ok(await client.post('/api/v1/workflow/execute', ask)).text);
  assert.equal(await waitForStatus(client, run, final), 'COMPLETED');
  const results = ok(await client.get(`/api/v1/execution-results/workflow-executions/${run}/resultType/3`)).json as {
    rows?: unknown;
  }[];
  assert.deepEqual(results[0]?.rows, [
    ['Ada', 36],
    ['Cy', 41],
  ]);
  const page = ok(await client.get('/api/v1/workflow-executions?page=0&size=10')).json as {
    id: number;
    status: number;
  }[];
  assert.deepEqual(page.find((one) => one.id === run)?.status, 2);

  // schedule
  const schedule = ok(
    await client.post('/api/v1/workflow-schedules', {
      analysisFlowId: id,
      name: 'Nightly',
      fireEvery: 'DAILY',
      hour: 3,
      minute: 30,
      timeZone: 'Europe/Oslo',
    }),
  ).json as { id: number };
  const schedules = ok(await client.get(`/api/v1/workflow-schedules/projects/1/workflows/${id}`)).json as object[];
  assert.equal(schedules.length, 1);

  // dashboard
  const items = [
    {
      id: 1,
      name: 'People',
      type: 'TABLE',
      nodeId: '3',
      workflowId: String(id),
      workflowName: 'Grown up people',
      x: '0',
      y: '0',
    },
  ];
  const board = {
    name: 'People',
    category: '-',
    description: '',
    sheets: [{ name: 'One', idx: '1', type: 'GRID', description: '', items }],
  };
  const dashboard = ok(await client.post('/saveDashboard', board, { dashboardId: 'null', accept: 'text/plain' })).text;
  const [result] = ok(await client.get(`/api/v1/dashboards/results?dashboardId=${dashboard}&sheetId=1`)).json as {
    executionId: number;
  }[];
  assert.equal(result?.executionId, run);

  // a run that does not end
  const long = inARow('For hours', [readerOf(dataset.uuid), endless, print]);
  const longId = Number(ok(await client.post('/api/v1/workflows', { projectId: 1, workflow: long })).text);
  const hanging = Number(ok(await client.post('/api/v1/workflow/execute', { workflowId: longId })).text);
  assert.equal(await waitForStatus(client, hanging, ['RUNNING', ...final]), 'RUNNING');
  assert.match(ok(await client.post(`/api/v1/workflow-execution/${hanging}/kill`)).text, /exit value/);
  assert.equal(await waitForStatus(client, hanging, final), 'KILLED');

  // and away with all of it
  assert.equal((await client.post(`/api/v1/workflow-execution/${run}/kill`)).status, 409);
  ok(await client.delete(`/api/v1/dashboards/${dashboard}?projectId=1`));
  ok(await client.get(`/api/v1/workflow-schedules/${schedule.id}`, { id: String(schedule.id) }));
  for (const one of [id, longId])
    assert.equal(ok(await client.delete(`/api/v1/workflows/id/${one}`)).text, 'Workflow deleted successfully.');
  ok(await client.delete(`/api/v1/datasets/${dataset.id}?projectId=1`));
  ok(await client.delete('/api/v1/workflow-executions/days/0'));
  ok(await client.delete(`/api/v1/hdfs/files/delete?path=${path}`));
  assert.equal(ok(await client.get('/api/v1/workflows/count')).text, '0');
  assert.equal(ok(await client.get('/api/v1/datasets/count')).text, '0');
  for (const list of ['workflow-executions', 'dashboards', `workflow-schedules/projects/1/workflows/${id}`]) {
    const answer = await client.get(`/api/v1/${list}`);
    assert.ok(answer.text === '[]' || answer.status === 404, `${list}: ${answer.text}`);
  }
}

describe('a script with nothing but the calls of the interface', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service[Symbol.asyncDispose]());

  test('goes from a file to a dashboard and back, signed in with a cookie', async () => {
    await story(await service.signedIn());
  });

  test('goes from a file to a dashboard and back, with a token', async () => {
    const admin = await service.signedIn();
    const creation = await admin.post('/api/v1/tokens', { expiredDuration: '60', description: 'script' });
    assert.equal(creation.status, 201, creation.text);
    const client = new Client(service.url);
    client.headers['token'] = (creation.json as { accessToken: string }).accessToken;
    await story(client);
  });

  test('needs neither the page nor a redirect: without a session an API answers 401', async () => {
    const answer = await new Client(service.url).get('/api/v1/workflows/count', { accept: 'text/html' });
    assert.equal(answer.status, 401);
    const wrong = await new Client(service.url).signIn('admin', `${adminPassword}!`);
    assert.equal(wrong.status, 401);
  });
});
