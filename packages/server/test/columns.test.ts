import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { TestService, sharingSpark, type Client } from './support.ts';

interface Column {
  readonly name: string;
  readonly type: string;
}

interface NodeColumns {
  readonly nodeId: string;
  readonly inputs: readonly { readonly nodeId: string; readonly output: number; readonly columns: Column[] }[] | null;
  readonly outputs: readonly { readonly output: number; readonly name: string; readonly columns: Column[] }[] | null;
  readonly engine: string | null;
  readonly reasons: readonly string[];
}

interface Problem {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly nodeId?: string;
  readonly nodeIds?: readonly string[];
  readonly edgeId?: number | string;
  readonly field?: string;
}

interface Inspection {
  readonly nodes: readonly NodeColumns[];
  readonly problems: readonly Problem[];
}

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const select = (...outputCols: readonly string[]): NodeDraft => ({
  nodeClass: 'etl.NodeColumnFilter',
  fields: { outputCols },
});
const join2: NodeDraft = {
  nodeClass: 'etl.NodeJoinUsingColumn',
  type: 'join',
  fields: { joinCol: 'name', joinType: 'inner' },
};

const save: NodeDraft = { nodeClass: 'save.NodeSaveCSV', fields: { path: 'out' } };

interface Explained {
  readonly nodeId: string;
  readonly engine: string | null;
  readonly reasons: readonly string[];
  readonly plan: string | null;
  readonly code: string | null;
}

/** A graph with edges of its own. */
const graphOf = (nodes: readonly NodeDraft[], ...edges: readonly (readonly [number, number])[]) => ({
  ...inARow('Draft', nodes),
  edges: edges.map(([source, target], i) => ({ id: i + 1, source: String(source), target: String(target) })),
});

describe('the columns of a graph that is being drawn', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start({}, Date.now, sharingSpark());
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const see = async (graph: unknown, query = ''): Promise<Inspection> => {
    const answer = await client.post(`/api/v1/workflows/columns${query}`, graph);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Inspection;
  };
  const names = ({ nodes }: Inspection): (readonly string[] | null)[] =>
    nodes.map(({ outputs }) => outputs?.map(({ columns }) => columns.map((c) => c.name).join()) ?? null);
  const errors = ({ problems }: Inspection): Problem[] => problems.filter(({ severity }) => severity === 'error');

  test('are those of all its nodes at once, with the engine of each', async () => {
    const inspection = await see(inARow('Draft', [people, select('age', 'name'), print]));
    const types = (list: string): Column[] =>
      list.split(' ').map((one) => ({ name: one.split(':')[0] ?? '', type: one.split(':')[1] ?? '' }));
    assert.deepEqual(inspection.nodes, [
      {
        nodeId: '1',
        inputs: [],
        outputs: [{ output: 0, name: 'output', columns: types('name:string age:int') }],
        engine: 'sail',
        reasons: [],
      },
      {
        nodeId: '2',
        inputs: [{ nodeId: '1', output: 0, columns: types('name:string age:int') }],
        outputs: [{ output: 0, name: 'output', columns: types('age:int name:string') }],
        engine: 'sail',
        reasons: [],
      },
      {
        nodeId: '3',
        inputs: [{ nodeId: '2', output: 0, columns: types('age:int name:string') }],
        outputs: [{ output: 0, name: 'output', columns: types('age:int name:string') }],
        engine: 'sail',
        reasons: [],
      },
    ]);
    assert.deepEqual(errors(inspection), []);
    assert.deepEqual(names(await see({ workflow: inARow('Draft', [people]) }, '?sample=5')), [['name,age']]);
  });

  test('are known on all branches but behind the node that lacks a field', async () => {
    const inspection = await see(
      graphOf([people, select(), select('name'), print, print], [1, 2], [1, 3], [2, 4], [3, 5]),
    );
    assert.deepEqual(names(inspection), [['name,age'], null, ['name'], null, ['name']]);
    assert.deepEqual(inspection.nodes[1]?.inputs?.[0]?.columns.length, 2);
    assert.equal(inspection.nodes[3]?.inputs, null);
    assert.deepEqual(
      errors(inspection).map(({ code, nodeId, field }) => [code, nodeId, field]),
      [['missing-field', '2', 'outputCols']],
    );
  });

  test('name every misspelt column, each with its field and what was meant', async () => {
    const inspection = await see(
      inARow('Draft', [people, select('nam', 'nme', 'age'), sql('select name from t'), print]),
    );
    assert.deepEqual(names(inspection), [['name,age'], null, null, null]);
    assert.deepEqual(
      errors(inspection).map(({ code, nodeId, field }) => [code, nodeId, field]),
      [
        ['column-not-found', '2', 'outputCols'],
        ['column-not-found', '2', 'outputCols'],
      ],
    );
    assert.match(errors(inspection)[0]?.remedy ?? '', /Did you mean "name"\?/);
  });

  test('say what is wrong with SQL, and the next look finds it mended', async () => {
    const graph = (text: string) => graphOf([people, sql(text), print, select('age')], [1, 2], [2, 3], [1, 4]);
    for (const bad of ['select nme from t', 'selec name frm t', 'select no_such_function(age) from t']) {
      const inspection = await see(graph(bad));
      assert.deepEqual(names(inspection), [['name,age'], null, null, ['age']], bad);
      const [problem, ...others] = errors(inspection);
      assert.deepEqual([problem?.nodeId, problem?.field, others], ['2', 'sql', []], bad);
      assert.ok(problem?.message && problem.remedy);
    }
    assert.deepEqual(names(await see(graph('select upper(name) as n from t'))), [['name,age'], ['n'], ['n'], ['age']]);
  });

  test('stop at a cycle and at what hangs on it, and nowhere else', async () => {
    const inspection = await see(
      graphOf([people, select('name'), select('name'), print, select('age')], [2, 3], [3, 2], [3, 4], [1, 5]),
    );
    assert.deepEqual(names(inspection), [['name,age'], null, null, null, ['age']]);
    const cycle = errors(inspection).find(({ code }) => code === 'cycle');
    assert.deepEqual(cycle?.nodeIds, ['2', '3']);
    assert.deepEqual(
      [inspection.nodes[1], inspection.nodes[3]].map((one) => one?.inputs),
      [null, null],
    );
    const loop = await see(graphOf([people, select('name'), print], [1, 2], [2, 2], [1, 3]));
    assert.deepEqual(names(loop), [['name,age'], null, ['name,age']]);
  });

  test('are known of the inputs that a join has, and of nodes that nothing is connected to none', async () => {
    const half = await see(graphOf([people, join2, print, print], [1, 2], [2, 3]));
    assert.deepEqual(names(half), [['name,age'], null, null, null]);
    assert.deepEqual(half.nodes[1]?.inputs?.length, 1);
    assert.deepEqual(half.nodes[3]?.inputs, []);
    assert.deepEqual(
      errors(half).map(({ code, nodeId }) => [code, nodeId]),
      [
        ['too-few-inputs', '2'],
        ['too-few-inputs', '4'],
      ],
    );
    const whole = await see(graphOf([people, people, join2], [1, 3], [2, 3]));
    assert.deepEqual(names(whole).at(-1), ['name,age,age_right']);
  });

  test('know nothing of an unknown kind of node, dataset or file, and all of the rest', async () => {
    const strange: NodeDraft = { nodeClass: 'etl.NodeNoSuchThing' };
    const dataset: NodeDraft = {
      nodeClass: 'dataset.NodeDatasetStructured',
      type: 'dataset',
      fields: { dataset: '00000000-0000-0000-0000-000000000000' },
    };
    const nowhere = csv('nowhere.csv', ['a'], ['STRING']);
    const inspection = await see(
      graphOf(
        [people, strange, print, dataset, print, nowhere, print, select('age')],
        [1, 2],
        [2, 3],
        [4, 5],
        [6, 7],
        [1, 8],
      ),
    );
    assert.deepEqual(names(inspection), [['name,age'], null, null, null, null, null, null, ['age']]);
    assert.deepEqual(
      errors(inspection).map(({ code, nodeId }) => [code, nodeId]),
      [
        ['unknown-class', '2'],
        ['dataset-not-found', '4'],
        ['FILE_MISSING', '6'],
      ],
    );
    const dangling = await see({
      ...inARow('Draft', [people, select('age')]),
      edges: [
        { id: 1, source: '1', target: '2' },
        { id: 2, source: 'gone', target: '2' },
      ],
    });
    assert.deepEqual(names(dangling), [['name,age'], ['age']]);
    assert.deepEqual(
      errors(dangling).map(({ code, edgeId }) => [code, edgeId]),
      [['dangling-edge', 2]],
    );
  });

  test('are none behind a node that cannot run here, which says why and what to take instead', async () => {
    const forest: NodeDraft = {
      nodeClass: 'h2o.NodeH2ODrf',
      type: 'ml-estimator',
      fields: { labelCol: 'age', ntrees: '7' },
    };
    const workflow = inARow('Elsewhere', [people, forest, print]);
    const inspection = await see(workflow);
    assert.deepEqual(names(inspection), [['name,age'], null, null]);
    assert.deepEqual(
      errors(inspection).map(({ code, nodeId }) => [code, nodeId]),
      [['class-unavailable', '2']],
    );
    assert.match(errors(inspection)[0]?.message ?? '', /cannot run here: H2O, .* use "Random Forest Classifier" or/);
    for (const nodeId of ['2', '3']) {
      const columnsReply = await client.post(`/api/v1/workflows/nodes/${nodeId}/execute`, workflow);
      assert.ok(columnsReply.status >= 400 && columnsReply.status < 500, columnsReply.text);
      assert.match(columnsReply.text, /cannot run here/);
    }
    const creation = await client.post('/api/v1/workflows', { workflow });
    assert.equal(creation.status, 200, creation.text);
    // its settings are kept as they are
    const record = await client.get(`/api/v1/workflows/${creation.text}`);
    assert.match(record.text, /ntrees/);
    const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    assert.equal(executeReply.status, 422);
    assert.match(executeReply.text, /H2O, a separate server, is not part of the setup/);
  });

  test('come with the nodes that a run takes to Spark, each with the reason', async () => {
    const sample: NodeDraft = { nodeClass: 'etl.NodeSample', fields: { fraction: '0.5' } };
    const inspection = await see(
      graphOf(
        [people, sql('select skewness(age) as s from t'), print, select('age'), sample],
        [1, 2],
        [2, 3],
        [1, 4],
        [1, 5],
      ),
    );
    assert.deepEqual(names(inspection), [['name,age'], ['s'], ['s'], ['age'], ['name,age']]);
    assert.deepEqual(
      inspection.nodes.map(({ engine }) => engine),
      ['sail', 'spark', 'spark', 'sail', 'spark'],
    );
    const [, skewness, below, , sampleReasons] = inspection.nodes.map(({ reasons }) => reasons.join('\n'));
    assert.match(skewness ?? '', /^the aggregate skewness\(int\): sums of squares differ in the last digits$/);
    assert.match(below ?? '', /^it reads a node that needs Spark: node 2 "NodeSQL": the aggregate skewness/);
    assert.equal(sampleReasons, 'Sail samples other rows than Spark for the same seed');
    assert.equal(service.service.context.host.processes.spark, 0);
  });

  test('come from Spark where Sail has nothing of the kind, and from Sail beside it', async () => {
    await writeFile(join(service.files, 'all.xml'), '<all><one><id>1</id></one><one><id>2</id></one></all>');
    const xml: NodeDraft = {
      nodeClass: 'dataset.NodeDatasetXML',
      type: 'dataset',
      fields: { path: 'all.xml', rowTag: 'one', outputColNames: ['id'], outputColTypes: ['INTEGER'] },
    };
    const inspection = await see(
      graphOf([people, xml, select('id'), select('age'), select('idd')], [2, 3], [1, 4], [2, 5]),
    );
    assert.deepEqual(names(inspection), [['name,age'], ['id'], ['id'], ['age'], null]);
    assert.deepEqual(
      inspection.nodes.map(({ engine }) => engine),
      ['sail', 'spark', 'spark', 'sail', null],
    );
    assert.deepEqual(inspection.nodes[1]?.reasons, ['it needs xml, which only Spark has']);
    assert.deepEqual(
      errors(inspection).map(({ code, nodeId }) => [code, nodeId]),
      [['column-not-found', '5']],
    );
  });

  test('come with plan and code of each node that has them', async () => {
    const split: NodeDraft = { nodeClass: 'etl.NodeSplitByExpression', fields: { conditionExpr: 'age > 10' } };
    const graph = graphOf(
      [people, split, sql('select name from t'), print, select(), save],
      [1, 2],
      [2, 3],
      [3, 4],
      [2, 5],
      [3, 6],
    );
    const explain = async (workflow: unknown): Promise<readonly Explained[]> => {
      const answer = await client.post('/api/v1/workflows/explain', workflow);
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as { nodes: readonly Explained[] }).nodes;
    };
    const plans = await explain(graph);
    assert.deepEqual(
      plans.map(({ nodeId, engine, plan, code }) => [nodeId, engine, plan === null, code === null]),
      [
        ['1', 'sail', false, false],
        ['2', 'sail', false, false],
        ['3', 'sail', false, false],
        ['4', 'sail', false, false],
        ['5', null, true, true],
        ['6', 'sail', false, false],
      ],
    );
    assert.match(plans[0]?.plan ?? '', /Read csv '\/people\.csv'/);
    assert.match(plans[1]?.plan ?? '', /^output True\n.*\n[^]*← node 1[^]*\noutput False\n/);
    assert.match(plans[2]?.code ?? '', /^# 3 {2}NodeSQL\ndf_3 = spark\.sql\(/);
    assert.match(plans[5]?.plan ?? '', /saves csv to out/);
    assert.deepEqual(plans[5]?.reasons, []);
    const program = await client.post(
      '/api/v1/workflows/generatePysparkCode',
      graphOf([people, split, print], [1, 2], [2, 3]),
    );
    const { code } = program.json as { code: string };
    for (const one of await explain(graphOf([people, split, print], [1, 2], [2, 3])))
      assert.ok(code.includes(one.code ?? 'none'), one.code ?? 'none');
  });

  test('are known of a long row of queries, which the engine takes in pieces', async () => {
    const inspection = await see(
      inARow('Draft', [people, ...Array.from({ length: 400 }, () => sql('select name, age from t'))]),
    );
    assert.deepEqual(new Set(names(inspection).map(String)), new Set(['name,age']));
    assert.deepEqual(inspection.problems, []);
  });

  test('outlive a node that ends the engine', async () => {
    const type = `${'array<'.repeat(20_000)}int${'>'.repeat(20_000)}`;
    const deep = sql(`select from_json(name, '${type}') as a from t`);
    const inspection = await see(graphOf([people, deep, print, select('age')], [1, 2], [2, 3], [1, 4]));
    assert.deepEqual(names(inspection), [['name,age'], null, null, ['age']]);
    assert.deepEqual(
      errors(inspection).map(({ code, nodeId }) => [code, nodeId]),
      [['ENGINE_LOST', '2']],
    );
    assert.deepEqual(names(await see(inARow('Draft', [people, select('age')]))), [['name,age'], ['age']]);
  });
});
