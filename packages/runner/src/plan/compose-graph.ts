import type { Processor, ProcessorCatalogue } from '@millrace/processors';
import type { Graph, InputRef, WorkflowNode } from '@millrace/workflow';
import { runError, type RunError } from '@millrace/errors';
import { joinVariables, withOwn, type OwnVariables, type Variables } from './variables.ts';

/** A node whose inputs are made. */
export interface ReadyNode<Result extends Outputs> {
  readonly node: WorkflowNode;
  /** Absent if its class is not known here. */
  readonly processor: Processor | undefined;
  /** Where its inputs come from. */
  readonly references: readonly InputRef[];
  /** What was made of the nodes that it reads, in the order of `references`. */
  readonly sources: readonly Result[];
  /** The outputs that it reads, in the same order. */
  readonly inputs: readonly Result['outputs'][number][];
  /** What the nodes before it have set; see {@link withVariables}. */
  readonly variables: Variables;
  /** Nodes on the longest way down to it. */
  readonly depth: number;
}

interface Outputs {
  readonly outputs: readonly unknown[];
  /** What the node sets for those behind it. */
  readonly variables?: OwnVariables;
}

/** What became of a node. */
export type ComposedAs<Result extends Outputs> =
  | { readonly kind: 'composed'; readonly ready: ReadyNode<Result>; readonly result: Result }
  | { readonly kind: 'failed'; readonly ready: ReadyNode<Result>; readonly error: unknown }
  /** Not reached, because of a node before it: it failed, or does not have the output that an edge asks for. */
  | { readonly kind: 'skipped'; readonly because: string; readonly missing?: InputRef };

export interface GraphToCompose {
  readonly graph: Graph;
  readonly catalogue: ProcessorCatalogue;
  /** Where a node has its inputs from. */
  readonly references: (nodeId: string) => readonly InputRef[];
}

/**
 * Composes the nodes of a graph, each once, after the nodes that it reads. What a node is made to is up to `make`: materialized rows
 * of a run (`execute`), empty tables with the right columns (`composeWorkflow`, `analyseGraph`), or rows of a sample
 * (`SampledNodes`). A node that fails stops only those that read it.
 */
export class GraphComposer<Result extends Outputs> {
  readonly #of: GraphToCompose;
  readonly #make: (ready: ReadyNode<Result>) => Promise<Result>;
  readonly #nodes = new Map<string, Promise<ComposedAs<Result>>>();

  constructor(of: GraphToCompose, make: (ready: ReadyNode<Result>) => Promise<Result>) {
    this.#of = of;
    this.#make = make;
  }

  /** What becomes of a node, and of those before it. */
  node(nodeId: string): Promise<ComposedAs<Result>> {
    // not at once: a long chain of nodes would be a deep stack
    const node = this.#nodes.get(nodeId) ?? Promise.resolve(nodeId).then((id) => this.#compose(id));
    this.#nodes.set(nodeId, node);
    return node;
  }

  /** What becomes of a node, known by other means: nothing is made of it any more. */
  settle(nodeId: string, as: ComposedAs<Result>): void {
    this.#nodes.set(nodeId, Promise.resolve(as));
  }

  async #compose(nodeId: string): Promise<ComposedAs<Result>> {
    const { graph, catalogue } = this.#of;
    const node = graph.nodes.get(nodeId);
    if (node === undefined) throw new Error(`the graph has no node ${nodeId}`);
    const references = this.#of.references(nodeId);
    const before = await Promise.all(references.map((reference) => this.node(reference.nodeId)));
    const sources: Result[] = [];
    const inputs: Result['outputs'][number][] = [];
    const passedOn: Variables[] = [];
    let depth = 1;
    for (const [i, source] of before.entries()) {
      const reference = references[i];
      if (reference === undefined) continue;
      if (source.kind === 'skipped') return source;
      if (source.kind === 'failed') return { kind: 'skipped', because: reference.nodeId };
      if (reference.output >= source.result.outputs.length)
        return { kind: 'skipped', because: reference.nodeId, missing: reference };
      sources.push(source.result);
      inputs.push(source.result.outputs[reference.output]);
      passedOn.push(withOwn(source.ready.variables, source.result.variables, source.ready.depth));
      depth = Math.max(depth, source.ready.depth + 1);
    }
    const variables = joinVariables(passedOn);
    const ready = { node, processor: catalogue.get(node.nodeClass), references, sources, inputs, variables, depth };
    try {
      return { kind: 'composed', ready, result: await this.#make(ready) };
    } catch (error) {
      return { kind: 'failed', ready, error };
    }
  }
}

/** The fault of a node before, which does not have the output that an edge asks for. */
export const missingOutput = ({ output, edge }: InputRef): RunError =>
  runError('missing-output', { output: output + 1, target: edge.target });

/** The processor of a node. Fails if its class is not known here. */
export function requireProcessor({ node, processor }: Pick<ReadyNode<Outputs>, 'node' | 'processor'>): Processor {
  if (processor !== undefined) return processor;
  throw runError('unknown-processor', node);
}
