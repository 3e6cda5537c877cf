import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue, type ProcessorCatalogue } from '@millrace/processors';
import type { Dataset, Workflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import {
  graphColumns,
  NodeStore,
  prepareRun,
  previewNode,
  runWorkflow,
  type RequestedEngine,
  type Manifest,
} from '../src/index.ts';
import { LocalFiles } from '@millrace/file-space';
import { EditingSession } from '../src/preview/editing-session.ts';
import { csv, workflowOfDrafts, inARow, sql, type Draft } from './drafts.ts';

const orders = csv('orders.csv', 'id n', 'INTEGER INTEGER');
const people = csv('people.csv', 'id name', 'INTEGER STRING');
const register = (tempTable: string): Draft => ({ nodeClass: 'etl.NodeRegisterTempTable', fields: { tempTable } });
const joined = sql('select t.n, p.name from t join People p on t.id = p.id order by t.n');
const datasets: ReadonlyMap<string, Dataset> = new Map();

/** The SQL stands before the table that it reads, and no edge leads from there. */
const apart = (name = 'people'): Workflow => workflowOfDrafts([orders, joined, people, register(name)], [[1, 2], [3, 4]]); // prettier-ignore

describe('SQL reads a table that another node registers', () => {
  let folder: string;
  let root: string;
  let host: EngineHost;
  let catalogue: ProcessorCatalogue;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-registered-'));
    root = join(folder, 'files');
    for (const name of ['files', 'scratch']) await mkdir(join(folder, name));
    await writeFile(join(root, 'orders.csv'), 'id,n\n1,10\n2,20\n');
    await writeFile(join(root, 'people.csv'), 'id,name\n1,Ada\n2,Bo\n');
    host = new EngineHost(sharing({ scratch: join(folder, 'scratch') }));
    catalogue = await loadCatalogue();
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (
    workflow: Workflow,
    {
      engine = 'auto',
      nodes,
      store,
    }: { engine?: RequestedEngine; nodes?: readonly string[]; store?: NodeStore | undefined } = {},
  ): Promise<Manifest> => {
    const prepared = prepareRun({ workflow, catalogue, datasets, ...(nodes && { nodes }) });
    assert.ok(prepared.ok, JSON.stringify(prepared));
    await using files = new LocalFiles(root);
    const reuse = store && { reuse: { store, scope: 'a' } };
    const services = { catalogue, datasets, files, host, ...reuse, emit: () => undefined };
    return await runWorkflow(prepared.run, { engine, previews: 5 }, services);
  };
  const rowsOf = ({ status, nodes, outputs }: Manifest, nodeId: string): unknown => {
    assert.equal(status, 'COMPLETED', JSON.stringify(nodes));
    return outputs.flatMap((one) => (one.type === 'table' && one.nodeId === nodeId ? [one.rows] : []))[0];
  };
  const problemsOf = (workflow: Workflow): readonly string[] => {
    const prepared = prepareRun({ workflow, catalogue, datasets });
    return prepared.ok ? [] : prepared.problems.map(({ message }) => message);
  };
  const both = [
    [10, 'Ada'],
    [20, 'Bo'],
  ];

  for (const engine of ['sail', 'spark'] as const)
    test(`and waits for it, on ${engine}`, async () => {
      assert.deepEqual(rowsOf(await run(apart(), { engine }), '2'), both);
    });

  test('in a run up to it, in a look at it, and as columns', async () => {
    const partly = await run(apart(), { nodes: ['2'] });
    assert.deepEqual(partly.nodes.map(({ id }) => id).toSorted(), ['1', '2', '3', '4']);
    assert.equal(partly.engine, 'sail');
    assert.deepEqual(rowsOf(partly, '2'), both);
    await using files = new LocalFiles(root);
    await using session = new EditingSession(host, { owner: 'test' });
    const { signal } = new AbortController();
    const options = { workflow: apart(), catalogue, datasets, files, sampleRows: 100, signal };
    const { outputs } = await previewNode(session, options, '2', { rows: 5 });
    assert.deepEqual(outputs[0]?.rows, both);
    const { nodes, problems } = await graphColumns(session, options);
    assert.deepEqual(problems, []);
    const node = nodes.find(({ nodeId }) => nodeId === '2');
    assert.deepEqual(
      node?.inputs?.map(({ nodeId }) => nodeId),
      ['1'],
    );
    assert.deepEqual(
      node?.outputs?.[0]?.columns.map(({ name }) => name),
      ['n', 'name'],
    );
  });

  test('anew where the table has changed, and only then', async () => {
    const store = new NodeStore(join(folder, 'store'), 1 << 30);
    const reused = ({ nodes }: Manifest): unknown =>
      nodes
        .filter((node) => node.reused)
        .map(({ id }) => id)
        .toSorted();
    await run(apart(), { store });
    assert.deepEqual(reused(await run(apart(), { store })), ['1', '2', '3', '4']);
    await writeFile(join(root, 'people.csv'), 'id,name\n1,Ada\n2,Cy\n');
    const changed = await run(apart(), { store });
    assert.deepEqual(reused(changed), ['1']);
    assert.deepEqual(rowsOf(changed, '2'), [
      [10, 'Ada'],
      [20, 'Cy'],
    ]);
    await writeFile(join(root, 'people.csv'), 'id,name\n1,Ada\n2,Bo\n');
  });

  test('the last one before it, where several give the name', async () => {
    const workflow = inARow([people, register('p'), sql('select id + 10 as id, name from t'), register('p'), sql('select min(id) as least from p'), register('p')]); // prettier-ignore
    assert.deepEqual(rowsOf(await run(workflow), '5'), [[11]]);
  });

  test('its own input, and what the query names itself, come first', async () => {
    const workflow = workflowOfDrafts([orders, sql('with people as (select 7 as x) select max(n) as n, max(x) as x from t, people'), people, register('t'), register('people')], [[1, 2], [2, 4], [3, 5]]); // prettier-ignore
    assert.deepEqual(rowsOf(await run(workflow), '2'), [[20, 7]]);
  });

  test('a name that nobody registers is refused, and so is one that is registered behind the node', async () => {
    const unknown = await run(apart('folk'));
    assert.equal(unknown.status, 'FAILED');
    assert.match(unknown.nodes.find(({ id }) => id === '2')?.error?.message ?? '', /People/);
    const [problem = '', ...more] = problemsOf(inARow([orders, joined, register('people')]));
    assert.match(problem, /^Node 2 "NodeSQL" reads the table "People", which is registered downstream of it, so /);
    assert.deepEqual(more, []);
  });
});
