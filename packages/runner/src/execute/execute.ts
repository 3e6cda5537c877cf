import type { ProcessorCatalogue, Surroundings } from '@millrace/processors';
import { inputsOf, isNote, type Graph, type WorkflowNode } from '@millrace/workflow';
import { RunError } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import { GraphComposer } from '../plan/compose-graph.ts';
import { consumersOf, readersBelow } from '../plan/consumers.ts';
import type { Emit, NodeFailure, NodeReport, RunOutput } from '../results/events.ts';
import { NodeRun, type End, type FallOver, type Running, type SharedRun } from './node-run.ts';
import { FeatureReuse } from '../cache/features.ts';
import { headStarts } from '../plan/head-start.ts';
import { rejectedAbove } from '../faults/rejected-above.ts';
import { commitSave, discardSave, stageSave, type StagedSave } from './saves.ts';
import type { NodeContext } from './node-context.ts';
import type { NodeWork } from './work.ts';

export interface ExecuteOptionsOfRun extends Omit<NodeContext, 'stage' | 'around' | 'consumers'> {
  readonly graph: Graph;
  /** Nodes to run, in order. */
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: Surroundings & { readonly files: RunFiles };
  readonly failFast: boolean;
  /** Rows of features may be stored for later runs. */
  readonly storesFeatures: boolean;
  /** Thrown on to the caller instead of failing the node: the run is to begin again on another engine. */
  readonly fallOver: FallOver;
  /** Stages saves and puts none in place. */
  readonly dryRun: boolean;
  /** The run, however often it is begun: see `StageOptions`. */
  readonly runKey?: string;
  /** Asked before anything is put in place; throws where this run may not any more. */
  readonly mayCommit?: () => Promise<void>;
  /** Told of a folder beside a target that may have to be removed once the engine has let go of the run. */
  readonly abandoned: (staging: string) => void;
  readonly emit: Emit;
}

export interface Executed {
  readonly nodes: readonly NodeReport[];
  readonly outputs: readonly RunOutput[];
}

/** Runs the nodes, branches side by side, and puts in place what was saved once all have ended well. */
export async function execute(options: ExecuteOptionsOfRun): Promise<Executed> {
  const { graph, order, catalogue, emit, around, abandoned } = options;
  const reports = new Map<string, NodeReport>();
  const outputs: RunOutput[] = [];
  const staging: Promise<StagedSave>[] = [];
  const running = new Map<string, Running>();
  const releases: Promise<void>[] = [];
  const stop = new AbortController();
  const { signal } = stop;
  // not AbortSignal.any: Node keeps one that somebody listens to for ever, and the run with it
  const stopped = (): void => stop.abort(options.signal.reason);
  if (options.signal.aborted) stopped();
  else options.signal.addEventListener('abort', stopped, { once: true });
  const nodes = order.map((id) => graph.nodes.get(id)).filter((n): n is WorkflowNode => n !== undefined && !isNote(n));
  const references = new Map(nodes.map((node) => [node.id, inputsOf(graph, catalogue, node.id)]));
  // an engine elsewhere may have cores for all at once
  const waiting = options.observes ? headStarts(nodes, catalogue, references) : new Map<string, readonly string[]>();
  const runKey = options.runKey === undefined ? {} : { runKey: options.runKey };
  // an engine elsewhere shares no files
  const { reuse } = options;
  const features = reuse && options.observes && options.storesFeatures ? new FeatureReuse(reuse, catalogue) : undefined;
  const work: NodeContext = {
    ...options,
    signal,
    ...(features === undefined ? {} : { features }),
    consumers: consumersOf(graph, catalogue, references),
    stage: async (node, save, inOrder) => {
      const begun = stageSave(node.id, save, around.files, { signal, inOrder, abandoned, ...runKey });
      staging.push(begun);
      const one = await begun;
      for (const message of one.warnings) emit({ event: 'log', level: 'warning', nodeId: node.id, message });
      return one.written || one.done;
    },
  };

  const finish = (report: NodeReport): void => {
    reports.set(report.id, report);
    emit({ event: 'node.finished', ...report });
  };
  const show = (output: RunOutput): void => {
    outputs.push(output);
    emit({ event: 'output', ...output });
  };

  const runs = new Map<string, NodeRun>();
  const of = { graph, catalogue, references: (id: string) => references.get(id) ?? [] };
  const composer = new GraphComposer<NodeWork>(of, (ready) => runOf(ready.node.id).begin(ready));
  const runOf = (id: string): NodeRun => {
    const run = runs.get(id);
    if (run === undefined) throw new Error(`node ${id} is not among those to run`);
    return run;
  };

  /** Frees the kept rows of a node once all that may read them have ended. */
  const releaseKept = async (nodeId: string): Promise<void> => {
    const composed = await composer.node(nodeId);
    const kept = composed.kind === 'composed' ? composed.made.outputs : [];
    await Promise.allSettled(readersBelow(nodeId, references).map((id) => running.get(id)?.end));
    for (const { release } of kept) await release?.();
  };

  const shared: SharedRun = {
    catalogue,
    references,
    running,
    composer,
    atWork: new Set(),
    work,
    fallOver: options.fallOver,
    failFast: options.failFast,
    stop: () => stop.abort(),
    finish,
    show,
    log: (nodeId, message) => emit({ event: 'log', level: 'warning', nodeId, message }),
    rejectedAbove: (nodeId) => rejectedAbove(nodeId, references, reports),
    started: (node) => emit({ event: 'node.started', ...node }),
    waitsFor: (nodeId) => waiting.get(nodeId) ?? [],
    release: (nodeIds) => releases.push(...nodeIds.map(releaseKept)),
  };
  const starting = nodes.map((node) => {
    const begun = Promise.withResolvers<void>();
    const reported = Promise.withResolvers<End>();
    const run = new NodeRun(node, shared, { begun: begun.resolve, reported: reported.resolve });
    runs.set(node.id, run);
    return { node, run, begun, reported };
  });
  for (const { node, run, begun, reported } of starting) {
    const end = run.run();
    // whoever waits for a node that gave nothing must not wait for ever
    void end.then(reported.resolve, reported.reject).finally(begun.resolve);
    reported.promise.catch(() => undefined);
    running.set(node.id, { begun: begun.promise, reported: reported.promise, end });
  }
  const ended = await Promise.allSettled([...running.values()].map(({ end }) => end));
  // a node may have failed of something else while its rows are still being written
  const written = await Promise.allSettled(staging);
  const staged = written.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const freed of await Promise.allSettled(releases))
    if (freed.status === 'rejected')
      emit({ event: 'log', level: 'warning', message: `kept rows could not be released: ${String(freed.reason)}` });
  options.signal.removeEventListener('abort', stopped);
  const thrown = ended.find((result) => result.status === 'rejected');
  const failed = [...reports.values()].some((report) => report.status !== 'COMPLETED');
  /** What cannot be removed does not change how the run ends. */
  const forget = async (saves: readonly StagedSave[]): Promise<void> => {
    const gone = await Promise.allSettled(saves.map(discardSave));
    for (const [i, { path, nodeId }] of saves.entries())
      if (gone[i]?.status === 'rejected')
        emit({
          event: 'log',
          level: 'warning',
          nodeId,
          message: `what was written for "${path}" could not be removed: ${String(gone[i].reason)}`,
        });
  };
  if (thrown !== undefined || failed || options.dryRun) {
    await forget(staged);
    if (thrown !== undefined) throw thrown.reason;
  } else if (staged.length > 0) {
    await options.mayCommit?.().catch(async (error: unknown) => {
      await forget(staged);
      throw error;
    });
    for (const { nodeId, error } of await commitAll(staged, forget)) {
      const report = reports.get(nodeId);
      if (report !== undefined) finish({ ...report, status: 'FAILED', error });
    }
  }
  const unsaved = failed && !options.dryRun;
  return {
    nodes: nodes.flatMap((node) => reports.get(node.id) ?? []),
    outputs: inNodeOrder(unsaved ? outputs.filter((o) => o.type !== 'file') : outputs, order),
  };
}

/** Nodes end in any order; what they show is given in the order of the graph. */
function inNodeOrder(outputs: readonly RunOutput[], order: readonly string[]): RunOutput[] {
  const place = new Map(order.map((id, i) => [id, i]));
  return outputs.toSorted((a, b) => (place.get(a.nodeId) ?? 0) - (place.get(b.nodeId) ?? 0));
}

async function commitAll(
  staged: readonly StagedSave[],
  forget: (saves: readonly StagedSave[]) => Promise<void>,
): Promise<{ nodeId: string; error: NodeFailure }[]> {
  const failures: { nodeId: string; error: NodeFailure }[] = [];
  for (const save of staged) {
    try {
      await commitSave(save);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await forget([save]);
      failures.push({
        nodeId: save.nodeId,
        error: {
          code: 'SAVE_FAILED',
          message: `"${save.path}" could not be put in place: ${why}`,
          remedy: error instanceof RunError ? error.remedy : 'check that the folder can be written to',
          field: save.field,
        },
      });
    }
  }
  return failures;
}
