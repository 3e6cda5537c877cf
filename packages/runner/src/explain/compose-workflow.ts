import type { MlArtifacts, Outcome, Processor, ProcessorCatalogue, RunContext } from '@millrace/processors';
import type { DataFrame, StructType } from '@millrace/spark-connect';
import { earlierVersions, isNote, wireGraph, type Graph, type InputRef, type WorkflowNode } from '@millrace/workflow';
import { pace } from '../pace.ts';
import type { NodeFailure } from '../results/events.ts';
import { compose } from '../plan/compose.ts';
import {
  GraphComposer,
  missingOutput,
  requireProcessor,
  type ComposedAs,
  type ReadyNode,
} from '../plan/compose-graph.ts';
import { explainFailure } from '../faults/explain-failure.ts';
import { learns } from '../execute/outputs.ts';
import type { Prepare } from '../plan/prepare.ts';
import { tablesOf } from '../plan/registered-tables.ts';
import { functionsBefore } from '../plan/scala-functions.ts';
import { computesNothing, variablesOf, withVariables, type OwnVariables } from '../plan/variables.ts';
import { emptyTableFor } from '../plan/empty-table.ts';

/** One output of a node as later nodes read it, without rows, and its schema. */
export interface ComposedOutput {
  readonly df: DataFrame;
  readonly schema: StructType;
  /** Models and ML attributes that go with the rows. */
  readonly learned?: MlArtifacts;
}

interface Base {
  readonly node: WorkflowNode;
  readonly processor: Processor | undefined;
  readonly inputs: readonly InputRef[];
}

/** What became of a node: its plan, the reason why it has none, or the node before it that has none. */
export type ComposedNode =
  | (Base & {
      readonly kind: 'composed';
      readonly outcome: Outcome;
      readonly outputs: readonly ComposedOutput[];
    })
  | (Base & { readonly kind: 'failed'; readonly failure: NodeFailure })
  | (Base & { readonly kind: 'skipped'; readonly because: string });

export interface ComposeOptions {
  readonly graph: Graph;
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: RunContext;
  /** What an engine is given, as in a run. */
  readonly prepare: Prepare;
  /** Nodes that are left out, and with them all that depend on them. */
  readonly except?: (node: WorkflowNode) => boolean;
}

/** Rows that models are trained on if only columns are asked for; more if the first rows, of a sorted file say, hold one class. */
const trainingRows = [1_000, 100_000];

/**
 * Composes every node in order and asks the engine for the schemas. Nothing runs, but for the few processors whose
 * columns depend on values (a pivot without given values): those look at the values first.
 */
export async function composeWorkflow(options: ComposeOptions): Promise<readonly ComposedNode[]> {
  let composed: Composition = { nodes: [], areCertain: true };
  for (const rows of trainingRows) {
    composed = await composeNodes(options, rows);
    const { nodes, areCertain } = composed;
    if (areCertain || !failsOfLearning(nodes)) break;
  }
  return composed.nodes;
}

interface Composition {
  readonly nodes: readonly ComposedNode[];
  /** True if rows that cannot be made are why nothing can be learned: more of them would not help. */
  readonly areCertain: boolean;
}

/** True if a node has failed that learns, or goes on with what others have learned. Looks at each node once. */
function failsOfLearning(all: readonly ComposedNode[]): boolean {
  const byId = new Map(all.map((node) => [node.node.id, node]));
  const waiting: Base[] = all.filter(({ kind }) => kind === 'failed');
  const visited = new Set<Base>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (visited.has(at)) continue;
    visited.add(at);
    if (at.processor !== undefined && learns(at.processor)) return true;
    waiting.push(...at.inputs.flatMap(({ nodeId }) => byId.get(nodeId) ?? []));
  }
  return false;
}

async function composeNodes(
  { graph, order, catalogue, around, prepare, except = () => false }: ComposeOptions,
  maxTrainingRows: number,
): Promise<Composition> {
  const nodes = order.flatMap((id) => graph.nodes.get(id) ?? []).filter((node) => !isNote(node));
  const wiring = wireGraph(graph, catalogue);
  const references = (id: string): readonly InputRef[] => wiring.get(id) ?? [];
  const ofGraph: RunContext & { readonly maxTrainingRows: number } = {
    ...around,
    earlierVersions: earlierVersions(nodes, ({ nodeClass }) => catalogue.get(nodeClass)),
    tablesOf: (nodeId: string) => tablesOf(graph, nodeId),
    functionsOf: functionsBefore(graph, catalogue),
    maxTrainingRows,
  };
  const composer = new GraphComposer<RowlessNode>({ graph, catalogue, references }, (ready) =>
    planOf(ready, ofGraph, prepare),
  );
  const done = new Map<string, ComposedNode>();
  const maker = makerOfFaults(done);
  const breathe = pace();
  let areCertain = false;
  for (const node of nodes) {
    const { id } = node;
    await breathe();
    const base = { node, processor: catalogue.get(node.nodeClass), inputs: references(id) };
    if (except(node)) composer.settle(id, { kind: 'skipped', because: id });
    const composed = asNode(base, await composer.node(id));
    const atFault = composed.kind === 'failed' && isOfEngine(composed) ? await maker(composed) : undefined;
    done.set(id, atFault === undefined ? composed : { ...base, kind: 'skipped', because: atFault.node.id });
    if (atFault === undefined) continue;
    areCertain = true;
    done.set(atFault.node.id, atFault);
    const because = atFault.node.id;
    for (const at of [id, because]) composer.settle(at, { kind: 'skipped', because });
  }
  return { nodes: [...done.values()], areCertain };
}

export interface RowlessNode {
  readonly outcome: Outcome;
  readonly outputs: readonly ComposedOutput[];
  readonly variables: OwnVariables;
}

/** A node without rows, and its outputs as later nodes read them. */
export async function planOf(
  ready: Pick<ReadyNode<RowlessNode>, 'node' | 'processor' | 'inputs' | 'variables'>,
  around: RunContext,
  prepare: Prepare,
): Promise<RowlessNode> {
  const { inputs } = ready;
  const { node, parameters } = await withVariables(ready, around.parameters);
  const outcome = await compose(requireProcessor(ready), node, inputs, { ...around, parameters });
  const outputs = await Promise.all(
    outcome.outputs.map(async (df, i) => {
      const rows =
        inputs.find((input) => input.df.relation === df.relation) ?? (await composedOutput(prepare(df, inputs)));
      const artifacts = outcome.learned?.[i];
      return artifacts === undefined ? rows : { ...rows, learned: artifacts };
    }),
  );
  return { outcome, outputs, variables: variablesOf(outcome, computesNothing) };
}

/** What became of a node, its fault in words; throws what is a fault of ours. */
function asNode(base: Base, composed: ComposedAs<RowlessNode>): ComposedNode {
  if (composed.kind === 'skipped') {
    const { because, missing } = composed;
    if (missing === undefined || missing.edge.target !== base.node.id) return { ...base, kind: 'skipped', because };
    const { code, message, remedy } = missingOutput(missing);
    return { ...base, kind: 'failed', failure: { code, message: `node ${because}: ${message}`, remedy } };
  }
  if (composed.kind === 'composed') return { ...base, kind: 'composed', ...composed.result };
  const failure = explainFailure(composed.error, base.node, base.processor);
  if (failure === undefined) throw composed.error;
  return { ...base, kind: 'failed', failure };
}

type FailedNode = Extract<ComposedNode, { readonly kind: 'failed' }>;

/** True for a node that an engine could not have learn, maybe for what stands above it: rows are made when they are asked for. */
const isOfEngine = ({ processor, failure }: FailedNode): boolean =>
  processor !== undefined && learns(processor) && failure.code === 'ENGINE_ERROR';

/**
 * Finds the node above another one that makes the rows which cannot be made, where that is why this one failed: the first of
 * a row of nodes none of which an engine can make. It looks at each node once.
 */
function makerOfFaults(done: ReadonlyMap<string, ComposedNode>) {
  const makers = new Map<string, FailedNode | undefined>();
  const maker = async ({ inputs }: Base): Promise<FailedNode | undefined> => {
    for (const { nodeId } of inputs) {
      const above = done.get(nodeId);
      if (above === undefined || above.kind === 'skipped') continue;
      if (above.kind === 'failed') return above;
      if (!makers.has(nodeId)) makers.set(nodeId, await unmade(above));
      const failed = makers.get(nodeId);
      if (failed !== undefined) return (await maker(above)) ?? failed;
    }
    return undefined;
  };
  return maker;
}

/** The node as one that failed, where an engine cannot make its rows. */
async function unmade({
  node,
  processor,
  inputs,
  outputs,
}: Extract<ComposedNode, { readonly kind: 'composed' }>): Promise<FailedNode | undefined> {
  try {
    for (const { df } of outputs) for await (const _ of df.limit(maxVisits).batches());
    return undefined;
  } catch (error) {
    const failure = explainFailure(error, node, processor);
    if (failure === undefined) throw error;
    return failure.code === 'ENGINE_ERROR' ? { node, processor, inputs, kind: 'failed', failure } : undefined;
  }
}

/** Rows in which a fault is looked for. */
const maxVisits = 100_000;

/**
 * As long a chain of relations, and as many of them, as engines surely work out: a table without rows stands for more, and a
 * later node whose columns come from values (a pivot) finds none there. A chain whose nodes each read the one before twice
 * doubles with each of them.
 */
const [longest, largest] = [100, 1_000];

async function composedOutput(df: DataFrame): Promise<ComposedOutput> {
  const schema = await df.schema();
  return { df: emptyTableFor(df, schema, longest, largest), schema };
}
