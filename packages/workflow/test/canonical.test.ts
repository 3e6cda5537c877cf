import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalNode } from '../src/index.ts';
import type { Json } from '../src/index.ts';
import type { NodeJson } from './support/build.ts';
import { graph, node } from './support/build.ts';

function canonical(fields: Readonly<Record<string, Json>>, more: NodeJson = {}, id = '1'): string {
  const [first] = graph([node(id, 'a.Pass', fields, more)]).nodes;
  assert.ok(first);
  return canonicalNode(first);
}

test('position, name, id, type, order of fields and empty values do not change the canonical form', () => {
  const form = canonical({ a: '1', b: 'x' });
  assert.equal(canonical({ b: 'x', a: '1', c: '', d: null }, { x: '9px', name: 'other', type: 'ml' }, '77'), form);
});

test('class, names and values do, and cannot be mistaken for each other', () => {
  const forms = [
    canonical({ a: '1', b: 'x' }),
    canonical({ a: '1', b: 'X' }),
    canonical({ a: '1b', x: '' }),
    canonical({ a: ' ' }),
    canonical({ a: '1' }, { nodeClass: 'a.Need' }),
    canonical({ 'a","1': 'x' }),
    canonical({ a: '1","x' }),
  ];
  assert.equal(new Set(forms).size, forms.length);
});
