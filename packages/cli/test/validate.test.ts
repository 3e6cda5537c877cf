import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Problem } from '@millrace/workflow';
import { csvNode, TestFolder, sqlNode, workflow, type NodeDraft } from './support.ts';

const people = 'name,age\nAda,36\nGrace,41\n';
const reader = csvNode('people.csv', { outputColNames: ['name', 'age'], outputColTypes: ['STRING', 'INTEGER'] });
const selectNode = (column: string): NodeDraft => ({
  id: '2',
  nodeClass: 'fire.nodes.etl.NodeColumnFilter',
  fields: { outputCols: [column] },
});

const problemsOf = async (
  folder: TestFolder,
  nodes: readonly NodeDraft[],
): Promise<[code: number | null, Problem[]]> => {
  const done = await folder.run('validate', await folder.workflow(workflow(nodes)), '--json');
  assert.equal(done.stderr, '');
  return [done.code, (JSON.parse(done.stdout) as { problems: Problem[] }).problems];
};

test('validate finds columns and SQL that the inputs do not bear out, and runs nothing', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const cases: [nodes: NodeDraft[], says: RegExp, field: string][] = [
    [
      [reader, selectNode('nmae')],
      /names column "nmae" in field "Columns", but its input has no such column/,
      'outputCols',
    ],
    [[reader, sqlNode('select nme from t')], /cannot run: .*`nme` cannot be resolved/, 'sql'],
    [[reader, sqlNode('select name from people')], /unknown input table "people"/, 'sql'],
  ];
  for (const [nodes, says, field] of cases) {
    const [code, problems] = await problemsOf(folder, nodes);
    assert.equal(code, 2);
    assert.deepEqual(
      problems.map((p) => [p.severity, p.nodeId, p.field]),
      [['error', '2', field]],
    );
    assert.match(problems[0]?.message ?? '', says);
  }
  assert.deepEqual(await problemsOf(folder, [reader, selectNode('name')]), [0, []]);
  assert.deepEqual(await folder.leftovers(), []);
});

test('validate warns where the data are not there yet, and goes on', async () => {
  await using folder = await TestFolder.make({});
  const [code, problems] = await problemsOf(folder, [reader, selectNode('nmae')]);
  assert.equal(code, 0);
  assert.deepEqual(
    problems.map((p) => [p.severity, p.code, p.nodeId]),
    [['warning', 'data-not-there', '1']],
  );
});

test('validate does not fetch what stands at a URL', async () => {
  await using folder = await TestFolder.make({});
  const url: NodeDraft = {
    id: '1',
    type: 'dataset',
    nodeClass: 'fire.nodes.dataset.NodeDatasetUrlTextFileReader',
    fields: { url: 'https://no-such-host.invalid/x.txt' },
  };
  assert.deepEqual(await problemsOf(folder, [url, selectNode('lines')]), [0, []]);
});

test('a graph of 400 nodes in a row is validated and explained', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const filters = Array.from({ length: 400 }, (_, i) => ({
    id: String(i + 2),
    nodeClass: 'fire.nodes.etl.NodeRowFilter',
    fields: { conditionExpr: `age > ${i}` },
  }));
  const file = await folder.workflow(workflow([reader, ...filters]));
  assert.equal((await folder.run('validate', file)).stdout, 'the workflow can run\n');
  const result = await folder.run('explain', file, '--engine', 'sail');
  assert.equal(result.code, 0, result.stderr);
  assert.match(result.stdout, /Filter age > 399\n +└─ ← node 400\n/);
});

test('neither validate nor explain lets SQL do anything', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const target = join(folder.files, 'made');
  const making = sqlNode(`create table made using parquet location '${target}' as select 1 as x`);
  const calling: NodeDraft = {
    id: '2',
    nodeClass: 'fire.nodes.etl.NodeDynamicSelect',
    fields: {
      selectExpression: "java_method('java.lang.System', 'setProperty', 'touched', column_name) is null",
    },
  };
  for (const node of [making, calling]) {
    const file = await folder.workflow(workflow([reader, node]));
    for (const engine of ['sail', 'spark']) {
      const result = await folder.run('explain', file, '--engine', engine);
      assert.equal(result.code, 1);
      assert.match(result.stdout, /a node can only read data|java_method/);
    }
    const validation = await folder.run('validate', file);
    assert.equal(validation.code, 2, validation.stdout);
    assert.ok(!existsSync(target));
  }
});
