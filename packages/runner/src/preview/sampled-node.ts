import type { ModelRegistry, Outcome, ProcessorCatalogue } from '@millrace/processors';
import type { RunFiles } from '@millrace/file-space';
import type { Dataset, DatasetDetail, Graph, InputRef } from '@millrace/workflow';
import type { ComposeInput } from '../plan/compose.ts';
import { missingOutput, type GraphComposer, type ReadyNode } from '../plan/compose-graph.ts';
import { withVariables, type OwnVariables } from '../plan/variables.ts';

/** What a look at a graph needs to know of it. */
export interface PreviewGraph {
  readonly graph: Graph;
  readonly catalogue: ProcessorCatalogue;
  readonly dataset: (uuid: string) => Dataset | DatasetDetail | undefined;
  readonly files: RunFiles;
  /** The registered models that nodes may name. */
  readonly models?: ModelRegistry;
  /** Values of parameters, which code reads. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Most rows that are taken of each source. */
  readonly sampleRows: number;
  readonly signal: AbortSignal;
}

/** An output of a node on a sample. */
export interface SampledOutput extends ComposeInput {
  /** Tells outputs of one session apart: composed again, an output is another one. */
  readonly key: string;
  /** False if a source below has more rows than were taken. */
  readonly complete: boolean;
  /** Relations on the longest way down to materialized rows, through queries in SQL too. */
  readonly depth: number;
}

/** A node composed on samples of its sources. */
export interface SampledNode {
  readonly outcome: Outcome;
  readonly inputs: readonly SampledOutput[];
  readonly outputs: readonly SampledOutput[];
  /** What it sets for nodes behind it, computed on the sample. */
  readonly variables: OwnVariables;
  /** Whether these files were looked at as delimited text when the node was composed. */
  readonly isInspected: RunFiles['wasInspected'];
}

/** A graph whose node has the values of variables in its fields. */
export async function seenIn(
  to: PreviewGraph,
  ready: Pick<ReadyNode<SampledNode>, 'node' | 'processor' | 'variables'>,
): Promise<PreviewGraph> {
  const seen = withVariables(ready, to.parameters).catch((error: unknown) => {
    throw new NodeError(ready.node.id, error);
  });
  const { node, parameters } = await seen;
  if (node === ready.node) return parameters === to.parameters ? to : { ...to, parameters };
  return { ...to, parameters, graph: { ...to.graph, nodes: new Map([...to.graph.nodes, [node.id, node]]) } };
}

/** The error of a node that cannot be previewed. */
export class NodeError extends Error {
  readonly nodeId: string;

  constructor(nodeId: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.nodeId = nodeId;
  }
}

/** The fault of an edge that asks its source for an output that is not there. */
export const noOutput = (reference: InputRef): NodeError => new NodeError(reference.nodeId, missingOutput(reference));

/** A node of a graph that is composed on samples; fails with the NodeError of the node that is at fault. */
export async function sampledBy(composer: GraphComposer<SampledNode>, nodeId: string): Promise<SampledNode> {
  const composed = await composer.node(nodeId);
  if (composed.kind === 'composed') return composed.result;
  if (composed.kind === 'failed') throw composed.error;
  if (composed.missing !== undefined) throw noOutput(composed.missing);
  return sampledBy(composer, composed.because);
}
