import type { Catalogue, ProcessorSpec } from '../catalogue.ts';
import type { Edge } from '../document/types.ts';
import type { Graph } from './graph.ts';

/** One input of a node: which output of which node it is. */
export interface InputRef {
  readonly nodeId: string;
  /** Number of the source's output, from 0. */
  readonly output: number;
  /** Which input of the node this is, from 0. Without names: the running number. */
  readonly slot: number;
  /** Name of the input, if the processor names its inputs. */
  readonly name?: string;
  readonly edge: Edge;
}

/** An edge in its place: `slot` is the number of the input or output, counted from 0. */
export interface SlotEdge {
  readonly edge: Edge;
  readonly slot: number;
  /** False when the edge got the slot by the order of edge ids. */
  readonly fixed: boolean;
}

/** The inputs of every node (see `inputsOf`), computed once for the whole graph. */
export function wireGraph(graph: Graph, catalogue: Catalogue): ReadonlyMap<string, readonly InputRef[]> {
  const outputs = new Map<Edge, number>();
  for (const id of graph.nodes.keys()) {
    for (const { edge, slot } of outputsOf(graph, catalogue, id)) outputs.set(edge, slot);
  }
  return new Map(
    [...graph.nodes.keys()].map((id) => [id, inputs(graph, catalogue, id, (edge) => outputs.get(edge) ?? 0)]),
  );
}

/**
 * The inputs of a node in order. Edges that name an input (targetAnchor) go there; the others fill what is
 * left in the order of their ids (behaviour of real files, section 0).
 */
export function inputsOf(graph: Graph, catalogue: Catalogue, nodeId: string): readonly InputRef[] {
  return inputs(graph, catalogue, nodeId, (edge) => outputIndex(graph, catalogue, edge));
}

function inputs(graph: Graph, catalogue: Catalogue, nodeId: string, output: (edge: Edge) => number): InputRef[] {
  const names = specOf(graph, catalogue, nodeId)?.inputNames ?? [];
  return assignInputs(graph.incoming.get(nodeId) ?? [], names).map(({ edge, slot }) => ({
    nodeId: edge.source,
    output: output(edge),
    slot,
    ...(names.length > 1 && names[slot] !== undefined && { name: names[slot] }),
    edge,
  }));
}

/** Which output of its source an edge carries, from 0; always 0 for a source with one output. */
export function outputIndex(graph: Graph, catalogue: Catalogue, edge: Edge): number {
  const outputs = outputsOf(graph, catalogue, edge.source);
  return outputs.find((entry) => entry.edge === edge)?.slot ?? 0;
}

/** The edges out of a node with the output of each; a slot after the last output is one too many. */
export function outputsOf(graph: Graph, catalogue: Catalogue, nodeId: string): readonly SlotEdge[] {
  const edges = graph.outgoing.get(nodeId) ?? [];
  return assignOutputs(edges, specOf(graph, catalogue, nodeId));
}

/** The outputs of a processor; null means "none" in a description. */
export interface Outputs {
  readonly outputs: ProcessorSpec['outputs'];
  readonly defaultOutput?: string | null;
}

/** Assigns the edges out of a node (in the order of their ids) to its outputs. */
export function assignOutputs(edges: readonly Edge[], spec: Outputs | undefined): readonly SlotEdge[] {
  const names = spec?.outputs ?? [];
  if (names.length < 2) return edges.map((edge) => ({ edge, slot: 0, fixed: true }));
  const other = anchorIndex(spec?.defaultOutput ?? null, names);
  let next = 0;
  return edges.map((edge) => {
    const index = anchorIndex(edge.sourceAnchor, names);
    const slot = index < 0 ? other : index;
    return slot < 0 ? { edge, slot: next++, fixed: false } : { edge, slot, fixed: true };
  });
}

/** Assigns the edges into a node (in the order of their ids) to its inputs, sorted by input. */
export function assignInputs(edges: readonly Edge[], names: readonly string[]): readonly SlotEdge[] {
  if (names.length < 2) return edges.map((edge, slot) => ({ edge, slot, fixed: false }));
  const used = new Set<number>();
  const slots = edges.map((edge) => {
    const slot = anchorIndex(edge.targetAnchor, names);
    if (slot < 0 || used.has(slot)) return -1;
    used.add(slot);
    return slot;
  });
  let next = 0;
  const free = (): number => {
    while (used.has(next)) next++;
    return next++;
  };
  return edges
    .map((edge, index) => ({ edge, slot: slots[index] ?? -1 }))
    .map(({ edge, slot }) => (slot < 0 ? { edge, slot: free(), fixed: false } : { edge, slot, fixed: true }))
    .sort((a, b) => a.slot - b.slot);
}

/** The number of a named input or output, in any case of letters; -1 if the name is unknown. */
export function anchorIndex(anchor: string | null, names: readonly string[]): number {
  if (!anchor) return -1;
  const lowerCase = anchor.toLowerCase();
  return names.findIndex((name) => name.toLowerCase() === lowerCase);
}

function specOf(graph: Graph, catalogue: Catalogue, nodeId: string): ProcessorSpec | undefined {
  return catalogue.get(graph.nodes.get(nodeId)?.nodeClass ?? '');
}
