import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addNodeAt } from '../../src/pages/editor/state/adding.ts';
import { Catalogue } from '../../src/pages/editor/model/catalogue.ts';
import { clipIn, clipOf, pasteClip } from '../../src/pages/editor/model/clip.ts';
import { canvasEdges, canvasNodes } from '../../src/pages/editor/canvas/drawing.ts';
import { groupBounds, membership, positionsAfter } from '../../src/pages/editor/canvas/frames.ts';
import { addNode, removeItems, type Graph, type Point } from '../../src/pages/editor/model/graph.ts';
import {
  selectedNodeIds,
  groupNodes,
  groupsOf,
  regroupNodes,
  removeGroups,
  withGroups,
  type NodeGroup,
} from '../../src/pages/editor/model/groups.ts';
import { edgeKeys, keyOfAll, keysOf } from '../../src/pages/editor/model/keys.ts';

const node = (id: string, x: number, y: number) => ({
  id,
  name: `Node ${id}`,
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeAny',
  x: `${x}px`,
  y: `${y}px`,
  fields: [{ name: 'of', value: id }],
});
const graph = (name: string) => ({
  name,
  nodes: [node('1', 64, 80), node('2', 320, 80), node('3', 576, 80), node('4', 320, 320)],
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
    { id: 3, source: '1', target: '4' },
  ],
});

const set = (...ids: string[]): ReadonlySet<string> => new Set(ids);
const hand = (over: Partial<Parameters<typeof canvasNodes>[2]> = {}) => ({
  selected: set(),
  selectedGroups: set(),
  dragged: new Map<string, Point>(),
  ...over,
});
const catalogue = new Catalogue([]);
const processor = {
  name: 'New',
  nodeClass: 'fire.nodes.etl.NodeNew',
  type: 'transform',
  fields: [],
  inputs: { max: 1 },
} as never;

describe('groups in a graph', () => {
  const plain: Graph = graph('Plain');
  const make = (ids: readonly string[], name = 'Clean up', of: Graph = plain): readonly [Graph, string] =>
    groupNodes(of, new Set(ids), { name, colour: 'teal' });

  test('stand in one key of the graph, which goes with the last of them', () => {
    const [two, id] = make(['2', '3']);
    assert.deepEqual(two.nodeGroups, [{ id, name: 'Clean up', colour: 'teal', nodes: ['2', '3'] }]);
    const { nodeGroups: _, ...rest } = two;
    assert.deepEqual(rest, plain);
    assert.deepEqual(removeGroups(two, set(id)), plain);
    assert.equal(removeGroups(two, set('another')), two);
  });

  test('a node is in one group: it leaves the one it was in, and a group without nodes goes', () => {
    const [first, a] = make(['1', '2']);
    const [second, b] = make(['2', '3'], 'Later', first);
    assert.deepEqual(
      groupsOf(second).all.map(({ id, nodes }) => [id, nodes]),
      [
        [a, ['1']],
        [b, ['2', '3']],
      ],
    );
    assert.deepEqual(
      groupsOf(regroupNodes(second, new Map([['1', b]]))).all.map(({ nodes }) => nodes),
      [['2', '3', '1']],
    );
    assert.deepEqual(
      groupsOf(removeItems(second, set('2', '3'), new Set())).all.map(({ id }) => id),
      [a],
    );
  });

  test('what others have written there is kept, and what is no group is not taken for one', () => {
    const theirs = {
      ...plain,
      nodeGroups: [
        'odd',
        { id: 'x', name: 'Theirs', nodes: ['2', 'gone'], owner: { team: 'a' } },
        { id: 'x', name: 'Again', nodes: ['3'] },
        { id: 'y', name: 'Nobody', nodes: ['gone'] },
      ],
    };
    assert.deepEqual(
      groupsOf(theirs).all.map(({ name }) => name),
      ['Theirs'],
    );
    const renamed = withGroups(theirs, set('x'), { name: 'Ours' }).nodeGroups as readonly unknown[];
    assert.equal(renamed[0], 'odd');
    assert.deepEqual((renamed[1] as NodeGroup)['owner'], { team: 'a' });
    assert.deepEqual(groupsOf({ ...plain, nodeGroups: 'none' }).all, []);
    // an id that a group still names is not used again
    const [next] = addNode({ ...plain, nodeGroups: [{ id: 'x', name: '', nodes: ['9'] }] }, processor, { x: 0, y: 0 });
    assert.equal(next.nodes.at(-1)?.id, '10');
  });

  test('change no key that caches and results hang on', () => {
    const [two, id] = make(['2', '3']);
    assert.equal(keyOfAll(two), keyOfAll(plain));
    assert.deepEqual([...keysOf(withGroups(two, set(id), { collapsed: true }))], [...keysOf(plain)]);
  });

  test('are copied when all their nodes are, and pasted under names of their own', () => {
    const [two] = make(['2', '3']);
    const clip = clipIn(JSON.stringify(clipOf(two, set('1', '2', '3'))));
    assert.ok(clip);
    const [next, pastedItems] = pasteClip(two, clip, { x: 40, y: 72 });
    const [, copy] = groupsOf(next).all;
    assert.deepEqual(pastedItems.groups, [copy?.id]);
    assert.equal(copy?.name, 'Clean up');
    assert.deepEqual(copy?.nodes, ['6', '7']);
    assert.deepEqual(clipOf(two, set('2')).nodeGroups, []);
    assert.deepEqual(
      selectedNodeIds({ graph: next, selected: set('1'), selectedGroups: set(copy?.id ?? '') }),
      set('1', '6', '7'),
    );
  });

  test('a frame lies around its nodes, and takes them along', () => {
    const [two, id] = make(['2', '3']);
    const bounds = groupBounds(two, catalogue).get(id);
    assert.deepEqual(bounds, { x: 304, y: 32, width: 464, height: 136 });
    const moves = positionsAfter(two, catalogue, new Map([[`node-group:${id}`, { x: 314, y: 52 }]]));
    assert.deepEqual(
      [moves.get('2'), moves.get('3')],
      [
        { x: 330, y: 100 },
        { x: 586, y: 100 },
      ],
    );
  });

  test('a node joins the frame in which it is let go, and leaves the one out of which it was taken', () => {
    const [two, id] = make(['2', '3']);
    const inside = new Map([['4', { x: 400, y: 100 }]]);
    assert.deepEqual([...membership(two, catalogue, inside)], [['4', id]]);
    assert.deepEqual([...membership(two, catalogue, new Map([['3', { x: 576, y: 400 }]]))], [['3', undefined]]);
    // a nudge within the frame, and the whole group wherever it goes, change nothing
    assert.deepEqual([...membership(two, catalogue, new Map([['3', { x: 600, y: 96 }]]))], []);
    const all = new Map(['2', '3'].map((one) => [one, { x: 2_000, y: 2_000 }] as const));
    assert.deepEqual([...membership(two, catalogue, all)], []);
    const shapes = canvasNodes(two, catalogue, hand({ dragged: inside }));
    assert.equal(shapes.find(({ type }) => type === 'frame')?.data['isAim'], true);
  });

  test('what is put into a frame, or onto an edge between two of a group, is one of them', () => {
    const [two, id] = make(['2', '3']);
    const onto = (edge: number): string | undefined => {
      const key = [...edgeKeys(two)].find(([, one]) => one.id === edge)?.[0];
      const [next, newId] = addNodeAt(two, catalogue, processor, { onEdge: key });
      return groupsOf(next).of.get(newId)?.id;
    };
    assert.deepEqual([onto(2), onto(1)], [id, undefined]);
    const [next, newId] = addNodeAt(two, catalogue, processor, { position: { x: 400, y: 60 } });
    assert.equal(groupsOf(next).of.get(newId)?.id, id);
  });

  test('a collapsed one is a card with an end for each end within that an edge leads out of, or into', () => {
    const [some, id] = make(['1', '2']);
    const folded = withGroups(some, set(id), { collapsed: true });
    const card = `node-group:${id}`;
    assert.deepEqual(
      canvasNodes(folded, catalogue, hand()).map((one) => one.id),
      [card, '3', '4'],
    );
    assert.deepEqual(
      canvasEdges(folded, catalogue, set()).map(({ source, sourceHandle, target }) => [source, sourceHandle, target]),
      [
        [card, 'out0', '3'],
        [card, 'out1', '4'],
      ],
    );
  });

  test('what has not changed is the same object to the canvas', () => {
    const [two, id] = make(['2', '3']);
    const [first, again] = [two, { ...two, name: 'Other' }].map((one) => canvasNodes(one, catalogue, hand()));
    assert.ok(first?.every((one, i) => one === again?.[i]));
    const [frame] = canvasNodes(two, catalogue, hand({ selectedGroups: set(id) })).filter(
      ({ type }) => type === 'frame',
    );
    assert.equal(frame?.selected, true);
  });
});
