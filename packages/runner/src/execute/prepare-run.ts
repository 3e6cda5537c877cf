import type { ProcessorCatalogue } from '@millrace/processors';
import {
  applyParameters,
  executionOrder,
  indexGraph,
  parametersOf,
  finish,
  unusedParameters,
  validating,
  type Dataset,
  type Graph,
  type ParameterLayers,
  type Problem,
  type Steps,
  type Workflow,
} from '@millrace/workflow';
import { partOf, type Part } from '../plan/part-of-graph.ts';
import { mayBeSetBefore } from '../plan/set-before.ts';
import { tableCycles, withoutTables, withTables } from '../plan/registered-tables.ts';

/** A workflow that may run: parameters put in, checked, in order. */
export interface PreparedRun {
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly order: readonly string[];
  readonly warnings: readonly Problem[];
  /** Values of its parameters, by name. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type Preparation =
  | { readonly ok: true; readonly run: PreparedRun }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A workflow that is to run, and the values that are put into it. */
export interface PrepareOptions {
  readonly workflow: Workflow;
  readonly catalogue: ProcessorCatalogue;
  /** Saved datasets by uuid; they come before the graph's own. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly parameters?: ReadonlyMap<string, string>;
  /** Values of the project and the installation, for parameters that `parameters` does not have. */
  readonly variables?: Pick<ParameterLayers, 'project' | 'global'>;
  /** Nodes that are wanted, with all that they need; the whole workflow by default. */
  readonly nodes?: readonly string[];
}

export interface CheckedDocument {
  readonly workflow: Workflow;
  readonly problems: readonly Problem[];
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * A workflow with its parameters and the edges of registered tables put in, and all that is wrong with it as a document; a part
 * at a time.
 */
export function* checkingDocument(options: PrepareOptions): Steps<CheckedDocument> {
  const execution = options.parameters ?? new Map<string, string>();
  const parameters = parametersOf(options.workflow, { ...options.variables, execution }, options.catalogue);
  const isSet = mayBeSetBefore(options.workflow, options.catalogue);
  const applied = applyParameters(options.workflow, parameters.values, options.catalogue, isSet);
  yield;
  const graph = withTables(applied.workflow, options.catalogue);
  yield;
  const part: Part =
    options.nodes === undefined ? { workflow: graph, problems: [] } : partOf(graph, options.catalogue, options.nodes);
  const inPart = new Set(part.workflow.nodes.map(({ id }) => id));
  const own = new Set(applied.workflow.dataSetDetails.map((d) => d.uuid));
  const datasets = { has: (uuid: string) => options.datasets.has(uuid) || own.has(uuid) };
  const problems = [
    ...parameters.problems,
    ...applied.problems.filter(({ nodeId }) => nodeId === undefined || inPart.has(nodeId)),
    ...unusedParameters(options.workflow, execution.keys()),
    ...part.problems,
    ...tableCycles(part.workflow),
    ...(yield* validating(withoutTables(part.workflow), options.catalogue, { datasets })),
  ];
  return { workflow: part.workflow, problems, parameters: parameters.values };
}

/** Puts parameters in and checks the graph; errors refuse it, warnings travel with it. */
export const prepareRun = (options: PrepareOptions): Preparation => finish(preparingRun(options));

/** The same, a part at a time. */
export function* preparingRun(options: PrepareOptions): Steps<Preparation> {
  const { workflow, problems, parameters } = yield* checkingDocument(options);
  yield;
  const graph = indexGraph(workflow);
  yield;
  const order = executionOrder(graph);
  if (!order.ok || problems.some((p) => p.severity === 'error')) return { ok: false, problems };
  return { ok: true, run: { workflow, graph, order: order.order, warnings: problems, parameters } };
}
