import { createHash } from 'node:crypto';
import type { Manifest } from '@millrace/runner';
import type { RunFiles } from '@millrace/file-space';
import { indexGraph, inputsOf, type Dataset, type Graph, type Workflow, type WorkflowNode } from '@millrace/workflow';
import { typeOf, type ProcessorCatalogue } from '@millrace/processors';
import { metricsOf, type ModelRecord, type Source, type MetricSource } from './record.ts';

/** A graph that has run, and what its nodes may name. */
interface TrainingGraph {
  readonly workflow: Workflow;
  readonly catalogue: ProcessorCatalogue;
  readonly datasets: ReadonlyMap<string, Dataset>;
}

/** What the nodes of a graph read, and how it was then. */
export type SourceStamps = ReadonlyMap<string, Source & { readonly stamp: string }>;

/** Nodes before one, itself with them. */
function above(graph: Graph, catalogue: ProcessorCatalogue, nodeId: string, ids = new Set<string>()): Set<string> {
  if (ids.has(nodeId)) return ids;
  ids.add(nodeId);
  for (const { nodeId: before } of inputsOf(graph, catalogue, nodeId)) above(graph, catalogue, before, ids);
  return ids;
}

/** Nodes after one, itself with them. */
function below(graph: Graph, nodeId: string): Set<string> {
  const ids = new Set<string>();
  const visit = (id: string): void => {
    if (ids.has(id)) return;
    ids.add(id);
    for (const { source, target } of graph.workflow.edges) if (source === id) visit(target);
  };
  visit(nodeId);
  return ids;
}

/** How the files are that the nodes of a graph read; what cannot be read is the run's own failure. */
export async function stampSources(
  { workflow, datasets }: Omit<TrainingGraph, 'catalogue'>,
  files: Pick<RunFiles, 'stamp'>,
): Promise<SourceStamps> {
  const own = new Map(workflow.dataSetDetails.map((one) => [one.uuid, one]));
  const sources = new Map<string, Source & { readonly stamp: string }>();
  for (const node of workflow.nodes)
    for (const { name, value } of node.fields) {
      if (value === null || value === '') continue;
      const dataset = datasets.get(value) ?? own.get(value);
      const isRead = node.type === 'dataset' && (name === 'path' || name === 'inputDataPath');
      const path = dataset?.path ?? (isRead ? value : undefined);
      if (path === undefined || path === null || path === '') continue;
      const stamp = await files.stamp(path).catch(() => undefined);
      if (stamp !== undefined) sources.set(node.id, { nodeId: node.id, node: node.name, path, stamp });
    }
  return sources;
}

/** The node that made the model which a node saves: the one before it. */
export function makerOf(
  { workflow, catalogue }: Omit<TrainingGraph, 'datasets'>,
  saver: string,
): WorkflowNode | undefined {
  const graph = indexGraph(workflow);
  let id: string | undefined = saver;
  const ids = new Set<string>();
  while (id !== undefined && !ids.has(id)) {
    ids.add(id);
    const node = graph.nodes.get(id);
    if (node !== undefined && typeOf(catalogue, node) !== 'ml-modelsave') return node;
    id = inputsOf(graph, catalogue, id)[0]?.nodeId;
  }
  return undefined;
}

/**
 * How a model came about: the rows that it was trained on, the files, and what nodes reported of it. Nodes report on the model
 * behind the one that made it, and before it if they evaluate for a search.
 */
export function trainingOf(
  run: Omit<TrainingGraph, 'datasets'>,
  saver: string,
  manifest: Pick<Manifest, 'nodes'>,
  stamps: SourceStamps,
  metricSource: MetricSource,
): Pick<ModelRecord, 'maker' | 'rows' | 'data' | 'metrics'> {
  const { workflow, catalogue } = run;
  const graph = indexGraph(workflow);
  const maker = makerOf(run, saver);
  if (maker === undefined) return { maker: null, rows: null, data: null, metrics: [] };
  const before = above(graph, catalogue, maker.id);
  const after = below(graph, maker.id);
  const [input] = inputsOf(graph, catalogue, maker.id);
  const reports = new Map(manifest.nodes.map((report) => [report.id, report]));
  const sources = [...stamps.values()].filter(({ nodeId }) => before.has(nodeId));
  // the training rows of a loaded model were not counted here
  const isTrained = typeOf(catalogue, maker) !== 'ml-modelload';
  const taught = reports.get(maker.id)?.learnedFrom ?? (input && reports.get(input.nodeId)?.rows);
  const rows = isTrained ? (taught ?? null) : null;
  const hash = createHash('sha256');
  for (const { path, stamp } of sources) hash.update(`${path}\0${stamp}\n`);
  const metrics = manifest.nodes
    .filter(({ id }) => after.has(id) || before.has(id))
    .flatMap((report) => metricsOf(report, metricSource));
  return {
    maker: { nodeId: maker.id, node: maker.name },
    rows,
    data:
      sources.length === 0
        ? null
        : {
            fingerprint: hash.digest('hex'),
            sources: sources.map(({ nodeId, node, path }) => ({ nodeId, node, path })),
          },
    metrics,
  };
}
