import { FieldError, type Processor, type ProcessorCatalogue } from '@millrace/processors';
import {
  executionOrder,
  findCycles,
  indexGraph,
  nodeLabel,
  problem,
  type Edge,
  type Graph,
  type Problem,
  type Workflow,
  type WorkflowNode,
} from '@millrace/workflow';
import { tablesIn } from '@millrace/spark-sql';
import { storedFields } from './stored-fields.ts';

/**
 * A workflow with an edge (`Edge.table`) from each node that registers a table to each node whose SQL reads it. Of several
 * that register one name, SQL reads the last one before it, and where there is none before it, the last one that does not
 * wait for it.
 */
export function withTables(workflow: Workflow, catalogue: ProcessorCatalogue): Workflow {
  const registered = Map.groupBy(
    workflow.nodes.flatMap((node) => {
      const name = unlessInvalid(() => catalogue.get(node.nodeClass)?.registers?.(storedFields(node)));
      return name === undefined ? [] : [{ id: node.id, name: name.toLowerCase() }];
    }),
    ({ name }) => name,
  );
  if (registered.size === 0) return workflow;
  const graph = indexGraph(workflow);
  const positions = new Map(executionOrder(graph).order.map((id, i) => [id, i]));
  const edges = workflow.nodes.flatMap((node) =>
    tablesReadBy(node, catalogue.get(node.nodeClass)).flatMap((table): Edge[] => {
      const sources = (registered.get(table.toLowerCase()) ?? []).map(({ id }) => id);
      if (sources.length === 0) return [];
      const [before, behind] = [reachableFrom(graph, node.id, 'incoming'), reachableFrom(graph, node.id, 'outgoing')];
      const choices = [sources.filter((id) => before.has(id)), sources.filter((id) => !behind.has(id)), sources];
      const candidates = choices.find((some) => some.length > 0) ?? [];
      const [source = ''] = candidates.toSorted((a, b) => (positions.get(b) ?? -1) - (positions.get(a) ?? -1));
      return [{ id: null, source, target: node.id, sourceAnchor: null, targetAnchor: null, raw: {}, table }];
    }),
  );
  return edges.length === 0 ? workflow : { ...workflow, edges: [...workflow.edges, ...edges] };
}

/** A workflow as its document draws it. */
export const withoutTables = (workflow: Workflow): Workflow => ({
  ...workflow,
  edges: workflow.edges.filter(({ table }) => table === undefined),
});

/** Names of the tables that a node reads in addition to its inputs: of its last inputs, in order. */
export const tablesOf = ({ incoming }: Graph, nodeId: string): readonly string[] =>
  (incoming.get(nodeId) ?? []).flatMap(({ table }) => table ?? []);

/** Nodes that read a table which is registered behind them. */
export function tableCycles(workflow: Workflow): readonly Problem[] {
  if (workflow.edges.every(({ table }) => table === undefined)) return [];
  const graph = indexGraph(workflow);
  return findCycles(graph).flatMap((ids) => {
    const tables = ids.flatMap((source, i) => {
      const edges = (graph.outgoing.get(source) ?? []).filter(({ target }) => target === ids[(i + 1) % ids.length]);
      return edges.every(({ table }) => table !== undefined) ? edges.slice(0, 1) : [];
    });
    const [{ target, table } = {}] = tables;
    if (target === undefined || table === undefined) return [];
    const labels = ids.map((id) => nodeLabel(graph.nodes.get(id) ?? { id, name: '' }));
    const node = nodeLabel(graph.nodes.get(target) ?? { id: target, name: '' });
    return [problem('table-cycle', { node, table, nodes: labels }, { nodeId: target, nodeIds: ids })];
  });
}

function tablesReadBy(node: WorkflowNode, processor: Processor | undefined): readonly string[] {
  const query = unlessInvalid(() => processor?.query?.(storedFields(node)));
  if (query === undefined) return [];
  const own = new Set(query.inputs.map((name) => name.toLowerCase()));
  return tablesIn(query.sql).filter((name) => !own.has(name.toLowerCase()));
}

/** The text of fields; nothing if they cannot be read, which the node itself reports. */
function unlessInvalid<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) return undefined;
    throw error;
  }
}

function reachableFrom(graph: Graph, from: string, way: 'incoming' | 'outgoing'): ReadonlySet<string> {
  const ids = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const edge of graph[way].get(id) ?? []) {
      const next = way === 'incoming' ? edge.source : edge.target;
      if (ids.has(next)) continue;
      ids.add(next);
      waiting.push(next);
    }
  return ids;
}
