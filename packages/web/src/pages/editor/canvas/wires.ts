import type { Edge } from '@xyflow/react';
import { wiresOf, type Catalogue } from '../model/catalogue.ts';
import { endsAt, shapeOf } from './flow.ts';
import { nodeSize, type Graph, type GraphEdge } from '../model/graph.ts';
import { edgeKeys } from '../model/keys.ts';

/** An end of a node or card: a handle as `handlesOf` names it, and how many pixels it lies below the upper side. */
export interface Tip {
  readonly nodeId: string;
  readonly handle: string;
  readonly below: number;
}

export interface WireData extends Record<string, unknown> {
  readonly edge: GraphEdge;
  /** Number of the source's output. */
  readonly output: number;
  /** Its name, if the source has several. */
  readonly outputName: string;
  readonly from: Tip;
  readonly to: Tip;
}
/** An edge in the form of the canvas. */
export type WireEdge = Edge<WireData, 'wire'>;
export type WireWithData = WireEdge & { readonly data: WireData };

const wiresByGraph = new WeakMap<Graph, readonly WireWithData[]>();

/** The end of a node or card by its number on its side. */
export const tipOf = (nodeId: string, side: 'in' | 'out', at: number, many: number, height: number): Tip => ({
  nodeId,
  handle: side + at,
  below: many > 1 ? (endsAt(many, height)[at] ?? 0) : height / 2,
});

/** The same edge between other ends. */
export const connectTo = ({ data, ...rest }: WireWithData, from: Tip, to: Tip): WireWithData => ({
  ...rest,
  source: from.nodeId,
  target: to.nodeId,
  sourceHandle: from.handle,
  targetHandle: to.handle,
  data: { ...data, from, to },
});

/** The edges of a graph that have both their nodes, drawn between them; the same objects as long as the graph is. */
export function wiresIn(graph: Graph, catalogue: Catalogue): readonly WireWithData[] {
  const cachedWires = wiresByGraph.get(graph) ?? wire(graph, catalogue);
  wiresByGraph.set(graph, cachedWires);
  return cachedWires;
}

function wire(graph: Graph, catalogue: Catalogue): readonly WireWithData[] {
  const wires = wiresOf(graph, catalogue);
  const nodes = new Map(graph.nodes.map((node) => [node.id, shapeOf(node, catalogue)]));
  const last = (many: number): number => Math.max(0, many - 1);
  return [...edgeKeys(graph)].flatMap(([id, edge]): WireWithData | [] => {
    const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const { output = 0, input = 0 } = wires.get(edge) ?? {};
    const outputs = source.type === 'step' ? source.data.outputs : [];
    const inputs = target.type === 'step' ? target.data.inputs : [];
    const at = [Math.min(output, last(outputs.length)), Math.min(input, last(inputs.length))] as const;
    const from = tipOf(source.id, 'out', at[0], outputs.length, source.height ?? nodeSize.height);
    const to = tipOf(target.id, 'in', at[1], inputs.length, target.height ?? nodeSize.height);
    return {
      id,
      type: 'wire',
      source: from.nodeId,
      target: to.nodeId,
      sourceHandle: from.handle,
      targetHandle: to.handle,
      selected: false,
      ariaLabel: `${source.data.node.name} → ${target.data.node.name}`,
      data: { edge, output, outputName: outputs[output] ?? '', from, to },
    };
  });
}
