import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import type { EngineKind } from '@millrace/engines';
import { type EngineHost, type EngineSession, type OpenOptions, sparkOnlyBy } from '@millrace/engines/host';
import { isDiskFull } from '../faults/remedies.ts';
import { knownReasons } from '../plan/analyse-graph.ts';
import { SampledReasons } from './sampled-reasons.ts';
import { isForSpark } from '../faults/code-faults.ts';
import { NodeError, type PreviewGraph } from './sampled-node.ts';
import { SampledNodes } from './sampled-nodes.ts';

/** Whom an embedded Spark works for, what engines see of the file space, what code finds, and which Spark the graphs were made for. */
export type SessionOwner = Pick<OpenOptions, 'view' | 'libraries' | 'compatibility' | 'labels'> & {
  readonly owner: string;
};

/** What one person's editing works with: an engine session on Sail and, once a graph needs it, one on Spark. */
export class EditingSession implements AsyncDisposable {
  readonly #host: EngineHost;
  readonly #for: SessionOwner;
  readonly #nodes = new Map<EngineKind, Promise<SampledNodes>>();
  readonly #reasons = new SampledReasons();

  constructor(host: EngineHost, owner: SessionOwner) {
    this.#host = host;
    this.#for = owner;
  }

  /** True once the session remembers so much that a new one should take its place. */
  async isFull(): Promise<boolean> {
    const nodes = await Promise.allSettled(this.#nodes.values());
    return nodes.some((one) => one.status === 'fulfilled' && one.value.full);
  }

  /**
   * Looks at a part of a graph, on Sail, or on Spark where a node needs it. Where Sail refuses what Spark might take,
   * Spark is asked. `work` gets the nodes of one engine. Fails with NodeError.
   */
  async inspect<T>(
    to: PreviewGraph,
    work: (nodes: SampledNodes) => Promise<T>,
  ): Promise<{ engine: EngineKind; result: T }> {
    const order = [...to.graph.nodes.keys()];
    const first = knownReasons({ ...to, order }).length > 0 ? 'spark' : this.firstEngine;
    try {
      return { engine: first, result: await work(await this.nodes(first)) };
    } catch (error) {
      if (isLost(error)) await this.close(first);
      if (first === 'spark' || to.signal.aborted || !mightBeOfSail(error)) throw error;
      return { engine: 'spark', result: await work(await this.nodes('spark')) };
    }
  }

  /** Why none of its graphs may run on Sail; undefined if they may. */
  get sparkOnly(): string | undefined {
    return sparkOnlyBy(this.#for.compatibility);
  }

  /** The engine that is tried first for what does not need Spark. */
  get firstEngine(): EngineKind {
    return this.sparkOnly === undefined ? 'sail' : 'spark';
  }

  /** An engine of this session, for other work on its owner's graphs: it stays open when that is done. */
  async open(kind: EngineKind): Promise<EngineSession> {
    const { engine } = await this.nodes(kind);
    if (engine.ended?.() !== undefined) {
      await this.close(kind);
      return await this.open(kind);
    }
    return { ...engine, [Symbol.asyncDispose]: async () => undefined };
  }

  /** What was composed on an engine of this session. */
  nodes(kind: EngineKind): Promise<SampledNodes> {
    const nodes = this.#nodes.get(kind) ?? this.#open(kind);
    this.#nodes.set(kind, nodes);
    return nodes;
  }
  /** What keeps the nodes of this session off Sail. */
  get reasons(): SampledReasons {
    return this.#reasons;
  }

  async #open(kind: EngineKind): Promise<SampledNodes> {
    try {
      return new SampledNodes(await this.#host.open(kind, this.#for));
    } catch (error) {
      this.#nodes.delete(kind);
      throw error;
    }
  }
  /** Ends an engine of this session, with all that was composed on it. */
  async close(kind: EngineKind): Promise<void> {
    const nodes = this.#nodes.get(kind);
    this.#nodes.delete(kind);
    const engine: EngineSession | undefined = await nodes?.then(
      (one) => one.engine,
      () => undefined,
    );
    await engine?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#nodes.keys()].map((kind) => this.close(kind)));
  }
}

export const isLost = (error: unknown): boolean =>
  error instanceof NodeError && error.cause instanceof ConnectionLostError;

/** Errors that name what is not there are the user's on any engine, and a start of Spark would keep them waiting. */
const surelyOfUser = /is missing from the schema|cannot resolve|unknown function|^invalid argument: found /i;

/** True for an error of Sail that Spark might not have. */
export function mightBeOfSail(error: unknown): error is NodeError {
  if (!(error instanceof NodeError)) return false;
  const { cause } = error;
  if (isForSpark(cause)) return true;
  if (!(cause instanceof SparkError) || cause instanceof ConnectionLostError) return false;
  return !surelyOfUser.test(cause.message) && !isDiskFull(cause);
}
