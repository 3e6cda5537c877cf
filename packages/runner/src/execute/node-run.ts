import type { ProcessorCatalogue } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import type { InputRef, WorkflowNode } from '@millrace/workflow';
import { withTag } from '@millrace/engines/host';
import { columnsOf } from '../results/cells.ts';
import { requireProcessor, type GraphComposer, type ReadyNode } from '../plan/compose-graph.ts';
import { readersBelow } from '../plan/consumers.ts';
import type { NodeReport, RunOutput } from '../results/events.ts';
import { explainFailure } from '../faults/explain-failure.ts';
import { withVariables } from '../plan/variables.ts';
import type { Output } from './outputs.ts';
import { pointToRejected } from '../faults/rejected-above.ts';
import { isDiskFull } from '../faults/remedies.ts';
import type { NodeContext } from './node-context.ts';
import type { Taps } from './node-taps.ts';
import { startNode, type NodeWork } from './work.ts';

/** How a node ended, for those that depend on it. */
export type End =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly nodeId: string }
  | { readonly kind: 'stopped' };

/**
 * A node under way: `reported` comes when its rows are counted and its results shown, `end` when later nodes have computed
 * what it left to them: it may fail then and be reported again.
 */
export interface Running {
  /** The node has begun, or will not. */
  readonly start: Promise<void>;
  readonly reported: Promise<End>;
  readonly end: Promise<End>;
}

/** Reports the progress of a node to the nodes that wait for it. */
export interface NodeProgress {
  onStart(): void;
  onReport(end: End): void;
}

type NodeName = Pick<NodeReport, 'id' | 'name' | 'nodeClass'>;

/**
 * True for an error that ends the run here, to begin again on another engine; `together` are the nodes whose rows were
 * computed, each behind those that it reads.
 */
export type FallOver = (error: unknown, together: readonly string[]) => boolean;

/** State and callbacks that the nodes of a run share. */
export interface NodeRunContext {
  readonly catalogue: ProcessorCatalogue;
  /** The inputs of each node. */
  readonly references: ReadonlyMap<string, readonly InputRef[]>;
  readonly running: ReadonlyMap<string, Running>;
  /** Composes the nodes, each with {@link NodeRun.begin}. */
  readonly composer: GraphComposer<NodeWork>;
  /** Nodes that have begun and not ended. */
  readonly atWork: Set<string>;
  readonly work: NodeContext;
  readonly fallOver: FallOver;
  readonly failFast: boolean;
  stop(): void;
  onStart(node: NodeName): void;
  finish(report: NodeReport): void;
  show(output: RunOutput): void;
  log(nodeId: string, message: string): void;
  /** Nodes above one that have rejected rows, as far as they are reported. */
  rejectedAbove(nodeId: string): readonly NodeReport[];
  /** Nodes that have to begin before this one does; see `learnersToAwait`. */
  waitsFor(nodeId: string): readonly string[];
  /** Frees the materialized rows of these nodes once no node reads them any more. */
  release(nodeIds: readonly string[]): void;
}

/** The run has ended before a node began. */
class NotBegun extends Error {}

/** One node of a run, from its inputs to its end. */
export class NodeRun {
  /** With the values of variables, once it has begun. */
  #node: WorkflowNode;
  readonly #name: NodeName;
  readonly #context: NodeRunContext;
  readonly #progress: NodeProgress;
  readonly #from: readonly InputRef[];
  #startedAt = 0;

  constructor(node: WorkflowNode, context: NodeRunContext, progress: NodeProgress) {
    this.#node = node;
    this.#name = { id: node.id, name: node.name, nodeClass: node.nodeClass };
    this.#context = context;
    this.#progress = progress;
    this.#from = context.references.get(node.id) ?? [];
  }

  /** Runs the node once its inputs are there. Rejects only with an error that ends the run. */
  async run(): Promise<End> {
    const { composer, atWork } = this.#context;
    const composed = await composer.node(this.#node.id);
    if (composed.kind === 'skipped') return this.#notBegun();
    const { inputs } = composed.ready;
    try {
      if (composed.kind === 'failed') throw composed.error;
      return await this.#work(composed.result, inputs);
    } catch (error) {
      return error instanceof NotBegun ? await this.#notBegun() : await this.#fail(error, inputs);
    } finally {
      atWork.delete(this.#node.id);
    }
  }

  /** Begins the work of a node whose inputs are there. */
  async begin(ready: ReadyNode<NodeWork>): Promise<NodeWork> {
    const { running, work, waitsFor, onStart, atWork } = this.#context;
    await Promise.all(waitsFor(this.#node.id).map((id) => running.get(id)?.start));
    if (work.signal.aborted) throw new NotBegun();
    this.#startedAt = performance.now();
    this.#progress.onStart();
    onStart(this.#name);
    atWork.add(this.#node.id);
    const { node, parameters } = await withVariables(ready, work.around.parameters);
    this.#node = node;
    const own = { ...work, around: { ...work.around, parameters } };
    return withTag(`node ${node.id} ${node.name}`, () => startNode(own, node, requireProcessor(ready), ready.inputs));
  }

  /** Follows what was begun to its end, with the inputs at hand. */
  async #work(work: NodeWork, inputs: readonly Output[]): Promise<End> {
    let end: End | undefined;
    try {
      end = await this.#follow(work, inputs);
      return end;
    } finally {
      // a run does not fail because a later one cannot use its work
      await work
        .settle(end?.kind === 'done')
        .catch((error: Error) =>
          this.#context.log(this.#node.id, `its results cannot be cached for later runs: ${error.message}`),
        );
    }
  }

  /** Waits until the rows that were begun are counted, shown and computed. */
  async #follow(
    { outputs, taps, warnings, ofModel, release, reused }: NodeWork,
    inputs: readonly Output[],
  ): Promise<End> {
    const { work } = this.#context;
    for (const message of warnings) this.#context.log(this.#node.id, message);
    const nodeTaps = await taps;
    const ms = this.#ms();
    const deferred = outputs.flatMap(({ deferred }) => deferred ?? []);
    const isLast = outputs.every((_, output) => work.consumers.uses(this.#node.id, output) === 0);
    // what has been computed has computed the inputs; rows left to later nodes leave the inputs to them too
    if (deferred.length === 0 || isLast) letGo(inputs);
    const failure = await this.#inputFailure('reported');
    if (failure !== undefined) return this.#leave(failure, ms);
    const done = this.#complete(outputs, nodeTaps, ms, { ofModel, reused });
    this.#context.release(release);
    this.#progress.onReport(done);
    await Promise.all(deferred.map((one) => one.settled));
    const late = await this.#inputFailure('end');
    return late === undefined ? done : this.#leave(late, ms);
  }

  async #fail(thrown: unknown, inputs: readonly Output[]): Promise<End> {
    const { work, fallOver, failFast, stop, finish } = this.#context;
    const { signal } = work;
    const loss = work.loss?.();
    const error = loss === undefined ? thrown : new ConnectionLostError(loss, {}, thrown);
    const ms = this.#ms();
    const together = [...inputs.flatMap(({ deferred }) => deferred?.nodeIds ?? []), this.#node.id];
    if (!signal.aborted && fallOver(error, [...new Set(together)])) {
      stop();
      throw error;
    }
    // what this node computed for those before it may be what failed; a full disk is the fault of neither
    const isLost = error instanceof ConnectionLostError;
    const mayBeInherited = error instanceof SparkError && !isLost && !isDiskFull(error);
    if (mayBeInherited && !signal.aborted) for (const { deferred } of inputs) await deferred?.examine();
    letGo(inputs);
    if (signal.aborted) return this.#leave({ kind: 'stopped' }, ms);
    // an engine ends for the query that does the most: that of a node below, which computes these rows too
    if (isLost && this.#hasReaderAtWork()) return this.#leave({ kind: 'stopped' }, ms);
    const inputFailure = await this.#inputFailure('end');
    if (inputFailure !== undefined && !(isLost && inputFailure.kind === 'stopped'))
      return this.#leave(inputFailure, ms);
    const explanation = explainFailure(error, this.#node, this.#context.catalogue.get(this.#node.nodeClass));
    if (explanation === undefined) {
      stop();
      throw error;
    }
    const failure = pointToRejected(explanation, this.#context.rejectedAbove(this.#node.id));
    finish({ ...this.#name, status: 'FAILED', rows: null, ms, error: failure });
    if (failFast) stop();
    return { kind: 'failed', nodeId: this.#node.id };
  }

  #hasReaderAtWork(): boolean {
    const { atWork, references } = this.#context;
    return readersBelow(this.#node.id, references).some((id) => atWork.has(id));
  }

  #complete(
    [first]: NodeWork['outputs'],
    { rows, rejected, shown }: Taps,
    ms: number,
    { ofModel, reused }: Pick<NodeWork, 'ofModel' | 'reused'>,
  ): End {
    for (const output of shown) this.#context.show(output);
    this.#context.finish({
      ...this.#name,
      status: 'COMPLETED',
      rows: rows[0] ?? null,
      ...(rows.length > 1 ? { outputRows: rows } : {}),
      ms,
      ...(first === undefined ? {} : { schema: columnsOf(first.schema) }),
      ...(rejected > 0 ? { rejected } : {}),
      ...ofModel,
      ...(reused ? { reused } : {}),
    });
    return { kind: 'done' };
  }

  /** Leaves a node of which nothing was begun, and with it the inputs that are there. */
  async #notBegun(): Promise<End> {
    const { composer } = this.#context;
    const before = await Promise.all(
      this.#from.map(async ({ nodeId, output }) => {
        const source = await composer.node(nodeId);
        return source.kind === 'composed' ? source.result.outputs[output] : undefined;
      }),
    );
    letGo(before.filter((input) => input !== undefined));
    return this.#leave((await this.#inputFailure('end')) ?? { kind: 'stopped' });
  }

  /** Ends without an end of its own: an input failed, or the run was stopped. */
  #leave(end: End, ms = 0): End {
    const base = { ...this.#name, rows: null, ms };
    if (end.kind === 'failed') {
      this.#context.finish({ ...base, status: 'SKIPPED', because: end.nodeId });
      return end;
    }
    this.#context.finish({ ...base, status: 'STOPPED' });
    return { kind: 'stopped' };
  }

  /** A node ends well only when all before it did, and they may still be counting. */
  async #inputFailure(when: 'reported' | 'end'): Promise<End | undefined> {
    const ends = await Promise.all(this.#from.map(({ nodeId }) => this.#context.running.get(nodeId)?.[when]));
    return ends.find((end) => end?.kind === 'failed') ?? ends.find((end) => end?.kind === 'stopped');
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}

const letGo = (inputs: readonly Output[]): void =>
  inputs.forEach(({ deferred, rowCounter }) => {
    deferred?.done();
    rowCounter?.begin();
  });
