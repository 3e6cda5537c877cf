import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { TestService, type Answer, type Client } from './support.ts';

const graph = {
  name: 'Two rows',
  uuid: '',
  category: '-',
  description: '',
  parameters: null,
  engine: 'scala',
  ownKey: { kept: [1, null] },
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      x: '10px',
      y: '10px',
      fields: [
        { name: 'path', value: 'people.csv', widget: 'textfield' },
        { name: 'separator', value: ',', widget: 'textfield' },
        { name: 'header', value: 'true', widget: 'array' },
        { name: 'outputColNames', value: '["name","age"]', widget: 'schema_col_names' },
        { name: 'outputColTypes', value: '["STRING","INTEGER"]', widget: 'schema_col_types' },
        { name: 'outputColFormats', value: '["",""]', widget: 'schema_col_formats' },
      ],
    },
    {
      id: '2',
      name: 'Grown up',
      type: 'transform',
      nodeClass: 'fire.nodes.etl.NodeRowFilter',
      x: '200px',
      y: '10px',
      fields: [{ name: 'conditionExpr', value: 'age >= $least', widget: 'textarea_medium' }],
    },
    {
      id: '3',
      name: 'Print',
      type: 'transform',
      nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
      x: '400px',
      y: '10px',
      fields: [{ name: 'n', value: '10', widget: 'textfield' }],
    },
  ],
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
  ],
  dataSetDetails: [],
};

const ok = (answer: Answer): unknown => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

describe('an outsider with plain HTTP', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\nCy,41\n');
  });
  after(() => service[Symbol.asyncDispose]());

  test('saves a workflow, runs it, polls it and reads what it did', async () => {
    const id = ok(await client.post('/api/v1/workflows', { comment: 'first', workflow: graph }));
    assert.equal(typeof id, 'number');
    const record = ok(await client.get(`/api/v1/workflows/id/${String(id)}`)) as Record<string, unknown>;
    assert.deepEqual((record['workflow'] as typeof graph).ownKey, graph.ownKey);
    const run = ok(
      await client.post('/api/v1/workflow/execute', { workflowId: id, programParameters: '--var least=18' }),
    );
    assert.equal(await client.ended(Number(run)), 'COMPLETED');
    const execution = ok(await client.get(`/api/v1/workflow-executions/${String(run)}`)) as Record<string, unknown>;
    assert.equal(execution['status'], 2);
    assert.equal(execution['engine'], 'sail');
    assert.ok(Number(execution['endTime']) >= Number(execution['startTime']));
    assert.equal(ok(await client.get('/api/v1/workflow-executions/tasks/count')), 3);
  });
});
