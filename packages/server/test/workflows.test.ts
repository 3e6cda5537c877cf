import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const graph = inARow('Kept', [csv('a.csv', ['a'], ['STRING']), print]);

describe('workflows', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const save = async (workflow: unknown = graph): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { workflow });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const read = async (id: number): Promise<Record<string, unknown> & { workflow: Record<string, unknown> }> =>
    (await client.get(`/api/v1/workflows/id/${id}`)).json as never;

  test('come back as they came, unknown keys with them', async () => {
    const own = {
      ...graph,
      nodeDebugConfigs: { 1: { on: true } },
      nodes: (graph['nodes'] as object[]).map((node) => ({ ...node, own: [1, { __proto: null }] })),
    };
    const { workflow } = await read(await save(own));
    const { uuid, version, ...rest } = workflow;
    const { uuid: _, ...document } = own as Record<string, unknown>;
    assert.partialDeepStrictEqual(rest, document);
    assert.equal(version, 1);
    assert.match(String(uuid), /^[\da-f-]{36}$/);
  });

  test('of a client that leaves keys out are read with all keys of the interface', async () => {
    const keysOf = (value: unknown): string[] => Object.keys(value as object);
    const lacks = (value: unknown, names: string): string[] =>
      names.split(' ').filter((one) => !keysOf(value).includes(one));
    const bare = {
      name: 'Bare',
      nodes: [{ id: '1', nodeClass: 'fire.nodes.util.NodePrintFirstNRows', fields: [{ name: 'n', value: '3' }] }],
      edges: [{ source: '1', target: '2' }],
      dataSetDetails: [{ uuid: 'd' }],
    };
    const id = await save(bare);
    const record = await read(id);
    const latest = (await client.get('/api/v1/workflows/latest')).json as Record<string, unknown>[];
    const exportOf = (await client.get(`/api/v1/workflows/export/${id}`)).json;
    for (const graph of [
      record.workflow,
      JSON.parse(String(record['content'])),
      latest.find((one) => one['id'] === id)?.['workflow'],
      exportOf,
    ] as Record<string, Record<string, unknown>[]>[]) {
      const [node] = graph['nodes'] ?? [];
      const [detail] = graph['dataSetDetails'] ?? [];
      const shape = 'name uuid category description parameters engine h2OWorkflow nodes edges dataSetDetails';
      assert.deepEqual(lacks(graph, shape), []);
      assert.deepEqual(
        lacks(node, 'id path name iconImage description details examples type nodeClass x y fields engine'),
        [],
      );
      assert.deepEqual(
        lacks(
          (node?.['fields'] as unknown[] | undefined)?.[0],
          'name value widget title optionsArray optionsMap datatypes required display editable disableRefresh',
        ),
        [],
      );
      assert.deepEqual(lacks(graph['edges']?.[0], 'id source target'), []);
      assert.deepEqual(
        lacks(
          detail,
          'datasetSchema datasetType delimiter description filterLinesContaining header id name path readOptions uuid version',
        ),
        [],
      );
    }
  });

  test('are copied by sending again what was read or sent: the copy has an id and a uuid of its own', async () => {
    const first = await save({ ...graph, uuid: 'u-sent-twice' });
    const { workflow } = await read(first);
    const [copy, again] = [await save(workflow), await save({ ...graph, uuid: 'u-sent-twice' })];
    const all = await Promise.all([first, copy, again].map(read));
    assert.equal(new Set(all.map(({ id }) => id)).size, 3);
    const uuids = all.map((one) => one.workflow['uuid']);
    assert.equal(uuids[0], 'u-sent-twice');
    assert.equal(new Set(uuids).size, 3);
    for (const { workflow: one } of all) assert.deepEqual([one['name'], one['version']], [workflow['name'], 1]);
  });

  test('have a version for each save, with who and why; a stale one is refused', async () => {
    const id = await save();
    const { workflow } = await read(id);
    const update = (body: object) =>
      client.put('/api/v1/workflows', { analysisflowId: String(id), comment: 'second', ...body });
    assert.equal((await update({ workflow: { ...workflow, name: 'Renamed' } })).text, String(id));
    const stale = await update({ workflow });
    assert.equal(stale.status, 409);
    assert.equal((stale.json as { code: string }).code, 'STALE_VERSION');
    const { version: _, ...withoutVersion } = workflow;
    assert.equal((await update({ workflow: withoutVersion })).status, 200);
    const versions = (await client.get(`/api/v1/workflows/versions?workflowId=${id}`)).json as Record<
      string,
      unknown
    >[];
    assert.deepEqual(
      versions.map((v) => [v['version'], v['userName'], v['userComment'], v['analysisflowId']]),
      [
        [3, 'admin', 'second', id],
        [2, 'admin', 'second', id],
        [1, 'admin', null, id],
      ],
    );
    assert.equal((JSON.parse(String(versions[1]?.['content'])) as { name: string }).name, 'Renamed');
    const heads = (await client.get(`/api/v1/workflows/${id}/versions`)).json as object[];
    assert.deepEqual(
      heads,
      versions.map(({ content: _content, ...head }) => head),
    );
    const second = (await client.get(`/api/v1/workflows/${id}/versions/2`)).json;
    assert.deepEqual(second, versions[1]);
    const absent = await client.get(`/api/v1/workflows/${id}/versions/4`);
    assert.deepEqual(
      [absent.status, (absent.json as { detail: string }).detail],
      [404, `version 4 of workflow ${id} not found`],
    );
  });

  test('are listed with who has locked them and how their newest run went', async () => {
    const id = await save(inARow('Listed', [csv('a.csv', ['a'], ['STRING']), print]));
    const entry = async () =>
      ((await client.get('/api/v1/workflows/dashboard')).json as Record<string, unknown>[]).find(
        (one) => one['id'] === id,
      );
    assert.deepEqual([(await entry())?.['lockedBy'], (await entry())?.['lastExecution']], [null, null]);
    await client.post(`/api/v1/workflows/${id}/lock`);
    for (const _ of [1, 2]) await client.post('/api/v1/workflow/execute', { workflowId: id });
    const [{ id: last = 0 } = {}] = (await client.get(`/api/v1/workflow-executions/workflows/${id}`)).json as {
      id: number;
    }[];
    assert.equal(await client.waitForEnd(last), 'FAILED');
    const { lockedBy, lastExecution } = (await entry()) as {
      lockedBy: { username: string };
      lastExecution: { id: number; status: number; startTime: number };
    };
    assert.equal(lockedBy.username, 'admin');
    assert.deepEqual([lastExecution.id, lastExecution.status], [last, 3]);
    assert.ok(lastExecution.startTime > 0);
  });

  test('that are imported are reported on: what runs, what does not and why, what was read as something else', async () => {
    const pack = {
      ...graph,
      name: 'Bought',
      uuid: 'u-bought',
      nodes: [
        ...(graph['nodes'] as object[]),
        { id: '7', name: 'Odd', type: 'ml', nodeClass: 'fire.nodes.of.Nobody', fields: [{ name: 'n', value: 5 }] },
      ],
    };
    const send = async () => {
      const form = new FormData();
      form.append('file', new Blob([JSON.stringify(pack)]), 'bought.json');
      const [report] = (await client.send('POST', '/api/v1/workflows/import', form)).json as {
        renewed: boolean;
        canRun: boolean;
        nodes: { id: string }[];
        problems: { code: string; nodeId?: string }[];
        adapted: { nodeId?: string; message: string }[];
      }[];
      return report;
    };
    const first = await send();
    assert.deepEqual([first?.renewed, first?.canRun, first?.nodes.length], [false, false, 3]);
    assert.deepEqual(
      first?.problems.filter(({ code }) => code === 'unknown-class').map(({ nodeId }) => nodeId),
      ['7'],
    );
    assert.deepEqual(first?.adapted, [
      { nodeId: '7', message: 'Node 7 "Odd" has the deprecated type "ml", which is read as "ml-estimator".' },
      { nodeId: '7', message: 'Node 7 "Odd" has a value in field "n" that is not text; it is read as "5".' },
    ]);
    assert.equal((await send())?.renewed, true);
  });

  test('are imported as real clients send them and exported as they read them', async () => {
    const form = new FormData();
    form.append('file[]', new Blob([JSON.stringify({ ...graph, name: 'One', uuid: 'u-1' })]), '/some/where/one.json');
    form.append(
      'file',
      new Blob([JSON.stringify([JSON.stringify({ ...graph, name: 'Two', uuid: 'u-2' })])]),
      'two.json',
    );
    const importOf = (await client.send('POST', '/api/v1/workflows/import?uuidOption=createNewUUIDIfExist', form))
      .json as Record<string, unknown>[];
    assert.deepEqual(
      importOf.map(({ name }) => name),
      ['One', 'Two'],
    );
    const again = new FormData();
    again.append('file', new Blob([JSON.stringify({ ...graph, name: 'One again', uuid: 'u-1' })]), 'one.json');
    const [over] = (
      await client.send('POST', '/api/v1/workflows/import?uuidOption=overwriteWorkflowIfUUIDExistInProject', again)
    ).json as { id: number; overwritten: boolean }[];
    assert.deepEqual([over?.id, over?.overwritten], [importOf[0]?.['id'], true]);
    assert.equal((await read(over?.id ?? 0)).version, 2);
    const exportOf = (await client.get('/api/v1/workflows/list/export?projectId=1')).json as string[];
    assert.ok(exportOf.map((one) => (JSON.parse(one) as { name: string }).name).includes('One again'));
  });

  test('give their versions a page at a time, or all as one stream', async () => {
    const creation = await client.post('/api/v1/workflows', { workflow: graph });
    const id = Number(creation.text);
    for (let version = 2; version <= 23; version++)
      await client.put('/api/v1/workflows', { analysisflowId: id, workflow: { ...graph, description: `${version}` } });
    const read = async (page: string): Promise<number[]> => {
      const answer = await client.get(`/api/v1/workflows/versions?workflowId=${id}${page}`);
      assert.equal(answer.headers.get('content-length'), null);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      return (answer.json as { version: number }[]).map(({ version }) => version);
    };
    const all = Array.from({ length: 23 }, (_, i) => 23 - i);
    assert.deepEqual(await read(''), all);
    assert.deepEqual(await read('&page=1&size=9'), all.slice(9, 18));
    assert.deepEqual(await read('&page=9&size=9'), []);
  });

  test('of an import with a damaged file stay as they were', async () => {
    const before = (await client.get('/api/v1/workflows/count')).text;
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify({ ...graph, uuid: 'u-9' })]), 'good.json');
    form.append('file', new Blob(['{"nodes": [}']), 'bad.json');
    const answer = await client.send('POST', '/api/v1/workflows/import', form);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /bad\.json.*line 1/);
    assert.equal((await client.get('/api/v1/workflows/count')).text, before);
  });

  test('are deleted, and then not there', async () => {
    const id = await save();
    const answer = await client.delete(`/api/v1/workflows/id/${id}`, { accept: 'application/json' });
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(answer.text, 'Workflow deleted successfully.');
    assert.equal((await client.get(`/api/v1/workflows/${id}`)).status, 404);
  });

  for (const [what, body, status] of [
    ['no graph', { workflow: null }, 400],
    ['a list for a graph', { workflow: [] }, 422],
    ['text for an id', { workflow: graph, projectId: 'x' }, 400],
    ['an id beyond all', { workflow: graph, projectId: 1e300 }, 400],
    ['a project that is not there', { workflow: graph, projectId: 4711 }, 404],
    ['nodes that are no list', { workflow: { ...graph, nodes: 7 } }, 422],
  ] as const)
    test(`${what} is refused with a problem`, async () => {
      const answer = await client.post('/api/v1/workflows', body);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.ok(!answer.text.includes('.ts:'));
    });

  for (const [what, body] of [
    ['no JSON', '{"workflow": '],
    ['nesting beyond measure', `{"workflow": ${'['.repeat(100_000)}`],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    [
      'a graph with prototype keys',
      '{"workflow": {"__proto__": {"nodes": []}, "constructor": {"prototype": {}}, "nodes": 1}}',
    ],
  ] as const)
    test(`${what} is refused with a problem`, async () => {
      const answer = await client.send('POST', '/api/v1/workflows', body, { 'content-type': 'application/json' });
      assert.ok(answer.status === 400 || answer.status === 422, answer.text);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    });

  test('that clients ask for as text get errors as one line of text', async () => {
    const answer = await client.get('/api/v1/workflows/id/999999', { accept: 'text/plain' });
    assert.equal(answer.status, 404);
    assert.equal(answer.text, 'workflow 999999 not found');
  });
});
