import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeShapeOf, resultTableOf, savedCodeOf } from '../../src/pages/editor/model/code-shape.ts';
import { emptyGraph, type Graph, type GraphNode } from '../../src/pages/editor/model/graph.ts';

const node = (id: string, fields: Readonly<Record<string, string | null>>, nodeClass = 'PySpark'): GraphNode => ({
  id,
  name: 'Code',
  nodeClass,
  type: 'pyspark',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
});
const graphOf = (...nodes: readonly GraphNode[]): Graph => ({ ...emptyGraph, nodes });
const field = { name: 'code', default: '' };

test('knows the classes of nodes with code', () => {
  assert.equal(codeShapeOf('fire.nodes.etl.NodePySpark'), 'one');
  assert.equal(codeShapeOf('fire.nodes.etl.NodeCustomPySpark_0b7c'), 'one');
  assert.equal(codeShapeOf('fire.nodes.etl.NodePolars'), 'polars');
  for (const name of ['etl.NodeScala', 'code.NodeSpark', 'code.NodeDataBricksScala'])
    assert.equal(codeShapeOf(`fire.nodes.${name}`), 'scala');
  assert.equal(codeShapeOf('fire.nodes.etl.NodeDataWrangling'), undefined);
});

test('takes the table of the result from its field', () => {
  assert.equal(resultTableOf(node('1', { code: '' })), 'outDF');
  assert.equal(resultTableOf(node('1', { outTempTable: ' sums ' })), 'sums');
  assert.equal(resultTableOf(node('1', { outTempTable: '' })), 'outDF');
});

describe('the saved code of a node', () => {
  const now = node('2', { code: 'a\nb\n' });

  test('is that of the last saved version, if it differs', () => {
    const saved = graphOf(node('1', { code: 'x' }), node('2', { code: 'a\n' }));
    assert.deepEqual(savedCodeOf(saved, 7, now, field), { version: 7, code: 'a\n' });
    assert.equal(savedCodeOf(graphOf(now), 7, now, field), undefined);
  });

  test('is the default of the field if the version has no value', () => {
    const filled = { name: 'code', default: 'result = df' };
    const start = { version: 1, code: 'result = df' };
    assert.deepEqual(savedCodeOf(graphOf(node('2', {})), 1, now, filled), start);
    assert.deepEqual(savedCodeOf(graphOf(node('2', { code: null })), 1, now, filled), start);
    assert.equal(savedCodeOf(graphOf(node('2', {})), 1, node('2', { code: 'result = df' }), filled), undefined);
  });

  test('does not differ by line breaks of other systems', () => {
    assert.equal(savedCodeOf(graphOf(node('2', { code: 'a\r\nb\r\n' })), 1, now, field), undefined);
    const old = graphOf(node('2', { code: 'a\r\n' }));
    assert.deepEqual(savedCodeOf(old, 1, now, field), { version: 1, code: 'a\n' });
  });

  test('is missing for workflows that were never saved, new nodes, and nodes that have become others', () => {
    assert.equal(savedCodeOf(graphOf(node('2', { code: '' })), null, now, field), undefined);
    assert.equal(savedCodeOf(graphOf(node('1', { code: '' })), 3, now, field), undefined);
    assert.equal(savedCodeOf(graphOf(node('2', { code: '' }, 'Scala')), 3, now, field), undefined);
  });
});
