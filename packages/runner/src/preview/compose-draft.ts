import { nodeLabel, type InputRef } from '@millrace/workflow';
import type { EngineKind } from '@millrace/engines';
import { pace } from '../pace.ts';
import { sideBySide } from '@millrace/file-space/side-by-side';
import { columnsOf } from '../results/cells.ts';
import { refusedBySail } from '../faults/remedies.ts';
import { staticReason } from '../plan/static-reason.ts';
import { nodeIn, problemOf, processorOf, type Draft, type DraftProblem } from './draft.ts';
import { isLost, mightBeOfSail, type EditingSession } from './editing-session.ts';
import type { OutputColumns } from './look.ts';
import { NodeError, noOutput, type SampledNode, type SampledOutput } from './sampled-nodes.ts';
import type { NodeReasons } from './sampled-reasons.ts';

/** What became of a node. */
export type Fate =
  /** A node above it has no columns, or not those that an edge asks for. */
  | { readonly kind: 'unknown'; readonly inputs: null; readonly problem?: DraftProblem }
  /** Its problem stands here, where the document's problems do not have it. */
  | { readonly kind: 'failed'; readonly inputs: readonly OutputColumns[]; readonly problem?: DraftProblem }
  | {
      readonly kind: 'made';
      readonly inputs: readonly OutputColumns[];
      readonly node: SampledNode;
      /** Why a run up to this node is none for Sail. */
      readonly reasons: readonly string[];
      /** What was found of it on Sail; undefined where it was composed on Spark. */
      readonly found: NodeReasons | undefined;
    };

type Made = Fate & { readonly kind: 'made' };

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
  const fates = new Map<string, Promise<Fate>>();
  const onSpark = new Map<string, Promise<SampledNode>>();
  const yields = pace();

  const fateOf = async (id: string): Promise<Fate> => {
    const references = wiring.get(id) ?? [];
    const sources: Made[] = [];
    for (const { nodeId } of references) {
      const source = await fates.get(nodeId);
      if (source?.kind !== 'made') return { kind: 'unknown', inputs: null };
      sources.push(source);
    }
    await yields();
    to.signal.throwIfAborted();
    const given: SampledOutput[] = [];
    for (const [i, reference] of references.entries()) {
      const output = sources[i]?.node.outputs[reference.output];
      if (output === undefined) {
        const { nodeId, cause } = noOutput(reference, id);
        return { kind: 'unknown', inputs: null, problem: problemOf(draft, nodeId, cause) };
      }
      given.push(output);
    }
    const inputs = references.flatMap(({ nodeId, output, edge }, i) => {
      if (edge.table !== undefined) return [];
      const schema = given[i]?.schema ?? { kind: 'struct', fields: [] };
      return { nodeId, output, columns: columnsOf(schema) };
    });
    const problem = deadly.get(id);
    if (problem !== undefined) return { kind: 'failed', inputs, problem };
    if (draft.faulty.has(id)) return { kind: 'failed', inputs };
    try {
      return { kind: 'made', inputs, ...(await composed(id, references, sources, given)) };
    } catch (error) {
      to.signal.throwIfAborted();
      const [at, cause] = error instanceof NodeError ? [error.nodeId, error.cause] : [id, error];
      return { kind: 'failed', inputs, problem: problemOf(draft, at, cause) };
    }
  };

  const composed = async (
    id: string,
    references: readonly InputRef[],
    sources: readonly Made[],
    given: readonly SampledOutput[],
  ): Promise<Pick<Made, 'node' | 'reasons' | 'found'>> => {
    const processor = processorOf(draft, id);
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
      const node = await lossTold('sail', id, () => nodes.on(to, id, given));
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

  /** A node on Spark, and before it all that it reads. */
  const sparkNode = async (id: string): Promise<SampledNode> => {
    const wanted = new Set<string>();
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (wanted.has(at) || onSpark.has(at)) continue;
      wanted.add(at);
      waiting.push(...(wiring.get(at) ?? []).map(({ nodeId }) => nodeId));
    }
    for (const at of order) if (wanted.has(at)) await oneOnSpark(at);
    return await oneOnSpark(id);
  };
  const oneOnSpark = (id: string): Promise<SampledNode> => {
    const found = onSpark.get(id) ?? makeOnSpark(id);
    onSpark.set(id, found);
    return found;
  };
  const makeOnSpark = async (id: string): Promise<SampledNode> => {
    const nodes = await session.nodes('spark');
    const given: SampledOutput[] = [];
    for (const reference of wiring.get(id) ?? []) {
      const output = (await oneOnSpark(reference.nodeId)).outputs[reference.output];
      if (output === undefined) throw noOutput(reference, id);
      given.push(output);
    }
    to.signal.throwIfAborted();
    return lossTold('spark', id, () => nodes.on(to, id, given));
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
  await sideBySide(order, atOnce, async (id) => {
    const fate = fateOf(id);
    fates.set(id, fate);
    await fate;
  });
  const settled = await Promise.all(order.map(async (id) => [id, await fates.get(id)] as const));
  return new Map(settled.flatMap(([id, fate]) => (fate === undefined ? [] : [[id, fate]])));
}

/** Why a run that comes as far as these nodes is none for Sail, for who reads them. */
function aboveOf({ to: { graph } }: Draft, references: readonly InputRef[], sources: readonly Made[]): string[] {
  const at = sources.findIndex(({ reasons }) => reasons.length > 0);
  const [reason] = sources[at]?.reasons ?? [];
  const reference = references[at];
  if (reason === undefined || reference === undefined) return [];
  return [
    reason.startsWith(aboveMark) ? reason : `${aboveMark}${nodeLabel(nodeIn(graph, reference.nodeId))}: ${reason}`,
  ];
}

const aboveMark = 'it reads what needs Spark, node ';
