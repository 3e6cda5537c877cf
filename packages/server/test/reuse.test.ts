import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print, sql } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('what has been computed', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\nCy,41\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const save = async (graph: unknown, projectId?: number): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { workflow: graph, projectId });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const execute = async (workflowId: number, sparkConfig = ''): Promise<number> => {
    const answer = await client.post('/api/v1/workflow/execute', { workflowId, sparkConfig });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const reused = async (execution: number): Promise<string[]> => {
    const nodes = (await client.get(`/api/v1/workflow-executions/${execution}/nodes`)).json as {
      nodeId: string;
      report: { reused?: boolean };
    }[];
    return nodes.filter(({ report }) => report.reused).map(({ nodeId }) => nodeId);
  };
  const rowsOf = async (execution: number): Promise<unknown> =>
    ((await client.get(`/api/v1/workflow-executions/${execution}/results`)).json as { rows?: unknown }[])[0]?.rows;

  test('is taken again by the next run of the project, and both say so', async () => {
    const graph = inARow('Again', [people, sql('select name from t where age > 10 order by name'), print]);
    const workflow = await save(graph);
    const first = await execute(workflow);
    assert.equal(await client.waitForEnd(first), 'COMPLETED');
    assert.deepEqual(await reused(first), []);
    const second = await execute(workflow);
    assert.equal(await client.waitForEnd(second), 'COMPLETED');
    assert.deepEqual(await reused(second), ['1', '2', '3']);
    assert.deepEqual(await rowsOf(second), [['Ada'], ['Cy']]);
    const log = await client.get(`/api/v1/workflow-executions/${second}/logs/view`);
    assert.match(log.text, /3 of 3 nodes were reused from earlier runs/);

    const off = await execute(workflow, '--conf millrace.reuse=off');
    assert.equal(await client.waitForEnd(off), 'COMPLETED');
    assert.deepEqual(await reused(off), []);
    const wrong = await client.post('/api/v1/workflow/execute', {
      workflowId: workflow,
      sparkConfig: 'millrace.reuse=maybe',
    });
    assert.match(
      wrong.text,
      /invalid value \\"maybe\\" for setting \\"millrace\.reuse\\" in sparkConfig: must be one of on, off/,
    );

    const { id: project } = (await client.post('/api/v1/projects', { name: 'Elsewhere' })).json as { id: number };
    const elsewhere = await execute(await save(graph, project));
    assert.equal(await client.waitForEnd(elsewhere), 'COMPLETED');
    assert.deepEqual(await reused(elsewhere), []);

    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    const later = await execute(workflow);
    assert.equal(await client.waitForEnd(later), 'COMPLETED');
    assert.deepEqual(await reused(later), ['1', '2', '3']);
  });

  test('stays when a later node fails, and a run that goes on takes it', async () => {
    const graph = {
      ...inARow('Two', [people, sql('select count(*) as n from t'), csv('late.csv', ['n'], ['INTEGER']), print]),
      edges: [
        { id: 1, source: '1', target: '2' },
        { id: 2, source: '3', target: '4' },
      ],
    };
    const failed = await execute(await save(graph));
    assert.equal(await client.waitForEnd(failed), 'FAILED');
    await writeFile(join(service.files, 'late.csv'), 'n\n5\n');
    const answer = await client.post(`/api/v1/workflow-executions/${failed}/resume`);
    assert.equal(answer.status, 200, answer.text);
    const resumed = Number(answer.text);
    assert.equal(await client.waitForEnd(resumed), 'COMPLETED');
    assert.deepEqual(await reused(resumed), ['1', '2']);
    const record = (await client.get(`/api/v1/workflow-executions/${resumed}`)).json as Record<string, unknown>;
    assert.equal(record['resumes'], failed);
    const again = await client.post(`/api/v1/workflow-executions/${resumed}/resume`);
    assert.equal(again.status, 409);
    assert.match(
      again.text,
      /is COMPLETED: only an execution that failed, timed out, or was stopped or killed can be resumed/,
    );
  });

  test('a run that goes on has the clock and the seed of the one before', async () => {
    const stamp = { nodeClass: 'etl.NodeAddColumns', fields: { addCurrentTimeCol: 'true', currentTimeColName: 'at' } };
    const graph = {
      ...inARow('Clock', [people, stamp, print, csv('later.csv', ['n'], ['INTEGER'])]),
      edges: [
        { id: 1, source: '1', target: '2' },
        { id: 2, source: '2', target: '3' },
      ],
    };
    const failed = await execute(await save(graph));
    assert.equal(await client.waitForEnd(failed), 'FAILED');
    const before = await rowsOf(failed);
    assert.match(JSON.stringify(before), /\d\d:\d\d:\d\d/);
    await writeFile(join(service.files, 'later.csv'), 'n\n5\n');
    const resumed = Number((await client.post(`/api/v1/workflow-executions/${failed}/resume`)).text);
    assert.equal(await client.waitForEnd(resumed), 'COMPLETED');
    assert.deepEqual(await reused(resumed), ['1', '2', '3']);
    assert.deepEqual(await rowsOf(resumed), before);
  });
});
