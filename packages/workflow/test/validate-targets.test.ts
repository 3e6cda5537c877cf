import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlierVersions } from '../src/index.ts';
import type { Json } from '../src/index.ts';
import { codes, graph, node, only, problemsOf } from './support/build.ts';
import { catalogue } from './support/catalogue.ts';

type Saver = readonly [nodeClass: string, fields: Readonly<Record<string, Json>>];

const savers = (...all: readonly Saver[]) =>
  graph(all.map(([nodeClass, fields], i) => node(`${i + 1}`, nodeClass, fields)));
const shared = (...all: readonly Saver[]): boolean => codes(problemsOf(savers(...all))).includes('target-shared');

test('two nodes that write to one place are told of, by a warning that names both, the field, its value and a remedy', () => {
  const problem = only(
    problemsOf(savers(['a.Save', { path: 'out/x', saveMode: 'Overwrite' }], ['a.Save', { path: '/out//x/' }])),
    'target-shared',
  );
  assert.equal(
    problem.message,
    'Node 2 "node 2" writes to "/out//x/" (field "path"), and so does node 1 "node 1" (field "path"): one may overwrite the output of the other.',
  );
  assert.match(problem.remedy, /^Give each node its own path/);
  assert.deepEqual(
    [problem.severity, problem.nodeId, problem.nodeIds, problem.field],
    ['warning', '2', ['1', '2'], 'path'],
  );
});

test('nodes share a place where rows are appended, or versions of models saved; other places are others', () => {
  const append: Saver = ['a.Save', { path: 'out' }];
  assert.equal(shared(append, append, append), false);
  assert.equal(shared(append, ['a.Save', { path: 'out', saveMode: 'append' }]), false);
  for (const saveMode of ['Overwrite', 'ErrorIfExists', 'Ignore'])
    assert.equal(shared(append, ['a.Save', { path: 'out', saveMode }]), true, saveMode);
  assert.equal(shared(append, ['a.Save', { path: 'out', overwrite: 'true' }]), true);
  assert.equal(shared(['a.Save', { path: 'a', saveMode: 'Overwrite' }], ['a.Save', { path: 'b' }]), false);
  assert.equal(shared(['a.Keep', {}], ['a.Keep', { path: 'models' }]), false);
  assert.equal(shared(['a.Keep', {}], ['a.Keep', { fixedPath: 'true' }]), true);
  assert.equal(shared(['a.Keep', { path: 'out' }], append), true);
  assert.equal(shared(['a.Matrix', {}], ['a.Matrix', {}]), false, 'nothing is saved');
  assert.equal(shared(['a.Matrix', { to: 'm' }], ['a.Matrix', { to: './m' }]), true);
  assert.equal(
    shared(['a.Matrix', { to: '$m' }], ['a.Matrix', { to: '$m' }]),
    false,
    'a parameter is still to be put in',
  );
});

test('versions below one folder are told apart by the order of their nodes', () => {
  const { nodes } = savers(
    ['a.Keep', {}],
    ['a.Keep', { path: 'other' }],
    ['a.Keep', { path: '/models/' }],
    ['a.Keep', { fixedPath: 'true', path: 'third' }],
    ['a.Keep', { path: 'models' }],
  );
  assert.deepEqual(
    [...earlierVersions(nodes, ({ nodeClass }) => catalogue.get(nodeClass))],
    [
      ['3', 1],
      ['5', 2],
    ],
  );
});
