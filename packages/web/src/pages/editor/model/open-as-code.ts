import type { WrittenNode } from '../../../api/queries-of-editor.ts';
import { wiresOf, type Catalogue, type Processor } from './catalogue.ts';
import { addNode, connectEnds, positionOf, withNode, withValues, type Graph, type GraphEdge } from './graph.ts';
import { groupsOf, regroupNodes, withoutMembers } from './groups.ts';

/**
 * Replaces nodes by a code node with their rows; returns the graph and the node's id. Edges out of them keep their
 * numbers, which order the inputs of later nodes; edges into them get new ones in the order of the inputs of the code.
 */
export function replaceByCode(
  graph: Graph,
  catalogue: Catalogue,
  processor: Processor,
  ids: ReadonlySet<string>,
  { code, inputs, outputs }: Pick<WrittenNode, 'code' | 'inputs' | 'outputs'>,
): readonly [graph: Graph, id: string] {
  const nodes = graph.nodes.filter((node) => ids.has(node.id));
  const positions = nodes.map(positionOf);
  const middle = { x: meanOf(positions.map(({ x }) => x)), y: meanOf(positions.map(({ y }) => y)) };
  const [added, id] = addNode(graph, processor, middle);
  const [only, ...others] = nodes;
  const named = only === undefined || others.length > 0 ? added : withNode(added, id, { name: only.name });
  const written = withValues(named, id, { code }, processor);
  const grouped = withoutMembers(regroupNodes(written, new Map([[id, groupOf(graph, ids)]])), ids);
  const wires = wiresOf(graph, catalogue);
  const onwards = (edge: GraphEdge): readonly GraphEdge[] => {
    if (ids.has(edge.target)) return [];
    if (!ids.has(edge.source)) return [edge];
    const at = outputs.findIndex(
      ({ nodeId, output }) => nodeId === edge.source && output === (wires.get(edge)?.output ?? 0),
    );
    const { sourceAnchor: _, ...rest } = edge;
    const anchor = outputs.length > 1 ? processor.outputs[at] : undefined;
    return at < 0 ? [] : [{ ...rest, source: id, ...(anchor === undefined ? {} : { sourceAnchor: anchor }) }];
  };
  const replaced: Graph = {
    ...grouped,
    nodes: grouped.nodes.filter((node) => !ids.has(node.id)),
    edges: grouped.edges.flatMap(onwards),
  };
  const to = { nodeId: id, anchor: null };
  return [inputs.reduce((is, { nodeId, name }) => connectEnds(is, { nodeId, anchor: name }, to), replaced), id];
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** The group that has all of these nodes. */
function groupOf(graph: Graph, ids: ReadonlySet<string>): string | undefined {
  const { of } = groupsOf(graph);
  const groups = new Set([...ids].map((id) => of.get(id)?.id));
  return groups.size === 1 ? [...groups][0] : undefined;
}
