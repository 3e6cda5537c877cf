import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesMeaning, diffWorkflows, isEmptyDiff } from '../src/index.ts';
import type { NodeJson } from './support/build.ts';
import { edges, graph, node } from './support/build.ts';

const NODES = [
  node('1', 'a.Read', { dataset: 'u' }),
  node('2', 'a.Pass', { n: '5', mode: 'append' }),
  node('3', 'a.Pass'),
];
const before = graph(NODES, edges('1>2', '1>3'));

const replaced = (id: string, more: NodeJson) =>
  NODES.map((entry) => (entry['id'] === id ? { ...entry, ...more } : entry));
const against = (nodes: readonly NodeJson[], links = edges('1>2', '1>3'), more: NodeJson = {}) =>
  diffWorkflows(before, graph(nodes, links, more));

test('the order of nodes, fields and edges is no difference, nor is a default that is spelled out', () => {
  const turned = NODES.map((entry) => ({
    ...entry,
    engine: 'all',
    fields: Array.isArray(entry['fields']) ? entry['fields'].toReversed() : [],
  }));
  assert.ok(isEmptyDiff(against(turned.toReversed(), edges('1>2', '1>3').toReversed(), { dataSetDetails: [] })));
});

test('moves and renames are told apart from changes of meaning', () => {
  const diff = against(replaced('2', { x: '500px', name: 'other' }));
  assert.deepEqual(diff.nodesChanged, [
    {
      nodeId: '2',
      name: 'other',
      renamed: { before: 'node 2', after: 'other' },
      moved: { before: { x: '10px', y: '20px' }, after: { x: '500px', y: '20px' } },
      fields: [],
      attributes: [],
    },
  ]);
  assert.equal(isEmptyDiff(diff), false);
  assert.equal(changesMeaning(diff), false);
});

test('field values are compared by name; null, "" and absent are the same', () => {
  const fields = [
    { name: 'mode', value: 'overwrite' },
    { name: 'n', value: '5' },
    { name: 'added', value: 'x' },
    { name: 'none', value: null },
  ];
  const diff = against(replaced('2', { fields }));
  assert.deepEqual(diff.nodesChanged[0]?.fields, [
    { name: 'added', before: null, after: 'x' },
    { name: 'mode', before: 'append', after: 'overwrite' },
  ]);
  assert.ok(changesMeaning(diff));
});

test('the groups in which nodes are drawn change no meaning', () => {
  const diff = against(NODES, undefined, { nodeGroups: [{ id: 'g1', name: 'Clean', nodes: ['2'] }] });
  assert.deepEqual(
    diff.attributes.map(({ name }) => name),
    ['nodeGroups'],
  );
  assert.equal(changesMeaning(diff), false);
});

test('other keys of a node, of the workflow and of datasets are attributes', () => {
  const diff = against(replaced('3', { nodeClass: 'a.Need', own: [1] }), undefined, {
    description: 'new',
    dataSetDetails: [{ uuid: 'u' }],
  });
  assert.deepEqual(diff.nodesChanged[0]?.attributes, [
    { name: 'nodeClass', before: 'a.Pass', after: 'a.Need' },
    { name: 'own', before: null, after: [1] },
  ]);
  assert.deepEqual(
    diff.attributes.map((change) => change.name),
    ['dataSetDetails', 'description'],
  );
});

test('nodes and edges that come and go are listed', () => {
  const diff = against([...NODES.slice(0, 2), node('4', 'a.Pass')], edges('1>2', '2>4'));
  assert.deepEqual(
    diff.nodesAdded.map((entry) => entry.id),
    ['4'],
  );
  assert.deepEqual(
    diff.nodesRemoved.map((entry) => entry.id),
    ['3'],
  );
  assert.deepEqual(
    diff.edgesAdded.map((edge) => `${edge.source}>${edge.target}`),
    ['2>4'],
  );
  assert.deepEqual(
    diff.edgesRemoved.map((edge) => `${edge.source}>${edge.target}`),
    ['1>3'],
  );
});

test('new edge ids in the same order are no difference, in another order they are', () => {
  const links = edges('1>2', '1>3');
  assert.ok(
    isEmptyDiff(
      against(
        NODES,
        links.map((edge, index) => ({ ...edge, id: 70 + index })),
      ),
    ),
  );
  const diff = against(
    NODES,
    links.map((edge, index) => ({ ...edge, id: 70 - index })),
  );
  assert.deepEqual(diff.outputsReordered, ['1']);
  assert.deepEqual(diff.inputsReordered, []);
  assert.ok(changesMeaning(diff));
});

test('an edge that is there twice is counted', () => {
  const diff = against(NODES, edges('1>2', '1>3', '1>3'));
  assert.equal(diff.edgesAdded.length, 1);
  assert.equal(diff.edgesRemoved.length, 0);
});
