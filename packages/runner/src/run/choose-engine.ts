import type { EngineHost, EngineSession } from '../host.ts';
import { decide, readTable, type Decision, type NodeDecision } from '../proof/index.ts';
import { analyseGraph, knownReasons, type GraphToAnalyse } from './analyse-graph.ts';

export type EngineWish = 'auto' | 'sail' | 'spark';

export interface Choice {
  readonly session: EngineSession;
  readonly why: string;
  /** What is proven of each node on Sail and what is not; absent where the engine was asked for. */
  readonly perNode?: readonly NodeDecision[];
}

export interface ChooseOptions extends GraphToAnalyse {
  readonly engine: EngineWish;
  readonly host: EngineHost;
  readonly bytes: number;
}

/** Picks the engine of a run and opens a session on it: Sail when all that the graph does is proven there. */
export async function chooseEngine(options: ChooseOptions): Promise<Choice> {
  const { engine, host, bytes } = options;
  if (engine !== 'auto') return { session: await host.open(engine, bytes), why: `${engine} was asked for` };
  const known = knownReasons(options);
  if (known.length > 0) return onSpark(options, decide(known, noKeys));
  const session = await host.open('sail', bytes);
  try {
    const decision = decide(await analyseGraph(options, session), readTable().keys);
    if (decision.engine === 'sail') return { session, why: decision.why, perNode: decision.perNode };
    await session[Symbol.asyncDispose]();
    return await onSpark(options, decision);
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}

const noKeys = new Map<string, never>();

async function onSpark({ host, bytes, graph }: ChooseOptions, { why, perNode }: Decision): Promise<Choice> {
  const [open] = perNode.filter((node) => !node.proven);
  const name = open && graph.nodes.get(open.nodeId)?.name;
  return {
    session: await host.open('spark', bytes),
    why:
      name === undefined
        ? why
        : why.replace(`node ${open?.nodeId}:`, `node ${open?.nodeId} ${name}:`).replace(': processor:', ':'),
    perNode,
  };
}
