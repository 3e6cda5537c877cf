import { inputsOf, isNote, type Graph, type InputRef, type WorkflowNode } from '@millrace/workflow';
import { GraphComposer } from '../plan/compose-graph.ts';
import { consumersOf, readersBelow } from '../plan/consumers.ts';
import type { NodeReport, RunOutput } from '../results/events.ts';
import { NodeRun, type End, type FallOver, type NodeRunContext, type Running } from './node-run.ts';
import { FeatureReuse } from '../cache/features.ts';
import { learnersToAwait } from '../plan/learners-first.ts';
import { rejectedAbove } from '../faults/rejected-above.ts';
import type { NodeContext } from './node-context.ts';
import type { RunRequest, RunServices } from './run-request.ts';
import { RunSaves } from './run-saves.ts';
import type { NodeWork } from './work.ts';

/** A graph that is to run on one engine. */
export interface EngineRun {
  readonly graph: Graph;
  /** Nodes to run, in order. */
  readonly order: readonly string[];
  /** What the nodes share, as far as it depends on nothing but the engine and the request. */
  readonly context: Omit<NodeContext, 'stage' | 'features' | 'consumers'>;
  /** True if rows of features may be stored for later runs. */
  readonly storesFeatures: boolean;
  /** Decides whether an error is thrown to the caller instead of failing the node: the run is to begin again elsewhere. */
  readonly fallOver: FallOver;
  /** Gets a folder beside a target that may have to be removed once the engine has left the run. */
  readonly onAbandon: (staging: string) => void;
}

export interface ExecutionResult {
  readonly nodes: readonly NodeReport[];
  readonly outputs: readonly RunOutput[];
}

/** Runs the nodes, branches side by side, and puts in place what was saved once all have ended well. */
export async function execute(
  run: EngineRun,
  { failFast = false, dryRun = false, runKey }: Pick<RunRequest, 'failFast' | 'dryRun' | 'runKey'>,
  services: Pick<RunServices, 'catalogue' | 'emit' | 'mayCommit'>,
): Promise<ExecutionResult> {
  const { graph, order, onAbandon } = run;
  const { catalogue, emit, mayCommit } = services;
  const stop = stopWith(run.context.signal);
  const nodes = order.map((id) => graph.nodes.get(id)).filter((n): n is WorkflowNode => n !== undefined && !isNote(n));
  const references = new Map(nodes.map((node) => [node.id, inputsOf(graph, catalogue, node.id)]));
  const saves = new RunSaves({
    files: run.context.around.files,
    signal: stop.signal,
    onAbandon,
    emit,
    ...(runKey === undefined ? {} : { runKey }),
    ...(mayCommit === undefined ? {} : { mayCommit }),
  });
  const work = nodeContext(run, services, { references, saves, signal: stop.signal });
  const progress = new RunReports(emit);
  const { running, releases } = startNodes(nodes, run, services, {
    references,
    work,
    progress,
    failFast,
    stop: () => stop.abort(),
  });
  const results = await Promise.allSettled([...running.values()].map(({ end }) => end));
  // a node may have failed of something else while its rows are still being written
  const staged = await saves.results();
  for (const release of await Promise.allSettled(releases))
    if (release.status === 'rejected')
      emit({
        event: 'log',
        level: 'warning',
        message: `materialized rows could not be released: ${String(release.reason)}`,
      });
  stop.release();
  const failure = results.find((result) => result.status === 'rejected');
  const failed = [...progress.reports.values()].some((report) => report.status !== 'COMPLETED');
  if (failure !== undefined || failed || dryRun) {
    await saves.discard(staged);
    if (failure !== undefined) throw failure.reason;
  } else if (staged.length > 0) {
    for (const { nodeId, error } of await saves.commit(staged)) {
      const report = progress.reports.get(nodeId);
      if (report !== undefined) progress.finish({ ...report, status: 'FAILED', error });
    }
  }
  const unsaved = failed && !dryRun;
  const { outputs } = progress;
  return {
    nodes: nodes.flatMap((node) => progress.reports.get(node.id) ?? []),
    outputs: inNodeOrder(unsaved ? outputs.filter((o) => o.type !== 'file') : outputs, order),
  };
}

interface Stop {
  readonly signal: AbortSignal;
  abort(): void;
  /** Lets the outer signal forget this one. */
  release(): void;
}

/** A signal that aborts with another one, or earlier. */
function stopWith(outer: AbortSignal): Stop {
  const stop = new AbortController();
  // not AbortSignal.any: Node keeps one that has a listener as long as the process lives, and the run with it
  const onStop = (): void => stop.abort(outer.reason);
  if (outer.aborted) onStop();
  else outer.addEventListener('abort', onStop, { once: true });
  return {
    signal: stop.signal,
    abort: () => stop.abort(),
    release: () => outer.removeEventListener('abort', onStop),
  };
}

type References = ReadonlyMap<string, readonly InputRef[]>;

/** The context of all nodes: that of the engine, with what the graph adds. */
function nodeContext(
  { graph, context, storesFeatures }: EngineRun,
  { catalogue }: Pick<RunServices, 'catalogue'>,
  { references, saves, signal }: { references: References; saves: RunSaves; signal: AbortSignal },
): NodeContext {
  // an engine elsewhere shares no files
  const { reuse } = context;
  const features = reuse && context.observes && storesFeatures ? new FeatureReuse(reuse, catalogue) : undefined;
  return {
    ...context,
    signal,
    ...(features === undefined ? {} : { features }),
    consumers: consumersOf(graph, catalogue, references),
    stage: (node, save, inOrder) => saves.stage(node, save, inOrder),
  };
}

/** Reports of nodes and what they have shown, as far as the run has come. */
class RunReports {
  readonly reports = new Map<string, NodeReport>();
  readonly outputs: RunOutput[] = [];
  readonly #emit: RunServices['emit'];

  constructor(emit: RunServices['emit']) {
    this.#emit = emit;
  }

  finish(report: NodeReport): void {
    this.reports.set(report.id, report);
    this.#emit({ event: 'node.finished', ...report });
  }

  show(output: RunOutput): void {
    this.outputs.push(output);
    this.#emit({ event: 'output', ...output });
  }
}

interface StartOptions extends Pick<NodeRunContext, 'references' | 'work' | 'failFast' | 'stop'> {
  readonly progress: RunReports;
}

interface StartedNodes {
  readonly running: ReadonlyMap<string, Running>;
  /** Rows that are being freed. */
  readonly releases: readonly Promise<void>[];
}

/** Starts all nodes; each waits for its inputs. */
function startNodes(
  nodes: readonly WorkflowNode[],
  { graph, fallOver }: EngineRun,
  { catalogue, emit }: Pick<RunServices, 'catalogue' | 'emit'>,
  { references, work, failFast, stop, progress }: StartOptions,
): StartedNodes {
  // an engine elsewhere may have cores for all at once
  const waiting = work.observes ? learnersToAwait(nodes, catalogue, references) : new Map<string, readonly string[]>();
  const running = new Map<string, Running>();
  const releases: Promise<void>[] = [];
  const runs = new Map<string, NodeRun>();
  const of = { graph, catalogue, references: (id: string) => references.get(id) ?? [] };
  const composer = new GraphComposer<NodeWork>(of, (ready) => {
    const run = runs.get(ready.node.id);
    if (run === undefined) throw new Error(`node ${ready.node.id} is not among those to run`);
    return run.begin(ready);
  });
  const context: NodeRunContext = {
    catalogue,
    references,
    running,
    composer,
    atWork: new Set(),
    work,
    fallOver,
    failFast,
    stop,
    finish: (report) => progress.finish(report),
    show: (output) => progress.show(output),
    log: (nodeId, message) => emit({ event: 'log', level: 'warning', nodeId, message }),
    rejectedAbove: (nodeId) => rejectedAbove(nodeId, references, progress.reports),
    onStart: (node) => emit({ event: 'node.started', ...node }),
    waitsFor: (nodeId) => waiting.get(nodeId) ?? [],
    release: (nodeIds) => releases.push(...nodeIds.map((nodeId) => releaseRows(nodeId, context))),
  };
  for (const node of nodes) {
    const start = Promise.withResolvers<void>();
    const reported = Promise.withResolvers<End>();
    const run = new NodeRun(node, context, { onStart: start.resolve, onReport: reported.resolve });
    runs.set(node.id, run);
    const end = run.run();
    // a node that waits for one that gave nothing must not wait forever
    void end.then(reported.resolve, reported.reject).finally(start.resolve);
    reported.promise.catch(() => undefined);
    running.set(node.id, { start: start.promise, reported: reported.promise, end });
  }
  return { running, releases };
}

/** Frees the materialized rows of a node once all nodes that may read them have ended. */
async function releaseRows(
  nodeId: string,
  { composer, references, running }: Pick<NodeRunContext, 'composer' | 'references' | 'running'>,
): Promise<void> {
  // the user names nodes, and one that is not in this run has no rows in it
  if (!running.has(nodeId)) return;
  const composed = await composer.node(nodeId);
  const outputs = composed.kind === 'composed' ? composed.result.outputs : [];
  await Promise.allSettled(readersBelow(nodeId, references).map((id) => running.get(id)?.end));
  for (const { release } of outputs) await release?.();
}

/** Nodes end in any order; what they show is given in the order of the graph. */
function inNodeOrder(outputs: readonly RunOutput[], order: readonly string[]): RunOutput[] {
  const positions = new Map(order.map((id, i) => [id, i]));
  return outputs.toSorted((a, b) => (positions.get(a.nodeId) ?? 0) - (positions.get(b.nodeId) ?? 0));
}
