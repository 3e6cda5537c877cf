import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvNode, events, manifestOf, TestFolder, sqlNode, workflow } from './support.ts';

const people = 'name,age\nAda,36\nGrace,\n"Ng, Li",abc\n';

test('a run gives one event a line and ends with the manifest: rows, types, shown tables, rejects', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(
    workflow([
      csvNode('people.csv', { outputColNames: ['name', 'age'], outputColTypes: ['STRING', 'INTEGER'] }),
      sqlNode('select name, age + 1 as next from t where age is not null'),
      { id: '3', nodeClass: 'fire.nodes.util.NodePrintFirstNRows', fields: { n: '5', title: 'Ages' } },
    ]),
  );
  const done = await folder.run('run', file, '--engine', 'sail', '--json');
  assert.equal(done.code, 0, done.stderr);
  const manifest = manifestOf(done);
  assert.equal(manifest.status, 'COMPLETED');
  assert.equal(manifest.engine, 'sail');
  assert.deepEqual(
    manifest.nodes.map((n) => [n.id, n.status, n.rows, n.rejected]),
    [
      ['1', 'COMPLETED', 3, 1],
      ['2', 'COMPLETED', 1, undefined],
      ['3', 'COMPLETED', 1, undefined],
    ],
  );
  const ages = manifest.outputs.find((o) => o.title === 'Ages');
  assert.ok(ages?.type === 'table');
  assert.deepEqual(ages.columns, [
    { name: 'name', type: 'string' },
    { name: 'next', type: 'int' },
  ]);
  assert.deepEqual(ages.rows, [['Ada', 37]]);
  const rejected = manifest.outputs.find((o) => o.title === 'Rejected rows');
  assert.ok(rejected?.type === 'table');
  assert.deepEqual(rejected.rows, [[['age'], 'Ng, Li', 'abc']]);
  assert.deepEqual(
    [...new Set(events(done).map((e) => e.event))],
    ['run.started', 'engine.chosen', 'node.started', 'output', 'node.finished', 'run.finished'],
  );
  assert.deepEqual(await folder.leftovers(), []);
});

test('a failing node names its place and fails only what depends on it; the rest runs', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(
    workflow(
      [
        csvNode('people.csv'),
        sqlNode('select nme from t', '2'),
        { id: '3', nodeClass: 'fire.nodes.util.NodePrintFirstNRows' },
        { id: '4', nodeClass: 'fire.nodes.util.NodePrintFirstNRows' },
      ],
      [
        ['1', '2'],
        ['2', '3'],
        ['1', '4'],
      ],
    ),
  );
  const done = await folder.run('run', file, '--engine', 'sail', '--json');
  assert.equal(done.code, 1);
  const { nodes, status } = manifestOf(done);
  assert.equal(status, 'FAILED');
  assert.deepEqual(
    nodes.map((n) => [n.id, n.status, n.because]),
    [
      ['1', 'COMPLETED', undefined],
      ['2', 'FAILED', undefined],
      ['3', 'SKIPPED', '2'],
      ['4', 'COMPLETED', undefined],
    ],
  );
  const error = nodes[1]?.error;
  assert.equal(error?.field, 'sql');
  assert.match(error?.message ?? '', /nme/);
  assert.ok(!error?.message.includes('\n'));
});

test('parameters of the call are put into fields', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(
    workflow([csvNode('$file'), sqlNode("select '${who}' as who, count(*) as n from t")]),
  );
  const done = await folder.run(
    'run',
    file,
    '--engine',
    'sail',
    '--json',
    '--param',
    'file=people.csv',
    '--param',
    'who=me',
  );
  assert.equal(done.code, 0, done.stderr);
  assert.equal(manifestOf(done).nodes[1]?.rows, 1);
});

test('on a terminal or a pipe a run reads as text: a line a node, then its tables', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const file = await folder.workflow(
    workflow([
      csvNode('people.csv'),
      { id: '2', nodeClass: 'fire.nodes.util.NodePrintFirstNRows', fields: { title: 'All' } },
    ]),
  );
  const done = await folder.run('run', file, '--engine', 'sail');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /✓ +1 NodeDatasetCSV +3 rows/);
  assert.match(done.stdout, /Ng, Li/);
  assert.match(done.stdout, /completed: 2 of 2 nodes on sail/);
});
