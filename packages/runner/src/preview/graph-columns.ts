import { isNote } from '@millrace/workflow';
import { pace } from '../pace.ts';
import { staticReason } from '../plan/static-reason.ts';
import { columnsOf } from '../results/cells.ts';
import type { EngineKind } from '@millrace/engines';
import type { ColumnInfo } from '../results/events.ts';
import { composeDraft, EngineLost, type Fate } from './compose-draft.ts';
import { missingColumns, draftOf, nodeIn, processorOf, type Draft, type DraftProblem } from './draft.ts';
import type { EditingSession } from './editing-session.ts';
import type { EditedGraph, OutputColumns } from './preview-node.ts';

/** One output of a node. */
export interface NamedColumns {
  /** Number of the output, from 0. */
  readonly output: number;
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
}

/** What is known of a node of a graph that is being drawn. */
export interface NodeColumns {
  readonly nodeId: string;
  /** In the order of the inputs; null if one of them cannot be known. */
  readonly inputs: readonly OutputColumns[] | null;
  /** Null if the node cannot do its work yet. */
  readonly outputs: readonly NamedColumns[] | null;
  /** The engine that `auto` takes for a run up to this node; null if that is not known. */
  readonly engine: EngineKind | null;
  /** Why not Sail. */
  readonly reasons: readonly string[];
}

export interface GraphColumns {
  readonly nodes: readonly NodeColumns[];
  readonly problems: readonly DraftProblem[];
}

/** Nodes that are composed at once. */
const concurrency = 8;

/** Engines that one call may lose to nodes that end them. */
const maxLost = 3;

/**
 * Columns of all nodes of a graph, as far as they can be known, and all that is wrong with it. Fails where no engine can be
 * had or the signal aborts, and not for what is wrong with nodes.
 */
export async function graphColumns(session: EditingSession, options: EditedGraph): Promise<GraphColumns> {
  options.files.fetchUntil(options.signal);
  return columnsOfDraft(session, await draftOf(options));
}

/** The same, of a graph that has been checked. */
export async function columnsOfDraft(session: EditingSession, draft: Draft): Promise<GraphColumns> {
  const { signal } = draft.to;
  const deadly = new Map<string, DraftProblem>();
  for (let atOnce = concurrency; ;) {
    try {
      return await answer(draft, await composeDraft(session, draft, { atOnce, deadly }));
    } catch (error) {
      if (!(error instanceof EngineLost) || signal.aborted || deadly.size === maxLost) throw error;
      await session.close(error.engine);
      // one after the other, the node that ends an engine is known
      if (atOnce === 1) deadly.set(error.nodeId, error.problem);
      atOnce = 1;
    }
  }
}

async function answer(draft: Draft, fates: ReadonlyMap<string, Fate>): Promise<GraphColumns> {
  const { graph } = draft.to;
  const breathe = pace();
  const failures = [...fates].flatMap(([id, fate]) => (fate.kind === 'failed' ? [{ id, ...fate }] : []));
  const inputs = failures.map(({ id, inputs: sources }) => [id, sources.map(({ columns }) => columns)] as const);
  const missing = await missingColumns(draft, new Map(inputs));
  const ids = new Set(missing.map(({ nodeId }) => nodeId));
  const nodeProblems = [...fates].flatMap(([id, fate]) =>
    fate.kind === 'made' || fate.problem === undefined || ids.has(id) ? [] : [fate.problem],
  );
  const codes = new Set<string>();
  const problems: DraftProblem[] = [];
  for (const one of [...draft.problems, ...missing, ...nodeProblems]) {
    const key = JSON.stringify([one.code, one.nodeId, one.edgeId, one.field, one.message]);
    if (codes.has(key)) continue;
    codes.add(key);
    problems.push(one);
    await breathe();
  }
  const nodes: NodeColumns[] = [];
  for (const id of graph.nodes.keys()) {
    nodes.push(nodeColumns(draft, id, fates.get(id)));
    await breathe();
  }
  return { nodes, problems };
}

function nodeColumns(draft: Draft, nodeId: string, fate: Fate | undefined): NodeColumns {
  if (isNote(nodeIn(draft.to.graph, nodeId))) return { nodeId, inputs: [], outputs: [], engine: null, reasons: [] };
  const processor = processorOf(draft, nodeId);
  if (fate?.kind !== 'made') {
    const reason = processor && staticReason(processor);
    const engine =
      reason === undefined ? { engine: null, reasons: [] } : { engine: 'spark' as const, reasons: [reason] };
    return { nodeId, inputs: fate?.inputs ?? null, outputs: null, ...engine };
  }
  const { inputs, node, reasons } = fate;
  const outputs = node.outputs.map(({ schema }, output) => ({
    output,
    name: processor?.outputs[output] ?? 'output',
    columns: columnsOf(schema),
  }));
  return { nodeId, inputs, outputs, engine: reasons.length === 0 ? 'sail' : 'spark', reasons };
}
