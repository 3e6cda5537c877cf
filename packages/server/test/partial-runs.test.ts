import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, endless, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { TestService, sharingSpark, type Answer, type Client } from './support.ts';
import { until } from '@millrace/testkit/until';

interface NodeRecord {
  readonly nodeId: string;
  readonly report: { readonly status: string; readonly rows: number | null; readonly reused?: boolean };
}

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const split: NodeDraft = { nodeClass: 'etl.NodeSplitByExpression', fields: { conditionExpr: 'age > 10' } };
const save = (path: string): NodeDraft => ({
  nodeClass: 'save.NodeSaveParquet',
  fields: { path, saveMode: 'Overwrite' },
});
const unfinished: NodeDraft = { nodeClass: 'etl.NodeColumnFilter' };

/** A graph with edges of its own. */
const graphOf = (nodes: readonly NodeDraft[], ...edges: readonly (readonly [number, number])[]) => ({
  ...inARow('Parts', nodes),
  edges: edges.map(([source, target], i) => ({ id: i + 1, source: String(source), target: String(target) })),
});

describe('a run of some nodes', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, sharingSpark());
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const saved = async (graph: unknown): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { workflow: graph });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const ask = (workflowId: number, nodes: unknown, more: object = {}): Promise<Answer> =>
    client.post('/api/v1/workflow/execute', { workflowId, nodes, ...more });
  const startRun = async (...args: Parameters<typeof ask>): Promise<number> => {
    const answer = await ask(...args);
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const nodesOf = async (run: number): Promise<readonly NodeRecord[]> =>
    (await client.get(`/api/v1/workflow-executions/${run}/nodes`)).json as NodeRecord[];
  const idsOf = async (run: number): Promise<string[]> => (await nodesOf(run)).map(({ nodeId }) => nodeId).toSorted();
  const record = async (run: number): Promise<Record<string, unknown>> =>
    (await client.get(`/api/v1/workflow-executions/${run}`)).json as Record<string, unknown>;

  test('works on these and what they need, whatever is wrong with the rest, and its record says which', async () => {
    const workflow = await saved(
      graphOf(
        [people, sql('select name from t'), print, unfinished, save('out'), csv('gone.csv', ['a'], ['STRING'])],
        [1, 2],
        [2, 3],
        [1, 4],
        [2, 5],
      ),
    );
    assert.equal((await client.post('/api/v1/workflow/execute', { workflowId: workflow })).status, 422);
    const run = await startRun(workflow, ['3', '3']);
    assert.equal(await client.waitForEnd(run), 'COMPLETED');
    assert.deepEqual(await idsOf(run), ['1', '2', '3']);
    assert.deepEqual((await record(run))['nodes'], ['3']);
    assert.deepEqual(await readdir(service.files), ['people.csv']);

    const both = await client.post('/api/v1/workflows/execute', { workflowId: workflow, nodes: ['5', '1'] });
    assert.equal(await client.waitForEnd(Number(both.text)), 'COMPLETED');
    assert.deepEqual(await idsOf(Number(both.text)), ['1', '2', '5']);
    assert.ok((await readdir(service.files)).includes('out'));
    const runs = (await client.get('/api/v1/workflow-executions')).json as Record<string, unknown>[];
    assert.deepEqual(runs.find(({ id }) => id === Number(both.text))?.['nodes'], ['5', '1']);

    const broken = await ask(workflow, ['4']);
    assert.equal(broken.status, 422);
    assert.match(broken.text, /outputCols/);
  });

  test('leaves what the other nodes have shown the latest that they have', async () => {
    const workflow = await saved(inARow('Latest', [people, print, sql('select name from t'), print]));
    for (const nodes of [null, ['2']])
      assert.equal(await client.waitForEnd(await startRun(workflow, nodes)), 'COMPLETED');
    const latest = async (node: string): Promise<unknown> => {
      const { json } = await client.get(`/api/v1/execution-results/workflows/${workflow}/nodes/${node}/latest`);
      return (json as { rows: unknown }[]).map(({ rows }) => rows);
    };
    assert.deepEqual(await latest('4'), [[['Ada'], ['Bo']]]);
    assert.equal(((await latest('2')) as unknown[]).length, 1);
  });

  test('takes what earlier runs have computed', async () => {
    const graph = inARow('Again', [people, sql('select age, name from t where age > 1'), print, print]);
    const workflow = await saved(graph);
    const first = await startRun(workflow, ['2']);
    assert.equal(await client.waitForEnd(first), 'COMPLETED');
    const second = await startRun(workflow, ['3']);
    assert.equal(await client.waitForEnd(second), 'COMPLETED');
    assert.deepEqual(
      (await nodesOf(second)).map(({ nodeId, report }) => [nodeId, report.reused === true]),
      [
        ['1', true],
        ['2', true],
        ['3', false],
      ],
    );
    const whole = await startRun(workflow, null);
    assert.equal(await client.waitForEnd(whole), 'COMPLETED');
    assert.deepEqual([(await idsOf(whole)).length, (await record(whole))['nodes']], [4, null]);
  });

  test('is refused for nodes that are not there, that never run, and for none', async () => {
    const note: NodeDraft = { nodeClass: 'doc.NodeDocLarge', type: 'doc', fields: { comment: 'a note' } };
    const workflow = await saved(graphOf([people, note]));
    const unknown = await ask(workflow, ['1', '7']);
    assert.equal(unknown.status, 422);
    const { detail, errors } = unknown.json as { detail: string; errors: Record<string, string>[] };
    assert.equal(detail, 'nodes: node "7" not found in the workflow');
    assert.deepEqual(errors, [
      { path: '/nodes/1', nodeId: '7', code: 'UNKNOWN_NODE', message: 'node "7" not found in the workflow' },
    ]);
    assert.match((await ask(workflow, ['2'])).text, /node \\"2\\" is a note and cannot be run/);
    for (const wrong of [[], 'x', [''], [null]]) {
      const answer = await ask(workflow, wrong);
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.match(answer.text, /body\/nodes/);
    }
  });

  test('stays one when it is resumed', async () => {
    const workflow = await saved(
      graphOf([people, csv('late.csv', ['a'], ['STRING']), print, save('never')], [1, 4], [2, 3]),
    );
    const run = await startRun(workflow, ['1', '3']);
    assert.equal(await client.waitForEnd(run), 'FAILED');
    await writeFile(join(service.files, 'late.csv'), 'a\nx\n');
    const resumed = Number((await client.post(`/api/v1/workflow-executions/${run}/resume`)).text);
    assert.equal(await client.waitForEnd(resumed), 'COMPLETED');
    assert.deepEqual(await idsOf(resumed), ['1', '2', '3']);
    const { nodes, resumes } = await record(resumed);
    assert.deepEqual([nodes, resumes], [['1', '3'], run]);
    assert.ok(!(await readdir(service.files)).includes('never'));
  });

  test('stays one when the service ends while it works on it', async () => {
    const workflow = await saved(graphOf([people, endless, save('never')], [1, 2], [1, 3]));
    const run = await startRun(workflow, ['2']);
    const atWork = async (): Promise<void> => {
      await until(async () => (await client.get(`/api/v1/workflow-executions/${run}/status`)).text === 'RUNNING');
    };
    await atWork();
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    await atWork();
    assert.deepEqual((await record(run))['nodes'], ['2']);
    await client.post(`/api/v1/workflow-execution/${run}/kill`);
    assert.equal(await client.waitForEnd(run), 'KILLED');
    assert.ok(!(await idsOf(run)).includes('3'));
  });

  for (const engine of ['sail', 'spark'])
    test(`gives a branch of a split the rows that it has in the whole graph, on ${engine}`, async () => {
      const workflow = await saved(graphOf([people, split, print, print], [1, 2], [2, 3], [2, 4]));
      const run = await startRun(workflow, ['4'], { sparkConfig: `millrace.engine=${engine}` });
      assert.equal(await client.waitForEnd(run), 'COMPLETED');
      assert.deepEqual(await idsOf(run), ['1', '2', '4']);
      const [result] = (await client.get(`/api/v1/workflow-executions/${run}/results`)).json as { rows?: unknown }[];
      assert.deepEqual(result?.rows, [['Bo', 7]]);
    });
});
