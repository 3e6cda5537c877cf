import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findSandbox } from '@millrace/engines';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { TestService, type Client } from './support.ts';

const sandbox = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in sandbox ? sandbox.missing : false;

interface Edge {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly sourceAnchor?: string;
}

interface Graph {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly Edge[];
}

interface Output {
  readonly nodeId: string;
  readonly output: number;
  readonly name: string | null;
}

interface Written {
  readonly nodeClass: string;
  readonly code: string;
  readonly inputs: readonly Output[];
  readonly outputs: readonly Output[];
}

interface ShownTable {
  /** Of its node. */
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly rows?: readonly (readonly unknown[])[];
}

const people = csv('people.csv', ['name', 'age', 'city'], ['STRING', 'INTEGER', 'STRING']);
const cities = csv('cities.csv', ['city', 'country'], ['STRING', 'STRING']);
const filter = (conditionExpr: string): NodeDraft => ({ nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr } });
const split = (conditionExpr: string): NodeDraft => ({
  nodeClass: 'etl.NodeSplitByExpression',
  fields: { conditionExpr },
});
const joinCities: NodeDraft = {
  nodeClass: 'etl.NodeJoinUsingColumn',
  type: 'join',
  fields: { joinCol: 'city', joinType: 'inner' },
};
const constant = (kind: string): NodeDraft => ({
  nodeClass: 'etl.NodeAddConstantColumn',
  fields: { constantTypes: [kind], outputCols: ['added'], constantValues: ['file'] },
});
/** Its SQL has a text of two lines, whose spaces count. */
const twoLines = sql('select name, age + 1 as next, concat(\'a\n  b """\', city) as t from t where age is not null');

/** A graph with edges of its own: source, target and the name of the output. */
const graphOf = (nodes: readonly NodeDraft[], ...edges: readonly (readonly [number, number, string?])[]): Graph => ({
  ...(inARow('As code', nodes) as unknown as Graph),
  edges: edges.map(([source, target, sourceAnchor], i) => ({
    id: i + 1,
    source: String(source),
    target: String(target),
    ...(sourceAnchor === undefined ? {} : { sourceAnchor }),
  })),
});

const outputNames = ['First', 'Second', 'Third'];

/** The graph with a code node in the place of nodes; `ofEdge`: the number of the output that an edge reads. */
function replaced(graph: Graph, ids: readonly string[], { nodeClass, code, inputs, outputs }: Written): object {
  const slots = new Map<string, number>();
  const edges = graph.edges.flatMap((edge) => {
    if (ids.includes(edge.target)) return [];
    if (!ids.includes(edge.source)) return [edge];
    const at = outputs.findIndex(
      ({ nodeId, name }) => nodeId === edge.source && (name === null || name === edge.sourceAnchor),
    );
    assert.ok(at >= 0, `no output for the edge ${edge.id}`);
    slots.set(edge.target, at);
    const anchor = outputs.length > 1 ? outputNames[at] : undefined;
    return [{ id: edge.id, source: '99', target: edge.target, ...(anchor && { sourceAnchor: anchor }) }];
  });
  const into = inputs.map(({ nodeId, name }, i) => ({
    id: 100 + i,
    source: nodeId,
    target: '99',
    ...(name !== null && { sourceAnchor: name }),
  }));
  const type = nodeClass.endsWith('.NodePySpark') ? 'pyspark' : 'pyspark2inputs';
  const node = { id: '99', name: 'Code', type, nodeClass, fields: [{ name: 'code', value: code }] };
  return {
    ...graph,
    nodes: [...graph.nodes.filter(({ id }) => !ids.includes(id)), node],
    edges: [...edges, ...into],
  };
}

describe('nodes that are opened as code', { skip: missing }, () => {
  let service: TestService;
  let admin: Client;

  before(async () => {
    service = await TestService.start({ MILLRACE_SANDBOX: 'on', MILLRACE_LOG_LEVEL: 'error' });
    admin = await service.signedIn();
    await writeFile(
      join(service.files, 'people.csv'),
      'name,age,city\nAda,36,Oslo\nBob,12,Rome\nCy,,Oslo\nDee,70,Bern\nAda,36,Oslo\n',
    );
    await writeFile(join(service.files, 'cities.csv'), 'city,country\nOslo,Norway\nRome,Italy\n');
  });
  after(() => service?.[Symbol.asyncDispose]());

  const open = (client: Client, workflow: object, nodes: readonly string[]) =>
    client.post('/api/v1/workflows/nodes/code', { workflow, nodes });

  async function written(workflow: object, nodes: readonly string[]): Promise<Written> {
    const { status, json, text } = await open(admin, workflow, nodes);
    assert.equal(status, 200, text);
    return json as Written;
  }

  /** The tables that a run shows, of these nodes, each with its rows in any order. */
  async function tablesOf(workflow: object, nodes: readonly number[]): Promise<readonly (readonly string[])[]> {
    const saved = await admin.post('/api/v1/workflows', { workflow });
    assert.equal(saved.status, 200, saved.text);
    const id = Number((await admin.post('/api/v1/workflow/execute', { workflowId: Number(saved.text) })).text);
    const status = await admin.waitForEnd(id);
    const of = `/api/v1/workflow-executions/${id}`;
    assert.equal(status, 'COMPLETED', (await admin.get(of)).text);
    const tables = (await admin.get(`${of}/results`)).json as readonly ShownTable[];
    return nodes.map((node) => {
      const table = tables.find((one) => one.id === node && one.type === 'table');
      assert.ok(table?.rows, `no table of node ${node}`);
      return table.rows.map((row) => JSON.stringify(row)).toSorted();
    });
  }

  /** Proves that the code node gives the rows of the nodes for which it stands, to the nodes that show them. */
  async function requireSameRows(graph: Graph, ids: readonly string[], shown: readonly number[]): Promise<Written> {
    const answer = await written(graph, ids);
    const expected = await tablesOf(graph, shown);
    assert.ok(
      expected.every((rows) => rows.length > 0),
      'rows to compare',
    );
    assert.deepEqual(await tablesOf(replaced(graph, ids, answer), shown), expected, answer.code);
    return answer;
  }

  const refused = async (graph: object, ids: readonly string[], pattern: RegExp): Promise<void> => {
    const { status, text } = await open(admin, graph, ids);
    assert.equal(status, 422, text);
    assert.match(text, pattern);
  };

  test('one input and one output become a PySpark node with the same rows', async () => {
    const noNulls: NodeDraft = { nodeClass: 'etl.NodeDropRowsWithNull' };
    const groups: NodeDraft = {
      nodeClass: 'etl.NodeGroupBy',
      fields: {
        groupingCols: ['name', 't'],
        aggregateCols: ['next', 'next'],
        aggregateOperations: ['sum', 'avg'],
        outputColNames: ['total', 'mean'],
      },
    };
    const chain = [filter("city <> 'Bern'"), twoLines, noNulls, groups, constant('ConstantString')];
    const graph = graphOf([people, ...chain, print], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]);
    const { nodeClass, code, inputs, outputs } = await requireSameRows(graph, ['2', '3', '4', '5', '6'], [7]);
    assert.equal(nodeClass, 'fire.nodes.etl.NodePySpark');
    assert.match(code, /^def myfn\(spark, workflowContext, id, inDF, cust_dict\):$/m);
    assert.deepEqual(
      [inputs, outputs],
      [[{ nodeId: '1', output: 0, name: null }], [{ nodeId: '6', output: 0, name: null }]],
    );
  });

  test('several inputs are taken as a list', async () => {
    const graph = graphOf([people, cities, filter('age > 10'), joinCities, print], [1, 3], [3, 4], [2, 4], [4, 5]);
    const { nodeClass, inputs } = await requireSameRows(graph, ['3', '4'], [5]);
    assert.equal(nodeClass, 'fire.nodes.code.NodeMultiInputPySpark');
    assert.deepEqual(
      inputs.map(({ nodeId }) => nodeId),
      ['1', '2'],
    );
  });

  test('several outputs are returned as a list, and an output that several nodes read is one input', async () => {
    const graph = graphOf(
      [people, split('age > 20'), filter("name <> 'Dee'"), print, print],
      [1, 2],
      [2, 3, 'True'],
      [3, 4],
      [2, 5, 'False'],
    );
    const { nodeClass, outputs } = await requireSameRows(graph, ['2', '3'], [4, 5]);
    assert.equal(nodeClass, 'fire.nodes.code.NodeMultiInputToMultiOutputPySpark');
    assert.deepEqual(outputs, [
      { nodeId: '2', output: 1, name: 'False' },
      { nodeId: '3', output: 0, name: null },
    ]);
    const twice = graphOf([people, filter('age > 10'), joinCities, print], [1, 2], [2, 3], [1, 3], [3, 4]);
    const { nodeClass: single, inputs } = await requireSameRows(twice, ['2', '3'], [4]);
    assert.deepEqual([single, inputs.length], ['fire.nodes.etl.NodePySpark', 1]);
  });

  test('a node that names its outputs is read by name, and what a node shows is shown by the code', async () => {
    const graph = graphOf([people, split('age > 20'), print, print], [1, 2], [2, 3, 'False'], [3, 4]);
    const answer = await written(graph, ['3']);
    assert.deepEqual(answer.inputs, [{ nodeId: '2', output: 1, name: 'False' }]);
    const [rows] = await tablesOf(graph, [3]);
    assert.deepEqual(await tablesOf(replaced(graph, ['3'], answer), [99]), [rows]);
  });

  test('refuses nodes that cannot become code by name', async () => {
    const save: NodeDraft = { nodeClass: 'save.NodeSaveCSV', fields: { path: 'out' } };
    const sample: NodeDraft = { nodeClass: 'etl.NodeSample', fields: { fraction: '0.5' } };
    const pivot: NodeDraft = {
      nodeClass: 'etl.NodePivotBy',
      fields: { groupingCols: ['name'], pivotCol: 'city', aggregateCols: ['age'], aggregateOperations: ['sum'] },
    };
    const graph = graphOf(
      [people, filter('age > ${least}'), save, sample, pivot, filter('age > 1')],
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
      [1, 6],
    );
    await refused(graph, ['1'], /node 1 NodeDatasetCSV: it cannot become code: it reads files/);
    await refused(graph, ['3'], /node 3 NodeSaveCSV: it cannot become code: it saves rows/);
    await refused(graph, ['4'], /node 4 NodeSample: it cannot become code: its rows depend on the time or the seed/);
    const withValue = { ...graph, parameters: '--var least=3' };
    await refused(withValue, ['2'], /node 2 NodeRowFilter: it cannot become code: it uses parameters of the workflow/);
    await refused(graph, ['1', '6'], /node 1 NodeDatasetCSV: it cannot become code: it reads files/);
    await refused(
      graphOf([people, constant('CurrentDate')], [1, 2]),
      ['2'],
      /node 2 NodeAddConstantColumn: it cannot become code: its rows depend on the time or the seed/,
    );
    await refused(graph, ['5'], /node 5 NodePivotBy: it cannot become code: its columns depend on rows/);
    const code: NodeDraft = {
      nodeClass: 'etl.NodePySpark',
      type: 'pyspark',
      fields: { code: 'def myfn(spark, workflowContext, id, inDF, cust_dict):\n    return inDF\n' },
    };
    await refused(graphOf([people, code], [1, 2]), ['2'], /node 2 NodePySpark: .* it runs code already/);
    await refused(graph, ['77'], /node \\"77\\" not found in the graph/);
  });

  test('refuses nodes that are not connected, or that have others between them', async () => {
    const some = filter('age > 1');
    const graph = graphOf([people, some, some, some, some, print], [1, 2], [2, 3], [3, 4], [1, 5], [4, 6]);
    await refused(graph, ['2', '5'], /node 5 NodeRowFilter: it is not connected to the other selected nodes/);
    const around = graphOf([people, some, some, joinCities, print], [1, 2], [2, 3], [2, 4], [3, 4], [4, 5]);
    await refused(around, ['2', '4'], /node 3 NodeRowFilter: it lies between selected nodes/);
  });

  test('are for users who may edit and write code', async () => {
    const graph = graphOf([people, filter('age > 10')], [1, 2]);
    const permissions = ['workflows.view', 'workflows.modify', 'workflows.execute', 'data.view'];
    const role = await admin.post('/api/v1/roles', { name: 'Editor', permissions });
    assert.equal(role.status, 200, role.text);
    const userId = await service.makeUser('eve', ['Editor']);
    await admin.put('/api/v1/projects/1/members', [{ userId, rights: ['VIEW', 'EDIT', 'EXECUTE'] }]);
    const eve = await service.signedIn('eve', 'eve password');
    const answer = await open(eve, graph, ['2']);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /writing nodes as code requires the permission workflows\.code/);
  });
});
