import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, endless, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { passwordOf, TestService, sharingSpark, type Answer, type Client } from './support.ts';
import { until } from '@millrace/testkit/until';

interface Preview {
  readonly engine: string;
  readonly sample: { readonly rows: number; readonly complete: boolean };
  readonly outputs: readonly {
    readonly columns: readonly { readonly name: string; readonly type: string }[];
    readonly rows: readonly (readonly unknown[])[];
    readonly truncated: boolean;
    readonly count: number;
  }[];
  readonly results: readonly Record<string, unknown>[];
}

interface ProblemBody {
  readonly detail: string;
  readonly errors?: readonly { readonly nodeId?: string; readonly field?: string; readonly code: string }[];
}

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const older = sql('select name, age + 1 as age from t where age > 10');

describe('somebody who draws a graph', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_EDIT_SESSIONS: '1' }, Date.now, sharingSpark());
    client = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const write = (text: string): Promise<void> => writeFile(join(service.files, 'people.csv'), text);
  const ask = (nodeId: string, nodes: readonly NodeDraft[], query = '', as = client): Promise<Answer> =>
    as.post(`/api/v1/workflows/nodes/${nodeId}/execute${query}`, inARow('Draft', nodes));
  const previewOf = async (...args: Parameters<typeof ask>): Promise<Preview> => {
    const answer = await ask(...args);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Preview;
  };

  test('sees the rows of a node, and what it shows, before the graph is done', async () => {
    await write('name,age\nAda,36\nBo,7\nCy,41\n');
    const unfinished = [people, older, print, sql('')];
    const { outputs, sample, engine, results } = await previewOf('3', unfinished);
    assert.deepEqual(outputs[0]?.rows, [
      ['Ada', 37],
      ['Cy', 42],
    ]);
    assert.deepEqual(outputs[0]?.columns, [
      { name: 'name', type: 'string' },
      { name: 'age', type: 'int' },
    ]);
    assert.deepEqual([outputs[0]?.count, outputs[0]?.truncated, engine], [2, false, 'sail']);
    assert.deepEqual(sample, { rows: 1000, complete: true });
    assert.deepEqual(
      results.map(({ type, nodeId }) => [type, nodeId]),
      [['table', '3']],
    );
  });

  test('sees new rows when a file, a field or a node above has changed', async () => {
    await write('name,age\nAda,36\n');
    assert.deepEqual((await previewOf('2', [people, older])).outputs[0]?.rows, [['Ada', 37]]);
    await write('name,age\nDi,50\nEd,60\n');
    assert.deepEqual((await previewOf('2', [people, older])).outputs[0]?.rows, [
      ['Di', 51],
      ['Ed', 61],
    ]);
    const changed = sql('select upper(name) as name from t');
    assert.deepEqual((await previewOf('3', [people, changed, print])).outputs[0]?.rows, [['DI'], ['ED']]);
  });

  test('sees the values that another node gives to parameters', async () => {
    await write('name,age\nAda,36\nBo,7\n');
    const parameter: NodeDraft = {
      nodeClass: 'util.NodeSpecifyParameters',
      fields: { names: ['least'], values: ['10'] },
    };
    const graph = inARow('Draft', [people, sql('select name from t where age > $least'), parameter]);
    const answer = await client.post('/api/v1/workflows/nodes/2/execute', {
      ...graph,
      edges: [{ id: 1, source: '1', target: '2' }],
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((answer.json as Preview).outputs[0]?.rows, [['Ada']]);
  });

  test('sees of a split the branch that an edge takes in the whole graph', async () => {
    await write('name,age\nAda,36\nBo,7\n');
    const split: NodeDraft = { nodeClass: 'etl.NodeSplitByExpression', fields: { conditionExpr: 'age > 10' } };
    const graph = {
      ...inARow('Draft', [people, split, print, print]),
      edges: [
        { id: 1, source: '1', target: '2' },
        { id: 2, source: '2', target: '3' },
        { id: 3, source: '2', target: '4' },
      ],
    };
    const rowsOf = async (id: string): Promise<unknown> => {
      const answer = await client.post(`/api/v1/workflows/nodes/${id}/execute`, graph);
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as Preview).outputs[0]?.rows;
    };
    assert.deepEqual([await rowsOf('3'), await rowsOf('4')], [[['Ada', 36]], [['Bo', 7]]]);
  });

  test('is told that a sample is one', async () => {
    await write(`name,age\n${Array.from({ length: 500 }, (_, i) => `p${i},${i}\n`).join('')}`);
    const cut = await previewOf('1', [people], '?sample=20&rows=5');
    assert.deepEqual(cut.sample, { rows: 20, complete: false });
    assert.deepEqual([cut.outputs[0]?.rows.length, cut.outputs[0]?.count, cut.outputs[0]?.truncated], [5, 20, true]);
    assert.equal((await previewOf('1', [people])).sample.complete, true);
  });

  test('sees as many rows as a table shows, whatever is looked at of the output', async () => {
    await write(`name,age\n${Array.from({ length: 300 }, (_, i) => `p${i},${i}\n`).join('')}`);
    const first = async (n: number, rows: number): Promise<unknown[]> => {
      const shows: NodeDraft = { ...print, fields: { n: `${n}` } };
      const { outputs, results } = await previewOf('2', [people, shows], `?rows=${rows}`);
      const [table] = results as { readonly rows: readonly unknown[]; readonly truncated: boolean }[];
      const count = Math.min(n, rows);
      assert.deepEqual(table?.rows.slice(0, count), outputs[0]?.rows.slice(0, count));
      return [table?.rows.length, table?.truncated, outputs[0]?.rows.length, outputs[0]?.count, outputs[0]?.truncated];
    };
    assert.deepEqual(await first(7, 5), [7, false, 5, 300, true]);
    assert.deepEqual(await first(6, 5), [6, false, 5, 300, true]);
    assert.deepEqual(await first(5, 5), [5, false, 5, 300, true]);
    assert.deepEqual(await first(4, 5), [4, false, 5, 300, true]);
    assert.deepEqual(await first(400, 299), [300, false, 299, 300, true]);
    assert.deepEqual(await first(400, 300), [300, false, 300, 300, false]);
    assert.deepEqual(await first(4, 1_000), [4, false, 300, 300, false]);
  });

  test('sees how many rows there are, again and after a change', async () => {
    const rows = (count: number): Promise<void> =>
      write(`name,age\n${Array.from({ length: count }, (_, i) => `p${i},${i}\n`).join('')}`);
    const countOver = async (age: number): Promise<unknown[]> => {
      const { outputs } = await previewOf('2', [people, sql(`select name from t where age >= ${age}`)], '?rows=5');
      return [outputs[0]?.rows.length, outputs[0]?.count, outputs[0]?.truncated];
    };
    await rows(200);
    assert.deepEqual(await countOver(10), [5, 190, true]);
    assert.deepEqual(await countOver(10), [5, 190, true]);
    assert.deepEqual(await countOver(20), [5, 180, true]);
    assert.deepEqual(await countOver(197), [3, 3, false]);
    assert.deepEqual(await countOver(197), [3, 3, false]);
    assert.deepEqual(await countOver(10), [5, 190, true]);
    await rows(100);
    assert.deepEqual(await countOver(10), [5, 90, true]);
  });

  test('learns the columns on both sides of a node, the left ones while it is still empty', async () => {
    await write('name,age\nAda,36\n');
    const graph = inARow('Draft', [people, sql('')]);
    const input = await client.post('/api/v1/nodes/2/schema/input', graph);
    assert.deepEqual(input.json, [
      {
        nodeId: '1',
        output: 0,
        columns: [
          { name: 'name', type: 'string' },
          { name: 'age', type: 'int' },
        ],
      },
    ]);
    const output = await client.post('/api/v1/nodes/1/schema/output', { workflow: graph });
    assert.deepEqual(output.json, input.json);
    const empty = await client.post('/api/v1/nodes/2/schema/output', graph);
    assert.equal(empty.status, 422);
    assert.equal((empty.json as ProblemBody).errors?.[0]?.nodeId, '2');
  });

  test('is told which node cannot do its work, and why', async () => {
    await write('name,age\nAda,36\n');
    const wrong = await ask('3', [people, sql('select nme from t'), print]);
    assert.equal(wrong.status, 422);
    const { detail, errors } = wrong.json as ProblemBody;
    assert.match(detail, /^node 2 NodeSQL: unknown column "nme"; check the column name/);
    assert.deepEqual([errors?.[0]?.nodeId, errors?.[0]?.field], ['2', 'sql']);
    const missing = await ask('2', [csv('nowhere.csv', ['a'], ['STRING']), print]);
    assert.match((missing.json as ProblemBody).detail, /^node 1 NodeDatasetCSV: file not found: "nowhere.csv"/);
    assert.match((await ask('9', [people])).text, /node \\"9\\" not found in the graph/);
    const json = { 'content-type': 'application/json' };
    assert.equal((await client.send('POST', '/api/v1/workflows/nodes/1/execute', '[', json)).status, 400);
    assert.equal((await ask('1', [people], '?sample=0')).status, 400);
  });

  test('writes nothing by looking at a node that saves', async () => {
    await write('name,age\nAda,36\n');
    const save: NodeDraft = { nodeClass: 'save.NodeSaveParquet', fields: { path: 'out', saveMode: 'Overwrite' } };
    assert.equal((await ask('2', [people, save])).status, 200);
    assert.deepEqual(await readdir(service.files), ['people.csv']);
  });

  test('gets the rows from Spark where Sail does not have what a node needs', async () => {
    await write('name,age\nAda,36\n');
    const { engine, outputs } = await previewOf('2', [
      people,
      sql("select try_to_number('$78.12', '$99.99') as n from t"),
    ]);
    assert.equal(engine, 'spark');
    assert.deepEqual(outputs[0]?.rows, [['78.12']]);
  });

  test('gets the rows from Spark of what Sail might read in another way', async () => {
    await write('name,age\nAda,36\n');
    const { engine, outputs } = await previewOf('2', [people, sql("select mask(name, lowerChar => 'y') as n from t")]);
    assert.equal(engine, 'spark');
    assert.deepEqual(outputs[0]?.rows, [['Xyy']]);
  });

  test('frees the engine by going away, and another waits for it no longer than that', async () => {
    await write('name,age\nAda,36\n');
    await service.makeUser('other', ['ADMIN'], { isSuperuser: true });
    const other = await service.signedIn('other', passwordOf('other'));
    const abort = new AbortController();
    const draft = inARow('Draft', [people, endless]);
    const long = client.send('POST', '/api/v1/workflows/nodes/2/execute', draft, {}, abort.signal);
    const cut = assert.rejects(
      long.then(({ status, text }) => assert.fail(`${status}: ${text}`)),
      /aborted/,
    );
    const { editing } = service.service.context;
    // asked before, the other one would take the place
    await until(() => editing.busy === 1);
    const project = '?projectId=1';
    const refusal = await ask('1', [people], project, other);
    assert.equal(refusal.status, 429, refusal.text);
    assert.match(refusal.text, /which is the maximum/);
    abort.abort();
    await cut;
    let answer = refusal;
    while (answer.status === 429) answer = await ask('1', [people], project, other);
    assert.equal(answer.status, 200, answer.text);
  });
});

test('the engine of somebody who draws no more is ended', async () => {
  await using service = await TestService.start({ MILLRACE_EDIT_IDLE: '5' }, Date.now, sharingSpark());
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const client = await service.signedIn();
  const answer = await client.post('/api/v1/workflows/nodes/1/execute', inARow('Draft', [people]));
  assert.equal(answer.status, 200, answer.text);
  const { editing } = service.service.context;
  assert.equal(editing.size, 1);
  await until(() => editing.size === 0);
  await editing.settled();
});
