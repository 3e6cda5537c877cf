import {
  executionOrder,
  indexGraph,
  isNote,
  validating,
  wireGraph,
  type Graph,
  type InputRef,
  type ProblemLocation,
  type Problem,
  type WorkflowNode,
} from '@millrace/workflow';
import type { Processor } from '@millrace/processors';
import { explainFailure } from '../faults/explain-failure.ts';
import { inTurns, pace } from '../pace.ts';
import { checkingDocument } from '../execute/prepare-run.ts';
import { consumersOf, type Consumers } from '../plan/consumers.ts';
import type { ColumnInfo } from '../results/events.ts';
import type { EditedGraph } from './preview-node.ts';
import type { PreviewGraph } from './sampled-node.ts';

/** Something that is wrong with a graph, or worth knowing of it. */
export interface DraftProblem extends ProblemLocation {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** A graph while it is drawn: what of it can be composed, and in which order. */
export interface Draft {
  readonly to: PreviewGraph;
  readonly problems: readonly Problem[];
  /** Nodes that are no notes and stand in no cycle nor behind one, each behind those that it reads. */
  readonly order: readonly string[];
  readonly inputs: ReadonlyMap<string, readonly InputRef[]>;
  readonly consumers: Consumers;
  /** Nodes that cannot be composed, for a problem of their own. */
  readonly faulty: ReadonlySet<string>;
}

/** Others are served while a large graph is checked. */
export async function draftOf(options: EditedGraph): Promise<Draft> {
  const { catalogue, datasets, files, models, sampleRows, signal } = options;
  const breathe = pace();
  const { workflow, problems, parameters } = await inTurns(checkingDocument(options), breathe);
  await breathe();
  const graph = indexGraph(workflow);
  const own = new Map(workflow.dataSetDetails.map((one) => [one.uuid, one]));
  const inputs = wireGraph(graph, catalogue);
  await breathe();
  const errors = problems.filter(({ severity }) => severity === 'error');
  return {
    to: {
      graph,
      catalogue,
      dataset: (uuid) => datasets.get(uuid) ?? own.get(uuid),
      files,
      ...(models && { models }),
      parameters,
      sampleRows,
      signal,
    },
    problems,
    order: executionOrder(graph).order.filter((id) => !isNote(nodeIn(graph, id))),
    inputs,
    consumers: consumersOf(graph, catalogue, inputs),
    faulty: new Set(errors.flatMap(({ nodeId }) => nodeId ?? [])),
  };
}

export function nodeIn(graph: Graph, id: string): WorkflowNode {
  const node = graph.nodes.get(id);
  if (node === undefined) throw new Error(`the graph has no node ${id}`);
  return node;
}

export const processorOf = ({ to: { graph, catalogue } }: Draft, id: string): Processor | undefined =>
  catalogue.get(nodeIn(graph, id).nodeClass);

/** A failure in words for the node's author; throws what is a fault of ours. */
export function problemOf(draft: Draft, id: string, error: unknown): DraftProblem {
  const failure = explainFailure(error, nodeIn(draft.to.graph, id), processorOf(draft, id));
  if (failure === undefined) throw error;
  const { code, message, remedy, field = '' } = failure;
  return { severity: 'error', code, message, remedy, nodeId: id, ...(field === '' ? {} : { field }) };
}

/**
 * Columns that fields of these nodes name and their inputs do not have: all of them, each with its field, where composing
 * tells the first.
 */
export async function missingColumns(
  { to: { graph, catalogue } }: Draft,
  inputs: ReadonlyMap<string, readonly (readonly ColumnInfo[])[]>,
): Promise<readonly Problem[]> {
  if (inputs.size === 0) return [];
  const nodes = [...inputs.keys()].map((id) => nodeIn(graph, id));
  const problems = await inTurns(validating({ ...graph.workflow, nodes, edges: [] }, catalogue, { schemas: inputs }));
  return problems.filter(({ code }) => code === 'column-not-found');
}
