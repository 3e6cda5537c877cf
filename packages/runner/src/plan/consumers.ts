import { typeOf, type Processor, type ProcessorCatalogue } from '@millrace/processors';
import type { Graph, InputRef, WorkflowNode } from '@millrace/workflow';
import { trainsAnew } from './model-types.ts';

/** The nodes that read the outputs of nodes. */
export interface Consumers {
  /** How many inputs an output feeds. */
  uses(nodeId: string, output: number): number;
  /** True if something asks for the model of a node itself, and not for what a pipeline or a search makes of it. */
  wantModel(nodeId: string): boolean;
  /** True if a later node trains the nodes before it again. */
  trainAnew(nodeId: string): boolean;
  /** The node that an output feeds, where it is the only one and has no other input. */
  only(nodeId: string, output: number): { readonly node: WorkflowNode; readonly processor: Processor } | undefined;
}

/** The readers of the outputs of nodes, by the inputs of each node of a run. */
export function consumersOf(
  graph: Graph,
  catalogue: ProcessorCatalogue,
  references: ReadonlyMap<string, readonly InputRef[]>,
): Consumers {
  const readers = new Map<string, string[]>();
  for (const [reader, inputs] of references)
    for (const { nodeId, output } of inputs) {
      const key = `${nodeId}/${output}`;
      const edges = readers.get(key);
      if (edges === undefined) readers.set(key, [reader]);
      else edges.push(reader);
    }
  const readersOf = (nodeId: string, output: number): readonly string[] => readers.get(`${nodeId}/${output}`) ?? [];
  const allReadersOf = (nodeId: string): readonly WorkflowNode[] =>
    [...references].flatMap(([reader, inputs]) => {
      const node = graph.nodes.get(reader);
      return node !== undefined && inputs.some((input) => input.nodeId === nodeId) ? [node] : [];
    });
  const wantModel = (nodeId: string): boolean => {
    const all = allReadersOf(nodeId);
    const isPart = (node: WorkflowNode): boolean => {
      const type = typeOf(catalogue, node);
      return trainsAnew(type) || (type === 'ml-evaluator' && !wantModel(node.id));
    };
    return all.length === 0 || !all.every(isPart);
  };
  return {
    wantModel,
    trainAnew: (nodeId) =>
      readersBelow(nodeId, references).some((id) => {
        const node = graph.nodes.get(id);
        return node !== undefined && trainsAnew(typeOf(catalogue, node));
      }),
    uses: (nodeId, output) => readersOf(nodeId, output).length,
    only(nodeId, output) {
      const [reader, ...others] = readersOf(nodeId, output);
      const node = reader === undefined ? undefined : graph.nodes.get(reader);
      const processor = node && catalogue.get(node.nodeClass);
      return node === undefined || processor === undefined || others.length > 0 || references.get(node.id)?.length !== 1
        ? undefined
        : { node, processor };
    },
  };
}

/** All nodes that read a node's outputs, by way of others too. */
export function readersBelow(nodeId: string, references: ReadonlyMap<string, readonly InputRef[]>): readonly string[] {
  const below = new Set([nodeId]);
  // nodes come in an order in which inputs stand before their readers
  for (const [reader, inputs] of references) if (inputs.some((input) => below.has(input.nodeId))) below.add(reader);
  below.delete(nodeId);
  return [...below];
}
