import type { SparkError } from '@millrace/spark-connect';
import { nodeLabel, type InputRef } from '@millrace/workflow';
import type { EngineKind } from '@millrace/engines';
import { pace } from '../pace.ts';
import { sideBySide } from '@millrace/file-space/side-by-side';
import { columnsOf } from '../results/cells.ts';
import { isForSpark, reasonOfCode } from '../faults/code-faults.ts';
import { refusedBySail } from '../faults/remedies.ts';
import { GraphComposer, type ReadyNode } from '../plan/compose-graph.ts';
import type { OwnVariables } from '../plan/variables.ts';
import { staticReason } from '../plan/static-reason.ts';
import { nodeIn, problemOf, type Draft, type DraftProblem } from './draft.ts';
import { isLost, mightBeOfSail, type EditingSession } from './editing-session.ts';
import type { OutputColumns } from './preview-node.ts';
import { NodeError, noOutput, sampledBy, seenIn, type SampledNode, type SampledOutput } from './sampled-node.ts';
import type { NodeReasons } from './sampled-reasons.ts';

/** A node on the rows of samples. */
interface DraftNode {
  readonly node: SampledNode;
  /** Those of `node`. */
  readonly outputs: readonly SampledOutput[];
  readonly variables: OwnVariables;
  /** Why a run up to this node is none for Sail. */
  readonly reasons: readonly string[];
  /** What was found of it on Sail; undefined if it was composed on Spark. */
  readonly analysis: NodeReasons | undefined;
}

/** What became of a node. */
export type Fate =
  /** A node above it has no columns, or not those that an edge asks for. */
  | { readonly kind: 'unknown'; readonly inputs: null; readonly problem?: DraftProblem }
  /** Its problem stands here, where the document's problems do not have it. */
  | { readonly kind: 'failed'; readonly inputs: readonly OutputColumns[]; readonly problem?: DraftProblem }
  | (DraftNode & { readonly kind: 'made'; readonly inputs: readonly OutputColumns[] });

/** A node that is not composed, for a problem that is known. */
class KnownProblem extends Error {
  readonly problem: DraftProblem | undefined;

  /** Without a problem where the document's problems have it. */
  constructor(problem?: DraftProblem) {
    super(problem?.message);
    this.problem = problem;
  }
}

/** An engine ended while it worked on a node. */
export class EngineLost extends Error {
  readonly engine: EngineKind;
  readonly nodeId: string;
  readonly problem: DraftProblem;

  constructor(engine: EngineKind, problem: DraftProblem, nodeId: string, cause: unknown) {
    super(problem.message, { cause });
    this.engine = engine;
    this.problem = problem;
    this.nodeId = nodeId;
  }
}

export interface ComposeDraftOptions {
  /** Nodes at once. */
  readonly atOnce: number;
  /** Nodes that end engines, with their problems. */
  readonly deadly: ReadonlyMap<string, DraftProblem>;
}

/**
 * Composes the nodes of a draft on samples, on Sail and where that does not do on Spark, and gives what became of each. A
 * node that fails stops only those behind it. Fails with EngineLost, with the signal's reason, and where Sail does not
 * start.
 */
export async function composeDraft(
  session: EditingSession,
  draft: Draft,
  { atOnce, deadly }: ComposeDraftOptions,
): Promise<ReadonlyMap<string, Fate>> {
  const { order } = draft;
  const composer = new DraftComposer(session, draft, deadly);
  // what keeps Sail from starting is no node's problem
  if (order.length > draft.faulty.size) await session.nodes(session.firstEngine);
  const fates = new Map<string, Fate>();
  await sideBySide(order, atOnce, async (id) => {
    fates.set(id, await composer.fate(id));
  });
  const positions = new Map(order.map((id, i) => [id, i]));
  return new Map([...fates].toSorted(([a], [b]) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0)));
}

/** Composes each node of a draft once, with all that it reads. */
class DraftComposer {
  readonly #session: EditingSession;
  readonly #draft: Draft;
  readonly #composer: GraphComposer<DraftNode>;
  readonly #onSpark: GraphComposer<SampledNode>;

  constructor(session: EditingSession, draft: Draft, deadly: ComposeDraftOptions['deadly']) {
    this.#session = session;
    this.#draft = draft;
    const { to } = draft;
    const yields = pace();
    const of = { ...to, references: (id: string) => this.#references(id) };
    this.#composer = new GraphComposer<DraftNode>(of, async (ready) => {
      const { id } = ready.node;
      await yields();
      to.signal.throwIfAborted();
      const problem = deadly.get(id);
      if (problem !== undefined || draft.faulty.has(id)) throw new KnownProblem(problem);
      const composed = await this.#draftNode(ready);
      return { ...composed, outputs: composed.node.outputs, variables: composed.node.variables };
    });
    this.#onSpark = new GraphComposer<SampledNode>(of, async (ready) => {
      const { id } = ready.node;
      const nodes = await session.nodes('spark');
      to.signal.throwIfAborted();
      return this.#namingLostEngine('spark', id, async () => nodes.on(await seenIn(to, ready), id, ready.inputs));
    });
  }

  /** What became of a node; fails where that ends the whole draft. */
  async fate(id: string): Promise<Fate> {
    const draft = this.#draft;
    const composed = await this.#composer.node(id);
    if (composed.kind === 'skipped') {
      const { missing } = composed;
      if (missing === undefined || missing.edge.target !== id) return { kind: 'unknown', inputs: null };
      const { nodeId, cause } = noOutput(missing);
      return { kind: 'unknown', inputs: null, problem: problemOf(draft, nodeId, cause) };
    }
    const inputs = composed.ready.references.flatMap(({ nodeId, output, edge }, i) => {
      if (edge.table !== undefined) return [];
      const schema = composed.ready.inputs[i]?.schema ?? { kind: 'struct', fields: [] };
      return { nodeId, output, columns: columnsOf(schema) };
    });
    if (composed.kind === 'composed') return { kind: 'made', inputs, ...composed.result };
    const { error } = composed;
    draft.to.signal.throwIfAborted();
    if (error instanceof KnownProblem)
      return { kind: 'failed', inputs, ...(error.problem && { problem: error.problem }) };
    const [at, cause] = error instanceof NodeError ? [error.nodeId, error.cause] : [id, error];
    return { kind: 'failed', inputs, problem: problemOf(draft, at, cause) };
  }

  #references(id: string): readonly InputRef[] {
    return this.#draft.inputs.get(id) ?? [];
  }

  /** A node on Sail, or on Spark if it, or a node that it reads, needs Spark. */
  async #draftNode(ready: ReadyNode<DraftNode>): Promise<Omit<DraftNode, 'outputs' | 'variables'>> {
    const { node, processor, references, sources } = ready;
    const { sparkOnly } = this.#session;
    const own = sparkOnly ?? (processor === undefined ? undefined : staticReason(processor));
    const above = aboveOf(this.#draft, references, sources);
    const analyses = sources.map(({ analysis }) => analysis).filter((analysis) => analysis !== undefined);
    // what is only unverified on Sail has its columns there too, and the start of a Spark would keep its author waiting
    if (sparkOnly !== undefined || (processor?.needs ?? []).length > 0 || analyses.length < sources.length) {
      const reasons = own === undefined ? above : [own];
      return { node: await this.#sparkNode(node.id), reasons, analysis: undefined };
    }
    try {
      const { sampled, analysis } = await this.#sailNode(ready, analyses);
      const reasons = own === undefined ? analysis.reasons : [own];
      return { node: sampled, reasons: reasons.length === 0 ? above : reasons, analysis };
    } catch (error) {
      if (this.#draft.to.signal.aborted || !mightBeOfSail(error)) throw error;
      return { node: await this.#sparkNode(node.id), reasons: [whyNotSail(error.cause)], analysis: undefined };
    }
  }

  /** A node on Sail, and why a run may not have it there; `founds`: what was found of the nodes that it reads. */
  async #sailNode(
    { references, inputs, ...ready }: ReadyNode<DraftNode>,
    analyses: readonly NodeReasons[],
  ): Promise<{ readonly sampled: SampledNode; readonly analysis: NodeReasons }> {
    const { consumers } = this.#draft;
    const { id } = ready.node;
    const nodes = await this.#session.nodes('sail');
    const to = await this.#namingLostEngine('sail', id, () => seenIn(this.#draft.to, ready));
    const sampled = await this.#namingLostEngine('sail', id, () => nodes.on(to, id, inputs));
    const analysedInputs = analyses.map((from, i) => ({ from, output: references[i]?.output ?? 0 }));
    const options = { engine: nodes.engine, consumers };
    const analysis = await this.#namingLostEngine('sail', id, () =>
      this.#session.reasons.of(nodeIn(to.graph, id), sampled, analysedInputs, options).catch((error: unknown) => {
        throw new NodeError(id, error);
      }),
    );
    return { sampled, analysis };
  }

  /** A node on Spark, and before it all that it reads, one after the other. */
  async #sparkNode(id: string): Promise<SampledNode> {
    const needed = new Set([id]);
    for (const at of needed) for (const { nodeId } of this.#references(at)) needed.add(nodeId);
    for (const at of this.#draft.order) {
      if (!needed.has(at)) continue;
      const composed = await this.#onSpark.node(at);
      if (composed.kind === 'failed') throw composed.error;
    }
    return sampledBy(this.#onSpark, id);
  }

  /** Fails with EngineLost, which names the node, if the engine ends during the work. */
  async #namingLostEngine<T>(engine: EngineKind, id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isLost(error) && !this.#draft.to.signal.aborted)
        throw new EngineLost(engine, problemOf(this.#draft, id, (error as NodeError).cause), id, error);
      throw error;
    }
  }
}

const whyNotSail = (cause: unknown): string =>
  isForSpark(cause) ? reasonOfCode(cause) : refusedBySail(cause as SparkError);

/** Why a run that comes as far as these nodes cannot be on Sail, for the nodes that read them. */
function aboveOf({ to: { graph } }: Draft, references: readonly InputRef[], sources: readonly DraftNode[]): string[] {
  const at = sources.findIndex(({ reasons }) => reasons.length > 0);
  const [reason] = sources[at]?.reasons ?? [];
  const reference = references[at];
  if (reason === undefined || reference === undefined) return [];
  return [
    reason.startsWith(aboveMark) ? reason : `${aboveMark}${nodeLabel(nodeIn(graph, reference.nodeId))}: ${reason}`,
  ];
}

const aboveMark = 'it reads a node that needs Spark: node ';
