import type { ModelRegistry, ProcessorCatalogue } from '@millrace/processors';
import type { CollectedTable, DataFrame } from '@millrace/spark-connect';
import { indexGraph, inputsOf, type Dataset, type ParameterLayers, type Workflow } from '@millrace/workflow';
import type { EngineKind } from '@millrace/engines';
import type { RunFiles } from '@millrace/file-space';
import { handsModelOn } from '../plan/model-types.ts';
import { columnsOf, rowsOf } from '../results/cells.ts';
import type { Cell, ColumnInfo, NodeFailure, RunOutput } from '../results/events.ts';
import { explainFailure } from '../faults/explain-failure.ts';
import { count, learns } from '../execute/outputs.ts';
import { prepareFor } from '../plan/prepare.ts';
import { inTurns } from '../pace.ts';
import { preparingRun } from '../execute/prepare-run.ts';
import { show } from '../execute/show-results.ts';
import type { EditingSession } from './editing-session.ts';
import { NodeError, type PreviewGraph, type SampledOutput } from './sampled-node.ts';
import type { SampledNodes } from './sampled-nodes.ts';

/** A graph that a user edits, and what it may name. */
export interface EditedGraph {
  readonly workflow: Workflow;
  readonly catalogue: ProcessorCatalogue;
  /** Saved datasets by uuid. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly variables?: Pick<ParameterLayers, 'project' | 'global'>;
  readonly files: RunFiles;
  /** The registered models that nodes may name. */
  readonly models?: ModelRegistry;
  /** Most rows that are taken of each source. */
  readonly sampleRows: number;
  readonly signal: AbortSignal;
}

/** Columns of one output, and whose it is. */
export interface OutputColumns {
  readonly nodeId: string;
  /** Number of the node's output, from 0. */
  readonly output: number;
  readonly columns: readonly ColumnInfo[];
}

/** First rows of an output. */
export interface OutputRows extends OutputColumns {
  readonly rows: readonly (readonly Cell[])[];
  /** True if the output has more rows on this sample. */
  readonly truncated: boolean;
  /** Rows of the output on this sample. */
  readonly count: number;
}

/** What a node gives on a sample of the sources. */
export interface NodePreview {
  readonly nodeId: string;
  readonly engine: EngineKind;
  readonly sample: {
    /** Most rows that were taken of each source. */
    readonly rows: number;
    /** True if no source has more: the preview is what a run would give. */
    readonly complete: boolean;
  };
  readonly outputs: readonly OutputRows[];
  /** Tables, charts and texts that the node shows, made of the sample. */
  readonly results: readonly RunOutput[];
  /** True if the node shows more once it is trained on the sample, which is not asked for here: it takes longer. */
  readonly hasMore: boolean;
  readonly warnings: readonly string[];
}

export interface PreviewProblem {
  readonly code: string;
  readonly message: string;
  readonly nodeId?: string;
  readonly field?: string;
}

/** A part of a graph that cannot be looked at: its problems, each with its node. */
export class PreviewError extends Error {
  readonly problems: readonly PreviewProblem[];

  constructor(problems: readonly PreviewProblem[]) {
    super(problems[0]?.message ?? 'the graph cannot be previewed');
    this.problems = problems;
  }
}

/** Most rows of a table or chart that names no limit. */
const tableLimit = 1_000;

/** Columns of a node's outputs. Fails with PreviewError. */
export async function outputSchemas(
  session: EditingSession,
  options: EditedGraph,
  nodeId: string,
): Promise<readonly OutputColumns[]> {
  const to = await graphOf(options, nodeId, true);
  return explainErrors(to, () =>
    session.inspect(to, async (nodes) => {
      const { outputs } = await nodes.node(to, nodeId);
      return outputs.map(({ schema }, output) => ({ nodeId, output, columns: columnsOf(schema) }));
    }),
  ).then(({ result }) => result);
}

/** Columns of a node's inputs, whatever the node itself is like yet. Fails with PreviewError. */
export async function inputSchemas(
  session: EditingSession,
  options: EditedGraph,
  nodeId: string,
): Promise<readonly OutputColumns[]> {
  const references = inputsOf(indexGraph(options.workflow), options.catalogue, nodeId);
  const to = await graphOf(options, nodeId, false);
  return explainErrors(to, () =>
    session.inspect(to, (nodes) =>
      Promise.all(
        references.map(async ({ nodeId: source, output }) => {
          const { outputs } = await nodes.node(to, source);
          const schema = outputs[output]?.schema ?? { kind: 'struct', fields: [] };
          return { nodeId: source, output, columns: columnsOf(schema) };
        }),
      ),
    ),
  ).then(({ result }) => result);
}

/** What is wanted of a preview. */
export interface PreviewOptions {
  /** Most rows of each output. */
  readonly rows: number;
  /** True if what a model learned from the sample, and how good it is, is to be shown too. */
  readonly learns?: boolean;
}

/** Runs a graph up to a node on a sample of its sources; nothing is saved. Fails with PreviewError. */
export async function previewNode(
  session: EditingSession,
  options: EditedGraph,
  nodeId: string,
  request: PreviewOptions,
): Promise<NodePreview> {
  const to = await graphOf(options, nodeId, true);
  const { engine, result } = await explainErrors(to, () =>
    session.inspect(to, (nodes) => previewOn(nodes, to, nodeId, request)),
  );
  return { nodeId, engine, ...result };
}

/** Whether a node shows what it has learned, or measured. */
function showsArtifacts({ graph, catalogue }: PreviewGraph, nodeId: string): boolean {
  const processor = catalogue.get(graph.nodes.get(nodeId)?.nodeClass ?? '');
  return processor !== undefined && learns(processor) && !handsModelOn(processor.type);
}

async function previewOn(
  nodes: SampledNodes,
  to: PreviewGraph,
  nodeId: string,
  { rows: rowLimit, learns: mayLearn = false }: PreviewOptions,
): Promise<Omit<NodePreview, 'nodeId' | 'engine'>> {
  const { outcome: composed, inputs, outputs } = await nodes.node(to, nodeId);
  const shows = showsArtifacts(to, nodeId);
  const outcome = shows && mayLearn ? await nodes.train(to, nodeId, inputs) : composed;
  const { signal } = to;
  const prepare = prepareFor(nodes.engine);
  const tables = outputs.map((output) => ({ output, table: output.df.limit(rowLimit + 1).table({ signal }) }));
  const begins = new Map<DataFrame, Beginning>();
  // an output that a node shows is not computed a second time
  const materialized = (df: DataFrame): DataFrame => {
    const { relType } = df.relation;
    const [of, limit] = relType.case === 'limit' ? [relType.value.input, relType.value.limit] : [df.relation, Infinity];
    const index = composed.outputs.findIndex(({ relation }) => relation === of);
    const source = tables[index];
    const prepared = source !== undefined && of === df.relation ? source.output.df : prepare(df, inputs);
    if (source !== undefined) begins.set(prepared, { table: source.table, limit });
    return prepared;
  };
  const firstTable = (df: DataFrame, rows: number): Promise<CollectedTable> | undefined => {
    const { table, limit = Infinity } = begins.get(df) ?? {};
    const needed = Math.min(rows, limit);
    return needed > rowLimit + 1
      ? undefined
      : table?.then((first) => ({ ...first, rows: first.rows.slice(0, needed) }));
  };
  try {
    const [previews, results] = await Promise.all([
      Promise.all(
        tables.map(({ output, table }, i) => firstRows(nodes, output, { nodeId, output: i }, table, rowLimit, signal)),
      ),
      Promise.all(
        (outcome.results ?? []).map((result) =>
          show({ signal, tableLimit, counts: false, firstRows: firstTable }, nodeId, result, materialized),
        ),
      ),
    ]);
    const complete = [...inputs, ...outputs].every((one) => one.complete);
    return {
      sample: { rows: to.sampleRows, complete },
      outputs: previews,
      results,
      hasMore: shows && !mayLearn,
      warnings: outcome.warnings ?? [],
    };
  } catch (error) {
    throw new NodeError(nodeId, error);
  }
}

/** The first rows of an output, which are being fetched; `limit`: so many of them make a DataFrame. */
interface Beginning {
  readonly table: Promise<CollectedTable>;
  readonly limit: number;
}

async function firstRows(
  nodes: SampledNodes,
  output: SampledOutput,
  location: Pick<OutputRows, 'nodeId' | 'output'>,
  fetching: Promise<CollectedTable>,
  limit: number,
  signal: AbortSignal,
): Promise<OutputRows> {
  const { rows, truncated } = rowsOf(await fetching, limit);
  const rowCount = truncated ? await nodes.rowCount(output, () => count({ counts: true, signal }, output.df)) : null;
  return { ...location, columns: columnsOf(output.schema), rows, truncated, count: rowCount ?? rows.length };
}

/** Puts parameters in and checks the part of the graph that is to be looked at. Others are served while a large one is checked. */
async function graphOf(options: EditedGraph, nodeId: string, withNode: boolean): Promise<PreviewGraph> {
  const { workflow, catalogue, datasets, variables, files, models, sampleRows, signal } = options;
  requireNodes(workflow, [nodeId]);
  const nodes = withNode ? [nodeId] : inputsOf(indexGraph(workflow), catalogue, nodeId).map((input) => input.nodeId);
  const prepared = await inTurns(
    preparingRun({
      workflow,
      catalogue,
      datasets,
      nodes,
      ...(variables === undefined ? {} : { variables }),
    }),
  );
  if (!prepared.ok) throw new PreviewError(prepared.problems.filter(({ severity }) => severity === 'error'));
  const own = new Map(prepared.run.workflow.dataSetDetails.map((one) => [one.uuid, one]));
  return {
    graph: prepared.run.graph,
    catalogue,
    dataset: (uuid) => datasets.get(uuid) ?? own.get(uuid),
    files,
    ...(models && { models }),
    parameters: prepared.run.parameters,
    sampleRows,
    signal,
  };
}

/** Fails with PreviewError for a node that the graph does not have. */
export function requireNodes({ nodes }: Workflow, ids: readonly string[]): void {
  const known = new Set(nodes.map(({ id }) => id));
  const nodeId = ids.find((id) => !known.has(id));
  if (nodeId !== undefined)
    throw new PreviewError([{ message: `node "${nodeId}" not found in the graph`, code: 'UNKNOWN_NODE', nodeId }]);
}

/** Turns a node's failure into words for its author; a fault of ours stays what it is. */
export async function explainErrors<T>({ graph, catalogue }: PreviewGraph, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const node = graph.nodes.get(error.nodeId);
    const failure: NodeFailure | undefined = node && explainFailure(error.cause, node, catalogue.get(node.nodeClass));
    if (failure === undefined) throw error.cause;
    const { code, message, remedy, field } = failure;
    throw new PreviewError([
      {
        code,
        message: `node ${node?.id} ${node?.name}: ${message}; ${remedy}`,
        nodeId: error.nodeId,
        ...(field === undefined || field === '' ? {} : { field }),
      },
    ]);
  }
}
