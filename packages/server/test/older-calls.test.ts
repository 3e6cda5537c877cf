import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EngineHost } from '@millrace/engines/host';
import { runPython } from '../../runner/test/explain-python.ts';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { passwordOf, TestService, type Client } from './support.ts';
import { until } from '@millrace/testkit/until';

type Json = Record<string, unknown>;

interface ProblemBody {
  readonly detail: string;
  readonly errors?: readonly Json[];
}

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('older calls of clients', () => {
  let service: TestService;
  let admin: Client;
  let analyst: Client;
  let workflow: number;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    await service.makeUser('ada', ['ANALYST']);
    analyst = await service.signedIn('ada', passwordOf('ada'));
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\n');
    workflow = Number((await admin.post('/api/v1/workflows', { workflow: inARow('People', [people]) })).json);
  });
  after(() => service[Symbol.asyncDispose]());

  const execute = () => admin.post('/api/v1/workflow/execute', { workflowId: workflow });

  test('an administrator switches runs off and on again while the service runs', async () => {
    const isEnabled = async (): Promise<unknown> => (await analyst.get('/api/v1/workflows/execution-enable')).json;
    const set = (value: unknown) => admin.post('/api/v1/configurations', { name: 'executions.enabled', value });
    assert.equal(await isEnabled(), true);
    const stopped = Number((await execute()).json);
    await admin.post(`/api/v1/workflow-execution/${stopped}/kill`, {});

    assert.equal((await set(false)).status, 200);
    assert.equal(await isEnabled(), false);
    for (const refused of [
      await execute(),
      await admin.post(`/api/v1/create/workflowexecution/${workflow}`, {}),
      await admin.post(`/api/v1/workflow-executions/${stopped}/resume`, {}),
    ]) {
      assert.equal(refused.status, 409);
      assert.match(refused.text, /an administrator has disabled runs \(executions\.enabled is false\)/);
    }
    await service.restart();
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    assert.equal(await isEnabled(), false, 'a start changes nothing');

    assert.equal((await set('TRUE')).status, 200);
    assert.equal(await isEnabled(), true);
    assert.equal(await admin.waitForEnd(Number((await execute()).json)), 'COMPLETED');
  });

  test('settings can be sent back as they were read, and those of the environment stay what they are', async () => {
    const read = await admin.get('/api/v1/configurations');
    const all = read.json as Json[];
    assert.deepEqual(
      all.filter(({ isChangeable }) => isChangeable).map(({ name }) => name),
      ['executions.enabled'],
    );
    const answer = await admin.post('/api/v1/configurations', all);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.text, read.text);

    const half = [
      { name: 'executions.enabled', value: 'false' },
      { name: 'MILLRACE_PORT', value: '81' },
    ];
    const refusal = await admin.post('/api/v1/configurations', half);
    assert.equal(refusal.status, 409);
    assert.match(refusal.text, /MILLRACE_PORT is set by the environment of the service/);
    assert.equal((await admin.get('/api/v1/workflows/execution-enable')).json, true, 'all of them or none');

    const unknown = await admin.post('/api/v1/configurations', { name: 'colour', value: 'red' });
    assert.deepEqual([unknown.status, /unknown setting \\"colour\\"/.test(unknown.text)], [422, true]);
    const wrong = await admin.post('/api/v1/configurations', { name: 'executions.enabled', value: 'maybe' });
    assert.deepEqual(
      [wrong.status, /invalid value \\"maybe\\" for setting .*: must be one of true, false/.test(wrong.text)],
      [422, true],
    );
    assert.equal((await analyst.post('/api/v1/configurations', half)).status, 403);
  });

  test('a setting that holds roles is shown as it is written', async () => {
    await service.restart({ MILLRACE_OIDC_ROLES: 'data=ANALYST,*=VIEWER' });
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    const all = (await admin.get('/api/v1/configurations')).json as Json[];
    assert.equal(all.find(({ name }) => name === 'MILLRACE_OIDC_ROLES')?.['value'], 'data=ANALYST,*=VIEWER');
  });

  test('what the service works out by itself is said, and what is set is not', async () => {
    const settingsNow = async () =>
      new Map(
        ((await admin.get('/api/v1/configurations/infer')).json as { name: string; value: string }[]).map(
          ({ name, value }) => [name, value],
        ),
      );
    // tests say how many engines wait
    await service.restart({ MILLRACE_WARM_ENGINES: undefined });
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    const open = await settingsNow();
    assert.equal(open.get('MILLRACE_FILES'), service.files);
    assert.match(open.get('MILLRACE_ENGINE_MEMORY') ?? '', /^\d+m$/);
    assert.equal(open.get('MILLRACE_SANDBOX'), service.service.context.sandbox);
    assert.ok(Number(open.get('MILLRACE_WARM_ENGINES')) >= 1);

    await service.restart({ MILLRACE_ENGINE_MEMORY: '1g', MILLRACE_WARM_ENGINES: '1', MILLRACE_FILES: service.files });
    [admin, analyst] = [await service.signedIn(), await service.signedIn('ada', passwordOf('ada'))];
    const set = await settingsNow();
    for (const name of ['MILLRACE_ENGINE_MEMORY', 'MILLRACE_WARM_ENGINES', 'MILLRACE_FILES'])
      assert.equal(set.has(name), false, name);
    assert.ok(Number(set.get('MILLRACE_SPARK_PROCESSES')) >= Number(open.get('MILLRACE_SPARK_PROCESSES')));
  });

  const older = sql('select name, age + $more as age from t where age > 10');
  const graphOf = (nodes: readonly NodeDraft[]) => ({ ...inARow('Draft', nodes), parameters: '--var more=1' });

  test('a graph is written as a PySpark program, which gives the rows of a run where the files are', async () => {
    const url = '/api/v1/workflows/generatePysparkCode';
    const graph = graphOf([people, older]);
    const answer = await admin.post(url, graph);
    assert.equal(answer.status, 200, answer.text);
    const { code, missing } = answer.json as { code: string; missing: string[] };
    assert.deepEqual(missing, []);
    assert.equal(code.includes(service.folder), false, 'no folder of the machine');
    const bare = await admin.post(url, { workflow: graph }, { accept: 'text/plain' });
    assert.deepEqual([bare.text, bare.headers.get('content-type')], [code, 'text/plain; charset=utf-8']);

    // one without a sandbox, which a Python process can join
    await using host = new EngineHost();
    await using engine = await host.open('sail');
    const { port, userId, sessionId } = engine.session.client.remote;
    const name = [...code.matchAll(/^(\w+) = /gm)].at(-1)?.[1] ?? '';
    const program = code.replace('FILES = ""', `FILES = ${JSON.stringify(service.files)}`);
    assert.notEqual(program, code);
    const check = `${program}\nassert [tuple(row) for row in ${name}.collect()] == [("Ada", 37)], ${name}.collect()\n`;
    const rows = await runPython(`sc://localhost:${port}/;user_id=${userId};session_id=${sessionId}`, [
      { name: 'generated', code: check, variables: [] },
    ]);
    assert.deepEqual(rows, [{ columns: [] }]);
  });

  test('a program is written on a new engine where the one of who draws has ended', async () => {
    const { editing } = service.service.context;
    await editing.use('1/1', { owner: 'project 1' }, async (session) => {
      const engine = await session.open('sail');
      engine.kill();
      await until(() => engine.ended?.() !== undefined);
    });
    const answer = await admin.post('/api/v1/workflows/generatePysparkCode', graphOf([people, older]));
    assert.deepEqual((answer.json as { missing: string[] }).missing, []);
  });

  test('a program says what of the graph it cannot do, and a graph with errors gives none', async () => {
    const nowhere = csv('nowhere.csv', ['a'], ['STRING']);
    const wrong = await admin.post('/api/v1/workflows/generatePysparkCode', graphOf([nowhere, older]));
    const { code, missing } = wrong.json as { code: string; missing: string[] };
    assert.match(missing[0] ?? '', /^node 1 \(NodeDatasetCSV\) has no plan: file not found: "nowhere.csv"/);
    assert.match(missing[1] ?? '', /^node 2 \(NodeSQL\) has no plan: node 1 before it has no plan/);
    assert.match(code, /raise NotImplementedError\("node 1/);
    const unfinished = await admin.post('/api/v1/workflows/generatePysparkCode', graphOf([people, sql('')]));
    assert.equal(unfinished.status, 422);
    assert.deepEqual(
      (unfinished.json as ProblemBody).errors?.map(({ nodeId, field }) => [nodeId, field]),
      [['2', 'sql']],
    );
  });

  test('Python code is checked and not run', async () => {
    const check = async (body: unknown, headers = {}): Promise<unknown> => {
      const answer = await analyst.post('/api/v1/workflows/validateCode', body, headers);
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    const right = { isValid: true, problems: [] };
    assert.deepEqual(await check({ code: 'out = df.select("größe")\n', language: 'python' }), right);
    assert.deepEqual(await check('import os\nos.abort()\n', { 'content-type': 'text/plain' }), right);
    const open = { line: 2, column: 10, message: "'(' was never closed", severity: 'error' };
    assert.deepEqual(await check({ code: 'x = 1\ny = print(1' }), { isValid: false, problems: [open] });
    const deep = (await check({ code: '-'.repeat(500_000) })) as { isValid: boolean };
    assert.equal(deep.isValid, false);
    const { problems } = (await check({ code: 's = "\\d"\n' })) as { problems: { severity: string }[] };
    assert.ok(
      problems.every(({ severity }) => severity === 'warning'),
      'a warning is no error',
    );
    for (const body of [{}, 'null', ''])
      assert.equal(
        (await analyst.post('/api/v1/workflows/validateCode', body, { 'content-type': 'application/json' })).status,
        400,
      );
    assert.equal((await analyst.post('/api/v1/workflows/validateCode', { code: 'x'.repeat(1_000_001) })).status, 400);
  });

  test('a drawing is arranged from left to right, and nothing else of it changes', async () => {
    const graph = inARow('Draft', [people, people, older, sql('select * from t'), sql('select 1'), people]);
    const edges = [
      { id: 1, source: '1', target: '3', colour: 'red' },
      { id: 2, source: '2', target: '3' },
      { id: 3, source: '3', target: '4' },
      { id: 4, source: '3', target: '5' },
      { id: 5, source: '3', target: 'nowhere' },
    ];
    const drawing = {
      ...graph,
      edges,
      nodes: (graph['nodes'] as Json[]).map((node) => ({ ...node, x: '5px', mark: 1 })),
    };
    const answer = await analyst.post('/api/v1/workflows/beautify', drawing);
    assert.equal(answer.status, 200, answer.text);
    const result = answer.json as Json & { nodes: Json[] };
    const without = (nodes: readonly Json[]): unknown => nodes.map(({ x: _x, y: _y, ...rest }) => rest);
    assert.deepEqual({ ...result, nodes: without(result.nodes) }, { ...drawing, nodes: without(drawing.nodes) });
    const positions = result.nodes.map(
      ({ x, y }) => [Number.parseInt(String(x), 10), Number.parseInt(String(y), 10)] as const,
    );
    for (const { source, target } of edges) {
      const [from, to] = [positions[Number(source) - 1], positions[Number(target) - 1]];
      if (from !== undefined && to !== undefined) assert.ok(from[0] + 100 <= to[0], `${source} is left of ${target}`);
    }
    for (const [i, [x, y]] of positions.entries())
      for (const [otherX, otherY] of positions.slice(i + 1))
        assert.ok(Math.abs(x - otherX) >= 176 || Math.abs(y - otherY) >= 76, 'nodes do not overlap');
    const again = await analyst.post('/api/v1/workflows/beautify', { workflow: result });
    assert.deepEqual(again.json, result, 'arranged, it stays as it is');
    const ring = {
      ...inARow('Ring', [older, older]),
      edges: [
        ['1', '2'],
        ['2', '1'],
        ['2', '2'],
      ].map(([source, target], id) => ({ id, source, target })),
    };
    assert.equal((await analyst.post('/api/v1/workflows/beautify', ring)).status, 200);
    const empty = { name: 'Empty', nodes: [], edges: [] };
    assert.equal((await analyst.post('/api/v1/workflows/beautify', empty)).status, 200);
    const long = await analyst.post('/api/v1/workflows/beautify', inARow('Long', Array(20_000).fill(print)));
    assert.deepEqual([long.status, /is too large to arrange/.test(long.text)], [422, true]);
  });

  test('the nodes of a group are arranged together, with room for its frame, and lie behind one card when it is one', async () => {
    const nodeGroups = [
      'odd',
      { id: 'g1', name: 'Frame', nodes: ['2', '4', 'gone'] },
      { id: 'g2', name: 'Card', nodes: ['5', '6', '2'], collapsed: true },
      { id: 'g3', name: 'No nodes' },
    ];
    const pairs = [
      ['1', '2'],
      ['2', '3'],
      ['3', '4'],
      ['1', '5'],
      ['5', '6'],
      ['6', '7'],
    ];
    const edges = pairs.map(([source, target], id) => ({ id, source, target }));
    const drawing = { ...inARow('Groups', Array(7).fill(older)), nodeGroups, edges };
    const { json } = await analyst.post('/api/v1/workflows/beautify', drawing);
    const result = json as Json & { nodes: Json[] };
    assert.deepEqual(result['nodeGroups'], nodeGroups);
    const [first, second, third, fourth, fifth, sixth, seventh] = result.nodes.map((node) => ({
      x: Number.parseInt(String(node['x']), 10),
      y: Number.parseInt(String(node['y']), 10),
    }));
    assert.ok(first && second && third && fourth && fifth && sixth && seventh);
    const left = Math.min(second.x, fourth.x) - 16;
    const right = Math.max(second.x, fourth.x) + 176 + 16;
    const top = Math.min(second.y, fourth.y) - 48;
    const bottom = Math.max(second.y, fourth.y) + 76 + 12;
    for (const { x, y } of [first, third, fifth, seventh])
      assert.ok(x + 176 <= left || x >= right || y + 76 <= top || y >= bottom, 'no other node lies in the frame');
    assert.ok(first.x + 176 <= fifth.x && fifth.x + 176 <= seventh.x, 'the card stands between its neighbours');
    assert.ok(sixth.x > fifth.x, 'behind it its nodes keep their order');
  });

  test('a node offers the columns that come in, of the input that a field picks from, and gets the fields it lacks', async () => {
    const cities = csv('people.csv', ['city', 'size'], ['STRING', 'INTEGER']);
    const lookup: NodeDraft = { nodeClass: 'etl.NodeLookup', fields: { lookupFindCol: 'gone' } };
    const spec = (await admin.get('/api/v1/nodes/names/lookup')).json as { nodeClass: string; fields: Json[] };
    const graph = {
      ...inARow('Draft', [people, cities, { ...lookup, nodeClass: spec.nodeClass.replace('fire.nodes.', '') }]),
      edges: [
        { id: 1, source: '1', target: '3' },
        { id: 2, source: '2', target: '3' },
      ],
    };
    const ask = (nodeId: string, body: unknown) =>
      admin.post('/nodeWithUpdatedValuesJSON', body, { nodeId, accept: 'text/html' });
    const answer = await ask('3', graph);
    assert.equal(answer.status, 200, answer.text);
    const node = answer.json as { id: string; fields: Json[] };
    assert.deepEqual(node.fields.map(({ name }) => name).toSorted(), spec.fields.map(({ name }) => name).toSorted());
    const field = (name: string) => node.fields.find((one) => one['name'] === name);
    assert.deepEqual(
      [field('lookupFindCol')?.['value'], field('lookupFindCol')?.['optionsArray']],
      ['gone', ['city', 'size']],
    );
    assert.deepEqual(field('appendCols')?.['optionsArray'], ['city', 'size']);
    const own = node.fields.filter(({ optionsArray }) => JSON.stringify(optionsArray) === '["name","age"]');
    assert.ok(own.length > 0, 'columns of the first input');

    const source = await ask('1', graph);
    assert.equal(source.status, 200, source.text);
    const nowhere = await ask('9', graph);
    assert.deepEqual([nowhere.status, (nowhere.json as ProblemBody).errors?.[0]?.['nodeId']], [422, '9']);
    assert.equal((await admin.post('/nodeWithUpdatedValuesJSON', graph)).status, 400, 'the header is needed');
  });

  test('the value of a field is told as text, the default where none is stored', async () => {
    const node: NodeDraft = { nodeClass: 'util.NodePrintFirstNRows', fields: { title: '<b>' } };
    const value = (nodeId: string, fieldName: string) =>
      analyst.post('/getValue1d', inARow('Draft', [people, node]), { nodeId, fieldName, accept: 'text/html' });
    assert.equal((await value('1', 'outputColNames')).text, '["name","age"]');
    const title = await value('2', 'title');
    assert.deepEqual([title.text, title.headers.get('content-type')], ['<b>', 'text/plain; charset=utf-8']);
    assert.equal((await value('2', 'n')).text, '10');
    const unknown = await value('2', 'colour');
    assert.equal(unknown.status, 422);
    assert.match((unknown.json as ProblemBody).detail, /^unknown field "colour" of node 2 NodePrintFirstNRows/);
    assert.equal((await value('7', 'n')).status, 422);
  });
});
