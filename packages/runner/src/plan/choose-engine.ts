import {
  type EngineHost,
  type EngineSession,
  type OpenOptions,
  type SessionLabels,
  sparkOnlyBy,
} from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import type { Compatibility } from '@millrace/workflow';
import { decide, forbidTies, readMatrix, type Apart, type Decision, type NodeDecision } from '@millrace/parity';
import { analyseGraph, knownReasons, type GraphToAnalyse } from './analyse-graph.ts';
import type { NodeAnalysis } from './analyse-outcome.ts';
import { faultsOf, type IsOfData } from '../faults/faults-of-data.ts';
import type { NoTies } from '../execute/ties.ts';

export type RequestedEngine = 'auto' | 'sail' | 'spark';

export interface Choice {
  readonly session: EngineSession;
  readonly why: string;
  /** What is verified of each node on Sail and what is not; absent if the engine was asked for. */
  readonly perNode?: readonly NodeDecision[];
  /** On Sail: the sorts that may leave no ties, else the run moves to Spark. */
  readonly noTies: NoTies;
  /** On Sail: what may not tie among the rows of the inputs of nodes, by node. */
  readonly apart?: ReadonlyMap<string, readonly Apart[]>;
  /** True for an error on Sail that Spark would give too: see `faultsOf`. */
  readonly isOfData: IsOfData;
}

export interface ChooseOptions extends GraphToAnalyse {
  readonly engine: RequestedEngine;
  readonly host: EngineHost;
  readonly bytes: number;
  /** Those that it reads, and how far its engines see them. */
  readonly files: Pick<RunFiles, 'engineView'>;
  /** See `OpenOptions`. */
  readonly owner?: string;
  readonly libraries?: OpenOptions['libraries'];
  readonly compatibility?: Compatibility | undefined;
  readonly labels?: SessionLabels | undefined;
  readonly ownApplication?: boolean;
  readonly signal?: AbortSignal;
}

/** What an engine of a run is opened for. */
export const opening = ({
  bytes,
  files,
  owner,
  libraries,
  compatibility,
  labels,
  ownApplication,
  signal,
}: Pick<ChooseOptions, 'files' | 'owner' | 'libraries' | 'compatibility' | 'labels' | 'ownApplication' | 'signal'> & {
  readonly bytes?: number;
}): OpenOptions => ({
  ...(bytes === undefined ? {} : { bytes }),
  view: files.engineView,
  libraries,
  ...(owner === undefined ? {} : { owner }),
  ...(compatibility === undefined ? {} : { compatibility }),
  ...(labels === undefined ? {} : { labels }),
  ...(ownApplication === undefined ? {} : { ownApplication }),
  ...(signal === undefined ? {} : { signal }),
});

/** Picks the engine of a run and opens a session on it: Sail when all that the graph does is verified there. */
export async function chooseEngine(options: ChooseOptions): Promise<Choice> {
  const { engine, host, compatibility } = options;
  if (engine !== 'auto')
    return {
      session: await host.open(engine, opening(options)),
      why: `${engine} was requested`,
      noTies: noSorts,
      isOfData: unknown,
    };
  const why = sparkOnlyBy(compatibility);
  if (why !== undefined)
    return { session: await host.open('spark', opening(options)), why, noTies: noSorts, isOfData: unknown };
  const reasons = knownReasons(options);
  if (reasons.length > 0) return onSpark(options, decide(reasons, noKeys));
  return onSail(options, host.spreadings(options.bytes));
}

/** The first way to spread rows in which all is verified on Sail; else Spark. */
async function onSail(options: ChooseOptions, [spread, ...others]: readonly boolean[]): Promise<Choice> {
  const session = await options.host.open('sail', { ...opening(options), ...(spread === undefined ? {} : { spread }) });
  let decision: Decision;
  try {
    const nodes = await analyseGraph(options, session);
    decision = decide(nodes, readMatrix().keys);
    if (decision.engine === 'sail') {
      const noTies = sortsOf(nodes);
      const why = decision.why + unlessTies(options, noTies);
      const apart = new Map(nodes.flatMap((node) => (node.apart?.length ? [[node.nodeId, node.apart] as const] : [])));
      return { session, why, perNode: decision.perNode, noTies, apart, isOfData: faultsOf(nodes) };
    }
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
  await session[Symbol.asyncDispose]();
  return others.length > 0 ? onSail(options, others) : onSpark(options, decision);
}

const noKeys = new Map<string, never>();
const noSorts: NoTies = new Map();
const unknown: IsOfData = () => false;

/** The sorts among these nodes that one of them needs to leave no ties. */
function sortsOf(nodes: readonly NodeAnalysis[]): NoTies {
  const needed = new Map<string, number>();
  for (const { noTies } of nodes) for (const [sort, rows] of noTies) forbidTies(needed, sort, rows);
  return new Map(
    nodes.flatMap(({ sorts }) =>
      [...sorts].flatMap(([sort, by]) => {
        const rows = needed.get(sort) ?? 0;
        return rows === 0 && by.cut === undefined ? [] : [[sort, { ...by, rows }] as const];
      }),
    ),
  );
}

function unlessTies({ graph }: ChooseOptions, noTies: NoTies): string {
  const names = [...noTies.keys()].map((sort) => {
    const id = sort.slice(0, sort.lastIndexOf('/'));
    return `${id} ${graph.nodes.get(id)?.name ?? ''}`.trim();
  });
  return names.length === 0 ? '' : `; if rows tie under the sort of node ${names.join(', ')}, the run moves to Spark`;
}

async function onSpark(options: ChooseOptions, { why, perNode }: Decision): Promise<Choice> {
  const { host, graph } = options;
  const [open] = perNode.filter((node) => !node.verified);
  const name = open && graph.nodes.get(open.nodeId)?.name;
  return {
    session: await host.open('spark', opening(options)),
    why:
      name === undefined
        ? why
        : why.replace(`node ${open?.nodeId}:`, `node ${open?.nodeId} ${name}:`).replace(': processor:', ':'),
    perNode,
    noTies: noSorts,
    isOfData: unknown,
  };
}
