import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../src/index.ts';
import { indexGraph, inputsOf, outputIndex, wireGraph } from '../src/index.ts';
import { graph, node } from './support/build.ts';
import { catalogue } from './support/catalogue.ts';

type EdgeJson = Readonly<Record<string, Json>>;

const NODES = [
  node('1', 'a.Read'),
  node('2', 'a.Read'),
  node('s', 'a.Split'),
  node('m', 'a.Summary'),
  node('j', 'a.Join'),
  node('u', 'a.Union'),
  node('p', 'a.Pass'),
  node('q', 'a.Pass'),
];

function wired(...links: readonly EdgeJson[]) {
  return indexGraph(graph(NODES, links));
}

function inputs(target: string, ...links: readonly EdgeJson[]): readonly string[] {
  return inputsOf(wired(...links), catalogue, target).map(({ nodeId, output, slot }) => `${nodeId}.${output}@${slot}`);
}

test('inputs come in the order of edge ids, which are numbers even when written as text', () => {
  assert.deepEqual(inputs('j', { id: '10', source: '1', target: 'j' }, { id: '9', source: '2', target: 'j' }), [
    '2.0@0',
    '1.0@1',
  ]);
});

test('edges without an id come after the others, in the order of the document', () => {
  const links: readonly EdgeJson[] = [
    { source: '1', target: 'u' },
    { source: '2', target: 'u' },
    { id: 5, source: 's', target: 'u' },
  ];
  assert.deepEqual(inputs('u', ...links), ['s.0@0', '1.0@1', '2.0@2']);
});

test('named inputs go where they say; the others fill what is left', () => {
  const left = { id: 2, source: '1', target: 'j', targetAnchor: 'left' };
  const right = { id: 1, source: '2', target: 'j', targetAnchor: 'Right' };
  assert.deepEqual(inputs('j', left, right), ['1.0@0', '2.0@1']);
  assert.deepEqual(
    inputs('j', { id: 1, source: '1', target: 'j', targetAnchor: 'Right' }, { id: 2, source: '2', target: 'j' }),
    ['2.0@0', '1.0@1'],
  );
  assert.deepEqual(inputs('j', right), ['2.0@1'], 'a lone second input stays the second');
  const [first] = inputsOf(wired(left, right), catalogue, 'j');
  assert.equal(first?.name, 'Left');
});

test('many edges may go into the one multiInput', () => {
  const links = ['1', '2', 's'].map((source, index) => ({
    id: 9 - index,
    source,
    target: 'u',
    targetAnchor: 'multiInput',
  }));
  assert.deepEqual(inputs('u', ...links), ['s.0@0', '2.0@1', '1.0@2']);
});

test('the outputs of a split go by edge id: the lowest id gets the first', () => {
  const links: readonly EdgeJson[] = [
    { id: 12, source: 's', target: 'p' },
    { id: 3, source: 's', target: 'q' },
  ];
  assert.deepEqual(inputs('p', ...links), ['s.1@0']);
  assert.deepEqual(inputs('q', ...links), ['s.0@0']);
});

test('named outputs go by name, in any case; several edges may share one', () => {
  const links: readonly EdgeJson[] = [
    { id: 1, source: 's', target: 'p', sourceAnchor: 'Second' },
    { id: 2, source: 's', target: 'q', sourceAnchor: 'FIRST' },
    { id: 3, source: 's', target: 'u', sourceAnchor: 'Second' },
  ];
  const indexed = wired(...links);
  assert.deepEqual(
    indexed.workflow.edges.map((edge) => outputIndex(indexed, catalogue, edge)),
    [1, 0, 1],
  );
});

test('edges that name no output carry the default output, where the processor has one', () => {
  const links: readonly EdgeJson[] = [
    { id: 1, source: 'm', target: 'p' },
    { id: 2, source: 'm', target: 'q', sourceAnchor: 'summary' },
    { id: 3, source: 'm', target: 'u' },
  ];
  const indexed = wired(...links);
  assert.deepEqual(
    indexed.workflow.edges.map((edge) => outputIndex(indexed, catalogue, edge)),
    [1, 0, 1],
  );
});

test('all edges of a node with one output carry that one', () => {
  const links = ['p', 'q', 'u'].map((target, index) => ({
    id: index,
    source: '1',
    target,
    sourceAnchor: 'Second',
  }));
  const indexed = wired(...links);
  assert.deepEqual(
    indexed.workflow.edges.map((edge) => outputIndex(indexed, catalogue, edge)),
    [0, 0, 0],
  );
});

test('wiring the whole graph gives what asking node by node gives', () => {
  const indexed = wired(
    { id: 1, source: '1', target: 's' },
    { id: 2, source: 's', target: 'j', targetAnchor: 'Right' },
    { id: 3, source: 's', target: 'j' },
    { id: 4, source: 'j', target: 'u' },
    { id: 5, source: '2', target: 'u' },
  );
  const all = wireGraph(indexed, catalogue);
  for (const { id } of indexed.workflow.nodes) assert.deepEqual(all.get(id), inputsOf(indexed, catalogue, id));
  assert.deepEqual(
    all.get('j')?.map((input) => input.output),
    [1, 0],
  );
});
