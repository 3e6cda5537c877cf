import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { passwordOf, TestService, type Client } from './support.ts';

type Json = Record<string, unknown>;
type Body = string | FormData;

/**
 * The longest time that this process, which is the service's, gave no other process a turn while some work was done, as a part of
 * all that the work took, by the clock of its thread: what other processes take of the machine does not count.
 */
async function longestPart(work: () => Promise<unknown>): Promise<number> {
  const memoryNow = (): number => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const begin = memoryNow();
  let [last, longest] = [begin, 0];
  const measure = (): void => {
    const now = memoryNow();
    [longest, last] = [Math.max(longest, now - last), now];
  };
  const watch = setInterval(measure, 1);
  try {
    await work();
    measure();
    return longest / (last - begin);
  } finally {
    clearInterval(watch);
  }
}

/**
 * Fails if work takes more than a part of its time at a stretch. A collection of garbage, of whatever, may fall into a
 * stretch, and nothing makes one shorter: what counts is the least of three, as far as it takes three to see it.
 */
async function mustNotStall(max: number, work: () => Promise<unknown>): Promise<void> {
  const parts: number[] = [];
  do parts.push(await longestPart(work));
  while (parts.length < 3 && Math.min(...parts) >= max);
  assert.ok(
    Math.min(...parts) < max,
    `${parts.map((part) => Math.round(100 * part)).join(', ')} % of the work at a stretch`,
  );
}

describe('large input does not hold the service', () => {
  let service: TestService;
  let ana: Client;
  before(async () => {
    service = await TestService.start();
    await service.makeUser('ana', ['ANALYST']);
    ana = await service.signedIn('ana', passwordOf('ana'));
    await ana.post('/api/v1/projects', { name: 'Of Ana' });
    await writeFile(join(service.files, 'a.csv'), 'id,x\n1,2\n');
    // what a first request reads and compiles is not what is looked at
    for (const path of ['validate', 'columns']) await post(`/api/v1/workflows/${path}`, bytesOf(doublingGraph(3)));
    await ana.post('/api/v1/workflow/execute', {});
  });
  after(() => service[Symbol.asyncDispose]());

  const bytesOf = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));
  const post = async (path: string, bytes: Uint8Array): Promise<number> => {
    const headers = { 'content-type': 'application/json', cookie: ana.cookie };
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', body: bytes as unknown as string, headers });
    for await (const _ of answer.body ?? []) continue;
    return answer.status;
  };
  const source = {
    id: '1',
    name: 'CSV',
    type: 'dataset',
    nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
    fields: Object.entries({
      path: 'a.csv',
      separator: ',',
      header: 'true',
      outputColNames: '["id","x"]',
      outputColTypes: '["INTEGER","INTEGER"]',
      outputColFormats: '["",""]',
    }).map(([name, value]) => ({ name, value })),
  };
  /** A chain whose nodes unite the one before with itself: 2 to the power of `nodes` ways from its end to its source. */
  const doublingGraph = (nodes: number): Json => ({
    name: 'Doubled',
    nodes: [
      source,
      ...Array.from({ length: nodes }, (_, i) => ({
        id: String(i + 2),
        name: `Union ${i}`,
        type: 'transform',
        nodeClass: 'fire.nodes.etl.NodeUnionAll',
        fields: [],
      })),
    ],
    edges: Array.from({ length: nodes }, (_, i) => [
      { id: 2 * i + 1, source: String(i + 1), target: String(i + 2) },
      { id: 2 * i + 2, source: String(i + 1), target: String(i + 2) },
    ]).flat(),
  });
  const notes = Array.from({ length: 190_000 }, (_, i) => ({
    at: i,
    text: 'a note of some characters',
    tags: ['a', 'b'],
    ok: true,
  }));
  const large = bytesOf({ name: 'large', notes });
  for (const [name, path, bytes] of [
    ['15 MB of JSON that a route does not take', 'workflow/execute', large],
    ['15 MB of JSON that breaks off', 'workflows/validate', large.subarray(0, -1)],
    ['15 MB of line ends in a text', 'workflow/execute', Buffer.from(`{"name":"${'\\n'.repeat(7_800_000)}"}`)],
    ['15 MB of line ends before a fault', 'workflows/validate', Buffer.from(`${'\n'.repeat(15_700_000)}x`)],
  ] as const)
    test(name, async () => {
      let status = 0;
      await mustNotStall(0.5, async () => (status = await post(`/api/v1/${path}`, bytes)));
      assert.equal(status, 400);
    });

  test('a connection of 15 MB is refused before it is read', async () => {
    assert.equal(await post('/api/v1/connections/test', large), 413);
  });

  /** Pairs of a source and a node whose class is not known: as much to check as there is, and nothing to compose. */
  const wide = (pairs: number): Json => ({
    name: 'Wide',
    nodes: Array.from({ length: pairs }, (_, i) => [
      { ...source, id: String(2 * i + 1), nodeClass: 'fire.nodes.dataset.NodeNone' },
      {
        id: String(2 * i + 2),
        name: `Row filter ${i}`,
        type: 'transform',
        nodeClass: 'fire.nodes.etl.NodeNone',
        fields: source.fields,
      },
    ]).flat(),
    edges: Array.from({ length: pairs }, (_, i) => ({ id: i, source: String(2 * i + 1), target: String(2 * i + 2) })),
  });
  for (const [path, answers] of [
    ['validate', 200],
    ['columns', 200],
    ['explain', 200],
    ['generatePysparkCode', 422],
  ] as const)
    test(`a graph of 5,000 nodes: ${path}`, async () => {
      const bytes = bytesOf(wide(2_500));
      let status = 0;
      await mustNotStall(0.3, async () => (status = await post(`/api/v1/workflows/${path}`, bytes)));
      assert.equal(status, answers);
    });

  describe('of 5,000 nodes that can run', () => {
    const graph: Json = {
      name: 'Sound',
      nodes: Array.from({ length: 2_500 }, (_, i) => [
        { ...source, id: String(2 * i + 1) },
        {
          id: String(2 * i + 2),
          name: `Row filter ${i}`,
          type: 'transform',
          nodeClass: 'fire.nodes.etl.NodeRowFilter',
          fields: [{ name: 'conditionExpr', value: 'id > 0' }],
        },
      ]).flat(),
      edges: Array.from({ length: 2_500 }, (_, i) => ({ id: i, source: String(2 * i + 1), target: String(2 * i + 2) })),
    };
    const bytes = bytesOf(graph);
    const few = {
      ...graph,
      nodes: (graph['nodes'] as Json[]).slice(0, 2),
      edges: (graph['edges'] as Json[]).slice(0, 1),
    };
    let [projectId, workflowId, datasetId] = [0, 0, 0];
    const importOf = (body: unknown): FormData => {
      const form = new FormData();
      form.append('file', new Blob([JSON.stringify(body)]), 'sound.json');
      return form;
    };
    const send = async (method: string, path: string, body?: Body): Promise<Response> => {
      const headers = {
        cookie: ana.cookie,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      };
      const answer = await fetch(`${service.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
      for await (const _ of answer.clone().body ?? []) continue;
      return answer;
    };
    const run = async (): Promise<void> => {
      const executeReply = await ana.post('/api/v1/workflow/execute', { workflowId, nodes: ['2'] });
      assert.equal(executeReply.status, 200, executeReply.text);
      assert.equal(await ana.waitForEnd(Number(executeReply.text)), 'COMPLETED');
    };
    before(async () => {
      projectId = ((await ana.post('/api/v1/projects', { name: 'Of large graphs' })).json as { id: number }).id;
      const creation = await ana.post('/api/v1/workflows', { projectId, workflow: few });
      assert.equal(creation.status, 200, creation.text);
      workflowId = Number(creation.text);
      const dataset = await ana.post('/api/v1/datasets', { projectId, uuid: 'a.csv', name: 'A', path: 'a.csv' });
      assert.equal(dataset.status, 200, dataset.text);
      const { id } = await service.service.context.db.selectFrom('datasets').select('id').executeTakeFirstOrThrow();
      datasetId = id;
      // what a first call reads and compiles is not what is looked at
      await run();
      for (const [, method, path, body] of calls) await send(method, path(), body?.(few));
      const over = { analysisflowId: workflowId, workflow: { ...graph, uuid: 'large' } };
      assert.equal((await ana.put('/api/v1/workflows', over)).status, 200);
    });

    const json = (body: unknown): Body => JSON.stringify(body);
    const calls: readonly (readonly [string, string, () => string, ((graph: Json) => Body)?])[] = [
      ['saved', 'POST', () => '/api/v1/workflows', (workflow) => json({ projectId, workflow })],
      ['imported', 'POST', () => `/api/v1/workflows/import?projectId=${projectId}`, importOf],
      ['copied', 'POST', () => `/api/v1/workflows/${workflowId}/clone`],
      ['looked at for inconsistent nodes', 'POST', () => '/api/v1/workflows/nodes/state/inconsistent', json],
      ['a node of which is previewed', 'POST', () => '/api/v1/workflows/nodes/2/execute', json],
      ['the columns of a node of which are asked for', 'POST', () => '/api/v1/nodes/2/schema/output', json],
      ['in the lineage of its project', 'GET', () => `/api/v1/projects/${projectId}/lineage`],
      ['among what uses a dataset', 'GET', () => `/api/v1/datasets/${datasetId}/workflows`],
      ['whose nodes are searched', 'GET', () => '/api/v1/search/nodes/filter'],
    ];
    for (const [name, method, path, body] of calls)
      test(name, async () => {
        const bodyFields = body?.(graph);
        let answer: Response | undefined;
        await mustNotStall(0.3, async () => (answer = await send(method, path(), bodyFields)));
        assert.equal(answer?.status, 200, answer?.statusText);
      });

    test('that is run', async () => {
      await mustNotStall(0.3, run);
    });

    test('the value of a field of which is asked for', async () => {
      const headers = { nodeid: '2', fieldname: 'conditionExpr' };
      let value = '';
      await mustNotStall(
        0.3,
        async () =>
          (value = (await ana.send('POST', '/getValue1d', bytes, { ...headers, 'content-type': 'application/json' }))
            .text),
      );
      assert.equal(value, 'id > 0');
    });
  });

  for (const path of ['validate', 'columns', 'explain'])
    test(`a graph of which each node doubles its input, 20 times: ${path}`, async () => {
      assert.equal(await post(`/api/v1/workflows/${path}`, bytesOf(doublingGraph(20))), 200);
    });
});
