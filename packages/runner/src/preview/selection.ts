import { runError } from '@millrace/errors';
import { isNote, nodeLabel, outputsOf } from '@millrace/workflow';
import type { OutputRef } from '../explain/python/function-code.ts';
import { nodeIn, processorOf, type Draft } from './draft.ts';
import { NodeError } from './sampled-node.ts';

/** Nodes that one node may stand for, with what goes in and out. */
export interface NodeSelection {
  /** Each behind those that it reads. */
  readonly nodes: readonly string[];
  /** Outputs of other nodes that they read, each once. */
  readonly inputs: readonly OutputRef[];
  /** Their outputs that other nodes read, each once. */
  readonly outputs: readonly OutputRef[];
  /** Outputs of those that no node reads. */
  readonly ends: readonly OutputRef[];
}

/** Why a node cannot become code whose columns are only known once it runs. */
export const dependsOnRows = 'its columns depend on rows';

/** A node that cannot become code. */
export const refusal = (nodeId: string, reason: string): NodeError =>
  new NodeError(nodeId, runError('node-without-code', { reason }));

/**
 * Selected nodes of a draft. Fails with a NodeError if they are not connected, if a path leaves them and comes back, or if
 * a table is registered on one side and read on the other.
 */
export function selectionOf(draft: Draft, ids: readonly string[]): NodeSelection {
  const selected = new Set(ids);
  const nodes = draft.order.filter((id) => selected.has(id));
  const [lost] = [...selected].filter((id) => !nodes.includes(id));
  if (lost !== undefined)
    throw refusal(
      lost,
      isNote(nodeIn(draft.to.graph, lost)) ? 'it is a note' : 'it is part of a cycle, or comes after one',
    );
  requireConnected(draft, nodes);
  requireClosed(draft, selected);
  for (const id of nodes) requireOwnTables(draft, selected, id);
  return {
    nodes,
    inputs: eachOnce(nodes.flatMap((id) => readsOf(draft, id).filter(({ nodeId }) => !selected.has(nodeId)))),
    outputs: nodes.flatMap((id) => outputsRead(draft, selected, id)),
    ends: nodes.flatMap((id) => (edgesFrom(draft, id).length === 0 ? allOutputs(draft, id) : [])),
  };
}

const readsOf = ({ inputs }: Draft, id: string) => inputs.get(id) ?? [];
const edgesFrom = ({ to: { graph } }: Draft, id: string) => graph.outgoing.get(id) ?? [];

function eachOnce(outputs: readonly OutputRef[]): readonly OutputRef[] {
  const byKey = new Map(outputs.map(({ nodeId, output }) => [`${output}/${nodeId}`, { nodeId, output }]));
  return [...byKey.values()];
}

/** Outputs of a node that other nodes than the selected ones read, in their order. */
function outputsRead(draft: Draft, selected: ReadonlySet<string>, nodeId: string): readonly OutputRef[] {
  const { graph, catalogue } = draft.to;
  const slots = outputsOf(graph, catalogue, nodeId)
    .filter(({ edge }) => !selected.has(edge.target))
    .map(({ slot }) => slot);
  return [...new Set(slots)].toSorted((a, b) => a - b).map((output) => ({ nodeId, output }));
}

function allOutputs(draft: Draft, nodeId: string): readonly OutputRef[] {
  const count = Math.max(1, processorOf(draft, nodeId)?.outputs.length ?? 0);
  return Array.from({ length: count }, (_, output) => ({ nodeId, output }));
}

function requireConnected(draft: Draft, nodes: readonly string[]): void {
  const neighbours = new Map<string, string[]>(nodes.map((id) => [id, []]));
  for (const id of nodes)
    for (const { nodeId } of readsOf(draft, id)) {
      neighbours.get(nodeId)?.push(id);
      if (neighbours.has(nodeId)) neighbours.get(id)?.push(nodeId);
    }
  const reached = new Set(nodes.slice(0, 1));
  for (const id of reached) for (const next of neighbours.get(id) ?? []) reached.add(next);
  const apart = nodes.find((id) => !reached.has(id));
  if (apart !== undefined) throw new NodeError(apart, runError('selected-apart', {}));
}

function requireClosed(draft: Draft, selected: ReadonlySet<string>): void {
  const below = new Set<string>();
  const waiting = [...selected];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const { target } of edgesFrom(draft, id))
      if (!selected.has(target) && !below.has(target)) {
        below.add(target);
        waiting.push(target);
      }
  const between = [...selected].flatMap((id) => readsOf(draft, id)).find(({ nodeId }) => below.has(nodeId));
  if (between !== undefined) throw new NodeError(between.nodeId, runError('between-selected', {}));
}

/** Code has tables of its own: it neither reads those of other nodes nor registers any for them. */
function requireOwnTables(draft: Draft, selected: ReadonlySet<string>, id: string): void {
  const { graph } = draft.to;
  const read = readsOf(draft, id).find(({ nodeId, edge }) => edge.table !== undefined && !selected.has(nodeId));
  if (read !== undefined) {
    const source = nodeLabel(nodeIn(graph, read.nodeId));
    throw refusal(id, `its query reads the table "${read.edge.table}", which node ${source} registers`);
  }
  const registered = edgesFrom(draft, id).find(({ target, table }) => table !== undefined && !selected.has(target));
  if (registered !== undefined) {
    const reader = nodeLabel(nodeIn(graph, registered.target));
    throw refusal(id, `it registers the table "${registered.table}", which node ${reader} reads`);
  }
}
