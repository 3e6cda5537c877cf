import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeShapeOf, resultTableOf } from '../../src/pages/editor/model/code-shape.ts';
import type { GraphNode } from '../../src/pages/editor/model/graph.ts';

const node = (id: string, fields: Readonly<Record<string, string | null>>, nodeClass = 'PySpark'): GraphNode => ({
  id,
  name: 'Code',
  nodeClass,
  type: 'pyspark',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

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
