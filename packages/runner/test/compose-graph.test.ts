import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { indexGraph, wireGraph } from '@millrace/workflow';
import { GraphComposer, requireProcessor, type ReadyNode } from '../src/plan/compose-graph.ts';
import { workflowOfDrafts, sql, type Draft } from './drafts.ts';

interface NodeOutputs {
  readonly outputs: readonly string[];
}

const catalogue = await loadCatalogue();

/** A composer that calls what a node gives by its id and inputs, and the ids in the order in which they were made. */
function composing(
  drafts: readonly Draft[],
  wires: readonly (readonly [number, number])[],
  make: (ready: ReadyNode<NodeOutputs>) => Promise<NodeOutputs> = compose,
) {
  const graph = indexGraph(workflowOfDrafts(drafts, wires));
  const wiring = wireGraph(graph, catalogue);
  const order: string[] = [];
  const of = { graph, catalogue, references: (id: string) => wiring.get(id) ?? [] };
  const composer = new GraphComposer<NodeOutputs>(of, (ready) => {
    order.push(ready.node.id);
    return make(ready);
  });
  return { composer, order };
}

const compose = async ({ node, inputs }: ReadyNode<NodeOutputs>): Promise<NodeOutputs> => ({
  outputs: [`${node.id}(${inputs.join()})`],
});
const nodes = (count: number): Draft[] => Array.from({ length: count }, () => sql('select * from t'));
const broken = new Error('it is broken');

describe('a graph is composed', () => {
  it('each node once, behind those that it reads', async () => {
    const { composer, order } = composing(nodes(4), [[1, 2], [1, 3], [2, 4], [3, 4]]); // prettier-ignore
    const [last, again] = await Promise.all([composer.node('4'), composer.node('4')]);
    assert.equal(last, again);
    assert.deepEqual(last.kind === 'composed' && last.result.outputs, ['4(2(1()),3(1()))']);
    assert.deepEqual(order, ['1', '2', '3', '4']);
  });

  it('as far as it is asked for', async () => {
    const { composer, order } = composing(nodes(3), [[1, 2], [2, 3]]); // prettier-ignore
    await composer.node('2');
    assert.deepEqual(order, ['1', '2']);
  });

  it('a node that fails stops those behind it, which name it, and no others', async () => {
    const { composer, order } = composing(nodes(5), [[1, 2], [2, 3], [3, 4], [1, 5]], async (ready) => {
      if (ready.node.id === '2') throw broken;
      return compose(ready);
    }); // prettier-ignore
    const [failed, next, last, other] = await Promise.all(['2', '3', '4', '5'].map((id) => composer.node(id)));
    assert.equal(failed?.kind === 'failed' && failed.error, broken);
    assert.deepEqual([next, last], [{ kind: 'skipped', because: '2' }, { kind: 'skipped', because: '2' }]); // prettier-ignore
    assert.equal(other?.kind, 'composed');
    assert.deepEqual(order, ['1', '2', '5']);
  });

  it('an edge that asks for an output too many is named', async () => {
    const split: Draft = { nodeClass: 'ml.NodeSplit' };
    const { composer } = composing([split, ...nodes(2)], [[1, 2], [1, 3]], async () => ({ outputs: ['only'] })); // prettier-ignore
    const [first, second] = await Promise.all(['2', '3'].map((id) => composer.node(id)));
    assert.equal(first?.kind, 'composed');
    assert.equal(second?.kind === 'skipped' && second.because, '1');
    assert.equal(second?.kind === 'skipped' && second.missing?.edge.target, '3');
  });

  it('what is known of a node by other means stands', async () => {
    const { composer, order } = composing(nodes(3), [[1, 2], [2, 3]]); // prettier-ignore
    composer.settle('2', { kind: 'skipped', because: '2' });
    assert.deepEqual(await composer.node('3'), { kind: 'skipped', because: '2' });
    assert.deepEqual(order, []);
  });

  it('a class that is not known fails when its processor is asked for', async () => {
    const { composer } = composing([{ nodeClass: 'etl.NodeNone' }], [], async (ready) => {
      requireProcessor(ready);
      return compose(ready);
    });
    const composed = await composer.node('1');
    assert.match(String(composed.kind === 'failed' && composed.error), /NodeNone is not available here/);
  });

  it('a long chain needs no deep stack', async () => {
    const count = 10_000;
    const wires = Array.from({ length: count - 1 }, (_, i) => [i + 1, i + 2] as const);
    const { composer, order } = composing(nodes(count), wires, async () => ({ outputs: ['rows'] }));
    assert.equal((await composer.node(String(count))).kind, 'composed');
    assert.equal(order.length, count);
  });
});
