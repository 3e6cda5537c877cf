import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Catalogue, type Processor } from '../../src/pages/editor/model/catalogue.ts';
import type { Graph, GraphNode } from '../../src/pages/editor/model/graph.ts';
import { groupsOf } from '../../src/pages/editor/model/groups.ts';
import { replaceByCode } from '../../src/pages/editor/model/open-as-code.ts';
import { makeEditorStore } from '../../src/pages/editor/state/store.ts';

const step = (id: string, nodeClass = 'fire.nodes.etl.NodeRowFilter'): GraphNode => ({
  id,
  name: `Step ${id}`,
  nodeClass,
  type: 'transform',
  x: `${Number(id) * 100}px`,
  y: '40px',
  fields: [],
});

const processor = (nodeClass: string, outputs: readonly string[] = []): Processor =>
  ({
    nodeClass,
    name: 'Code',
    description: '',
    type: 'pyspark',
    category: 'Data-Preparation/Code',
    fields: [{ name: 'code', title: 'Code', kind: 'code', default: '', widget: '', description: '', required: true }],
    inputs: { min: 0, max: 8 },
    inputNames: [],
    outputs: [...outputs],
    formerly: [],
    unavailable: null,
  }) as unknown as Processor;

const split = 'fire.nodes.etl.NodeSplitByExpression';
const one = processor('fire.nodes.etl.NodePySpark');
const lists = processor('fire.nodes.code.NodeMultiInputToMultiOutputPySpark', ['First', 'Second']);
const catalogue = new Catalogue([processor(split, ['True', 'False']), one, lists]);

/** 1 → 2 → 3 → 4, and 1 → 4. */
const row: Graph = {
  name: 'Row',
  nodes: ['1', '2', '3', '4'].map((id) => step(id)),
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
    { id: 3, source: '3', target: '4', note: 'kept' },
    { id: 4, source: '1', target: '4' },
  ],
};
const code = 'def myfn(spark, workflowContext, id, inDF, cust_dict):\n    return inDF\n';
const single = {
  code,
  inputs: [{ nodeId: '1', output: 0, name: null }],
  outputs: [{ nodeId: '3', output: 0, name: null }],
};
const wires = ({ edges }: Graph): string[] =>
  edges.map(({ id, source, sourceAnchor, target }) => `${id}: ${source}${sourceAnchor ?? ''}→${target}`);

describe('nodes that are opened as code', () => {
  test('are replaced by one node with their edges', () => {
    const [next, id] = replaceByCode(row, catalogue, one, new Set(['2', '3']), single);
    assert.equal(id, '5');
    assert.deepEqual(
      next.nodes.map((node) => node.id),
      ['1', '4', '5'],
    );
    assert.deepEqual(wires(next), ['3: 5→4', '4: 1→4', '5: 1→5']);
    assert.equal(next.edges[0]?.['note'], 'kept');
    const node = next.nodes.at(-1);
    assert.deepEqual([node?.nodeClass, node?.name, node?.x, node?.y], [one.nodeClass, 'Code', '250px', '40px']);
    assert.equal(node?.fields.find(({ name }) => name === 'code')?.value, code);
  });

  test('give a single node its name', () => {
    const [next, id] = replaceByCode(row, catalogue, one, new Set(['2']), {
      ...single,
      outputs: [{ nodeId: '2', output: 0, name: null }],
    });
    assert.equal(next.nodes.find((node) => node.id === id)?.name, 'Step 2');
    assert.deepEqual(wires(next), ['2: 5→3', '3: 3→4', '4: 1→4', '5: 1→5']);
  });

  test('with several outputs have edges out of those of the code, and name the outputs that they read', () => {
    const graph: Graph = {
      name: 'Split',
      nodes: [step('1', split), step('2'), step('3', split), step('4'), step('5')],
      edges: [
        { id: 1, source: '1', target: '3', sourceAnchor: 'False' },
        { id: 2, source: '1', target: '2', sourceAnchor: 'True' },
        { id: 3, source: '3', target: '4' },
        { id: 4, source: '3', target: '5' },
        { id: 5, source: '3', target: '2', sourceAnchor: 'False' },
      ],
    };
    const [next, id] = replaceByCode(graph, catalogue, lists, new Set(['3']), {
      code,
      inputs: [{ nodeId: '1', output: 1, name: 'False' }],
      outputs: [
        { nodeId: '3', output: 0, name: 'True' },
        { nodeId: '3', output: 1, name: 'False' },
      ],
    });
    assert.equal(id, '6');
    assert.deepEqual(wires(next), ['2: 1True→2', '3: 6First→4', '4: 6Second→5', '5: 6Second→2', '6: 1False→6']);
  });

  test('read inputs in the order of the code', () => {
    const graph: Graph = {
      ...row,
      edges: [
        { id: 7, source: '2', target: '3' },
        { id: 8, source: '1', target: '3' },
        { id: 9, source: '3', target: '4' },
      ],
    };
    const [next] = replaceByCode(graph, catalogue, one, new Set(['3']), {
      ...single,
      inputs: ['1', '2'].map((nodeId) => ({ nodeId, output: 0, name: null })),
    });
    assert.deepEqual(wires(next), ['9: 5→4', '10: 1→5', '11: 2→5']);
  });

  test('leave their place in a group to the code node', () => {
    const group = { id: 'g1', name: 'Clean', colour: 'blue', nodes: ['2', '3'] };
    const [next, id] = replaceByCode({ ...row, nodeGroups: [group] }, catalogue, one, new Set(['2', '3']), single);
    assert.deepEqual(
      groupsOf(next).all.map(({ nodes }) => nodes),
      [[id]],
    );
  });

  test('come back with one undo', () => {
    const store = makeEditorStore(row, 1, undefined);
    store.getState().change((is) => replaceByCode(is, catalogue, one, new Set(['2', '3']), single)[0]);
    store.getState().undo();
    assert.equal(store.getState().graph, row);
  });
});
