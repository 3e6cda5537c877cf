import { nodeLabel, type InputRef } from '@millrace/workflow';
import type { EngineKind } from '@millrace/engines';
import { pace } from '../pace.ts';
import { sideBySide } from '@millrace/file-space/side-by-side';
import { columnsOf } from '../results/cells.ts';
import { refusedBySail } from '../faults/remedies.ts';
import { GraphComposer, type ReadyNode } from '../plan/compose-graph.ts';
import { staticReason } from '../plan/static-reason.ts';
import { nodeIn, problemOf, type Draft, type DraftProblem } from './draft.ts';
import { isLost, mightBeOfSail, type EditingSession } from './editing-session.ts';
import type { OutputColumns } from './look.ts';
import { NodeError, noOutput, sampledBy, type SampledNode, type SampledOutput } from './sampled-node.ts';
import type { NodeReasons } from './sampled-reasons.ts';

/** A node on the rows of samples. */
interface Drafted {
  readonly node: SampledNode;
  /** Those of `node`. */
  readonly outputs: readonly SampledOutput[];
  /** Why a run up to this node is none for Sail. */
  readonly reasons: readonly string[];
  /** What was found of it on Sail; undefined where it was composed on Spark. */
  readonly found: NodeReasons | undefined;
}

/** What became of a node. */
export type Fate =
  /** A node above it has no columns, or not those that an edge asks for. */
  | { readonly kind: 'unknown'; readonly inputs: null; readonly problem?: DraftProblem }
  /** Its problem stands here, where the document's problems do not have it. */
  | { readonly kind: 'failed'; readonly inputs: readonly OutputColumns[]; readonly problem?: DraftProblem }
  | (Drafted & { readonly kind: 'made'; readonly inputs: readonly OutputColumns[] });

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
  const { to, order, inputs: wiring } = draft;
  const yields = pace();
  const of = { ...to, references: (id: string): readonly InputRef[] => wiring.get(id) ?? [] };

  const composer = new GraphComposer<Drafted>(of, async (ready) => {
    const { id } = ready.node;
    await yields();
    to.signal.throwIfAborted();
    const problem = deadly.get(id);
    if (problem !== undefined || draft.faulty.has(id)) throw new KnownProblem(problem);
    const composed = await drafted(ready);
    return { ...composed, outputs: composed.node.outputs };
  });

  const drafted = async ({
    node: { id },
    processor,
    references,
    sources,
    inputs,
  }: ReadyNode<Drafted>): Promise<Omit<Drafted, 'outputs'>> => {
    const own = session.sparkOnly ?? (processor === undefined ? undefined : staticReason(processor));
    const above = aboveOf(draft, references, sources);
    const founds = sources.map(({ found }) => found).filter((found) => found !== undefined);
    // what is only unverified on Sail has its columns there too, and the start of a Spark would keep its author waiting
    if (session.sparkOnly !== undefined || (processor?.needs ?? []).length > 0 || founds.length < sources.length) {
      const reasons = own === undefined ? above : [own];
      return { node: await sparkNode(id), reasons, found: undefined };
    }
    try {
      const nodes = await session.nodes('sail');
      const node = await lossTold('sail', id, () => nodes.on(to, id, inputs));
      const read = founds.map((from, i) => ({ from, output: references[i]?.output ?? 0 }));
      const places = { engine: nodes.engine, consumers: draft.consumers };
      const found = await lossTold('sail', id, () =>
        session.reasons.of(nodeIn(to.graph, id), node, read, places).catch((error: unknown) => {
          throw new NodeError(id, error);
        }),
      );
      const reasons = own === undefined ? found.reasons : [own];
      return { node, reasons: reasons.length === 0 ? above : reasons, found };
    } catch (error) {
      if (to.signal.aborted || !mightBeOfSail(error)) throw error;
      return { node: await sparkNode(id), reasons: [refusedBySail(error.cause)], found: undefined };
    }
  };

  const onSpark = new GraphComposer<SampledNode>(of, async ({ node: { id }, inputs }) => {
    const nodes = await session.nodes('spark');
    to.signal.throwIfAborted();
    return lossTold('spark', id, () => nodes.on(to, id, inputs));
  });
  /** A node on Spark, and before it all that it reads, one after the other. */
  const sparkNode = async (id: string): Promise<SampledNode> => {
    const needed = new Set([id]);
    for (const at of needed) for (const { nodeId } of of.references(at)) needed.add(nodeId);
    for (const at of order) if (needed.has(at)) await onSpark.node(at);
    return sampledBy(onSpark, id);
  };

  /** What became of a node; fails where that ends the whole draft. */
  const fateOf = async (id: string): Promise<Fate> => {
    const composed = await composer.node(id);
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
    if (composed.kind === 'composed') return { kind: 'made', inputs, ...composed.made };
    const { error } = composed;
    to.signal.throwIfAborted();
    if (error instanceof KnownProblem)
      return { kind: 'failed', inputs, ...(error.problem && { problem: error.problem }) };
    const [at, cause] = error instanceof NodeError ? [error.nodeId, error.cause] : [id, error];
    return { kind: 'failed', inputs, problem: problemOf(draft, at, cause) };
  };

  const lossTold = async <T>(engine: EngineKind, id: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isLost(error) && !to.signal.aborted)
        throw new EngineLost(engine, problemOf(draft, id, (error as NodeError).cause), id, error);
      throw error;
    }
  };

  // what keeps Sail from starting is no node's problem
  if (order.length > draft.faulty.size) await session.nodes(session.firstEngine);
  const fates = new Map<string, Fate>();
  await sideBySide(order, atOnce, async (id) => {
    fates.set(id, await fateOf(id));
  });
  const place = new Map(order.map((id, i) => [id, i]));
  return new Map([...fates].toSorted(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}

/** Why a run that comes as far as these nodes is none for Sail, for who reads them. */
function aboveOf({ to: { graph } }: Draft, references: readonly InputRef[], sources: readonly Drafted[]): string[] {
  const at = sources.findIndex(({ reasons }) => reasons.length > 0);
  const [reason] = sources[at]?.reasons ?? [];
  const reference = references[at];
  if (reason === undefined || reference === undefined) return [];
  return [
    reason.startsWith(aboveMark) ? reason : `${aboveMark}${nodeLabel(nodeIn(graph, reference.nodeId))}: ${reason}`,
  ];
}

const aboveMark = 'it reads what needs Spark, node ';
