import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import type { Explanation } from '@millrace/runner';
import { csvNode, TestFolder, sqlNode, workflow } from './support.ts';

const people = 'name,age\nAda,36\nGrace,41\n"Ng, Li",29\n';
const reader = csvNode('people.csv', {
  outputColNames: ['name', 'age'],
  outputColTypes: ['STRING', 'INTEGER'],
});
const show = {
  id: '3',
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  fields: { n: '5', title: 'Over thirty' },
};
const graph = [reader, sqlNode('select name, age from t where age > 30'), show];

test('explain tells of each node what it does, its columns and its plan, and runs nothing', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const saves = {
    id: '4',
    nodeClass: 'fire.nodes.save.NodeSaveParquet',
    fields: { path: 'out', saveMode: 'Overwrite' },
  };
  const file = await folder.workflow(workflow([...graph, saves]));
  const done = await folder.run('explain', file, '--engine', 'sail');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^test\nsail: sail was requested\n/);
  assert.match(done.stdout, / {2}2 {2}NodeSQL {2}\(fire\.nodes\.etl\.NodeSQL\) {2}← 1\n/);
  assert.match(
    done.stdout,
    /\(name string, age int\)\n +SQL select name, age from t where age > 30\n +└─ As t\n +└─ ← node 1\n/,
  );
  assert.match(done.stdout, /· Title: Over thirty\n/);
  assert.match(done.stdout, /shows the table "Over thirty"\n/);
  assert.match(done.stdout, /saves parquet to out \(overwrite\)\n/);
  assert.deepEqual(await readdir(folder.files), ['people.csv']);
  assert.deepEqual(await folder.leftovers(), []);
});

test('explain --json is one line that says which engine would run it, why, and what is verified of each node', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(workflow(graph));
  const done = await folder.run('explain', file, '--json');
  assert.equal(done.code, 0, done.stderr);
  assert.equal(done.stdout.trimEnd().split('\n').length, 1);
  const { event, engine, why, nodes } = JSON.parse(done.stdout) as Explanation;
  assert.equal(event, 'explained');
  assert.ok(engine === 'sail' || engine === 'spark');
  assert.notEqual(why, '');
  assert.deepEqual(
    nodes.map((n) => [n.id, n.inputs.map((i) => i.nodeId), n.outputs[0]?.columns.map((c) => `${c.name} ${c.type}`)]),
    [
      ['1', [], ['name string', 'age int']],
      ['2', ['1'], ['name string', 'age int']],
      ['3', ['2'], ['name string', 'age int']],
    ],
  );
  for (const { proof } of nodes) assert.equal(proof?.proven, proof?.missing.length === 0);
});

test('explain names a node that has no plan, and those behind it; the others are explained', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(workflow([reader, sqlNode('select nobody from t'), show]));
  const done = await folder.run('explain', file, '--engine', 'sail');
  assert.equal(done.code, 1);
  assert.match(done.stdout, /no plan: .*nobody.* \(field sql\)\n/);
  assert.match(done.stdout, /to try: /);
  assert.match(done.stdout, /no plan, because node 2 has none/);
  assert.match(done.stdout, /\(name string, age int\)/);
});

test('explain --code prints a PySpark program and nothing else', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(workflow(graph));
  const done = await folder.run('explain', file, '--code');
  assert.equal(done.code, 0, done.stderr);
  assert.equal(done.stderr, '');
  assert.match(done.stdout, /^# test\nfrom pyspark\.sql import SparkSession/);
  assert.ok(done.stdout.includes(`FILES = ${JSON.stringify(folder.files)}\n`));
  assert.ok(done.stdout.includes('df_2 = spark.sql("select name, age from {t} AS t where age > 30", t=df_1)\n'));
  assert.ok(done.stdout.includes('df_3 = df_2\n# table "Over thirty"\ndf_3.limit(5).show(5, truncate=False)\n'));
});

test('explain refuses a graph with errors like run does: exit code 2, each problem in a line', async () => {
  await using folder = await TestFolder.make();
  const file = await folder.workflow(workflow([{ id: '1', nodeClass: 'fire.nodes.etl.NodeNobodyKnows' }]));
  const done = await folder.run('explain', file);
  assert.equal(done.code, 2);
  assert.equal(done.stdout, '');
  assert.match(done.stderr, /error: .*NodeNobodyKnows/);
});
