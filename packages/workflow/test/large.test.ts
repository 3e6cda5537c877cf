import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffWorkflows, executionOrder, indexGraph, isEmptyDiff, serialiseWorkflow, wireGraph } from '../src/index.ts';
import type { Json } from '../src/index.ts';
import { codes, edges, node, problemsOf, read } from './support/build.ts';
import { catalogue } from './support/catalogue.ts';

/** A chain, a star, or both, of so many nodes. */
function chain(count: number): Json {
  const fields = { n: '5', columns: '["a","b"]', note: 'x'.repeat(50) };
  const nodes = Array.from({ length: count }, (_, index) =>
    node(String(index), index === 0 ? 'a.Read' : 'a.Pass', { dataset: 'u', ...fields }),
  );
  const links = Array.from({ length: count - 1 }, (_, index) => `${index}>${index + 1}`);
  return { name: 'chain', nodes, edges: edges(...links) };
}

function star(count: number, source = 'a.Read', cls = 'a.Pass'): Json {
  const nodes = [
    node('s', source, { dataset: 'u' }),
    ...Array.from({ length: count }, (_, index) => node(String(index), cls)),
  ];
  return { name: 'star', nodes, edges: edges(...Array.from({ length: count }, (_, index) => `s>${index}`)) };
}

/** All that is done with a graph before it runs. */
function work(text: string): void {
  const workflow = read(text);
  problemsOf(workflow, { datasets: new Set(['u']) });
  const graph = indexGraph(workflow);
  executionOrder(graph);
  wireGraph(graph, catalogue);
  assert.ok(isEmptyDiff(diffWorkflows(workflow, workflow)));
  serialiseWorkflow(workflow);
}

/** Far more than linear work takes on a busy machine, far less than quadratic work on an idle one. */
const hangs = { timeout: 120_000 };

test('20,000 nodes in a chain, a star or a split are read, checked, ordered and compared', hangs, () => {
  for (const make of [
    chain,
    star,
    (count: number) => star(count, 'a.Split'),
    (count: number) => star(count, 'a.Read', 'a.None'),
  ])
    work(JSON.stringify(make(20_000)));
});

test('a chain of 5,000 nodes is sound; closed to a ring it is one cycle', () => {
  assert.deepEqual(problemsOf(read(chain(5_000))), []);
  const ring = Array.from({ length: 5_000 }, (_, index) => `${index}>${(index + 1) % 5_000}`);
  const nodes = ring.map((_, index) => node(String(index), 'a.Pass'));
  const problems = problemsOf(read({ nodes, edges: edges(...ring) }));
  assert.deepEqual(codes(problems), ['cycle']);
  assert.equal(problems[0]?.nodeIds?.length, 5_000);
});

test('a graph of 50 MB is read, checked and given back', hangs, () => {
  const nodes = Array.from({ length: 5_000 }, (_, index) =>
    node(String(index), 'a.Read', { dataset: 'u', note: 'x'.repeat(10_000) }),
  );
  const text = JSON.stringify({ nodes, edges: [] });
  assert.ok(text.length > 50_000_000);
  assert.equal(JSON.stringify(serialiseWorkflow(read(text))), text);
  assert.deepEqual(problemsOf(read(text)), []);
});
