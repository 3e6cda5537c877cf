import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Output } from '../../src/api/queries-of-runs.ts';
import { nodeNames } from '../../src/pages/execution/node-names.ts';

const of = (nodeId: string, name: string, title: string): Output => ({ nodeId, name, title, type: 'table' });
const names = (...outputs: Output[]) => outputs.map((one) => nodeNames(outputs).get(one));

test('what several nodes have shown names its node, with its number where two are called the same', () => {
  assert.deepEqual(names(of('4', 'Judge', 'Metrics'), of('5', 'On the rest', 'Metrics')), ['Judge', 'On the rest']);
  assert.deepEqual(names(of('4', 'Judge', 'Metrics'), of('5', 'Judge', 'Metrics'), of('6', 'Show', 'Show')), [
    'Judge (node 4)',
    'Judge (node 5)',
    undefined,
  ]);
});

test('what one node has shown names it not', () => {
  assert.deepEqual(names(of('4', 'Judge', 'Metrics'), of('4', 'Judge', 'ROC Curve')), [undefined, undefined]);
});
