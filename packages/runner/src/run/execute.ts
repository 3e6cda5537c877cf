import type { ProcessorCatalogue, Surroundings } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { inputsOf, isNote, type Graph, type InputRef, type WorkflowNode } from '@millrace/workflow';
import { RunError } from '../errors.ts';
import type { LocalFiles } from '../files/local-files.ts';
import { columnsOf } from './cells.ts';
import type { Emit, NodeFailure, NodeReport, RunOutput } from './events.ts';
import { explainFailure } from './explain-failure.ts';
import { commitSave, discardSave, stageSave, type StagedSave } from './saves.ts';
import { consumersOf, readersBelow } from './consumers.ts';
import type { Output } from './outputs.ts';
import { startNode, type WorkOptions } from './work.ts';

export interface ExecuteOptionsOfRun extends Omit<WorkOptions, 'stage' | 'around' | 'consumers'> {
  readonly graph: Graph;
  /** Nodes to run, in order. */
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: Surroundings & { readonly files: LocalFiles };
  readonly failFast: boolean;
  /** Thrown on to the caller instead of failing the node: the run is to begin again on another engine. */
  readonly fallOver: (error: unknown) => boolean;
  /** Stages saves and puts none in place. */
  readonly dryRun: boolean;
  readonly emit: Emit;
}

export interface Executed {
  readonly nodes: readonly NodeReport[];
  readonly outputs: readonly RunOutput[];
}

/** How a node ended, for those that depend on it. */
type End =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly nodeId: string }
  | { readonly kind: 'stopped' };

/**
 * A node under way: `made` comes when later nodes may go on (undefined: never), `reported` when its rows are counted and
 * its results shown, `end` when later nodes have computed what it left to them: it may fail then and be reported again.
 */
interface Running {
  readonly made: Promise<readonly Output[] | undefined>;
  readonly reported: Promise<End>;
  readonly end: Promise<End>;
}

/** Tells the others how far a node is. */
interface Progress {
  made(outputs: readonly Output[]): void;
  reported(end: End): void;
}

/** Runs the nodes, branches side by side, and puts in place what was saved once all have ended well. */
export async function execute(options: ExecuteOptionsOfRun): Promise<Executed> {
  const { graph, order, catalogue, emit, around } = options;
  const reports = new Map<string, NodeReport>();
  const outputs: RunOutput[] = [];
  const staged: StagedSave[] = [];
  const running = new Map<string, Running>();
  const releases: Promise<void>[] = [];
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const nodes = order.map((id) => graph.nodes.get(id)).filter((n): n is WorkflowNode => n !== undefined && !isNote(n));
  const references = new Map(nodes.map((node) => [node.id, inputsOf(graph, catalogue, node.id)]));
  const work: WorkOptions = {
    ...options,
    signal,
    consumers: consumersOf(graph, catalogue, references),
    stage: async (node, save, inOrder) => {
      const one = await stageSave(node.id, save, around.files, { signal, inOrder });
      staged.push(one);
      return one.staging !== undefined;
    },
  };

  const finish = (report: NodeReport, end: End): End => {
    reports.set(report.id, report);
    emit({ event: 'node.finished', ...report });
    return end;
  };

  /** A node ends well only when all before it did, and they may still be counting. */
  const inputFailure = async (
    from: readonly InputRef[],
    when: 'reported' | 'end' = 'end',
  ): Promise<End | undefined> => {
    const ends = await Promise.all(from.map(({ nodeId }) => running.get(nodeId)?.[when]));
    return ends.find((end) => end?.kind === 'failed') ?? ends.find((end) => end?.kind === 'stopped');
  };

  /** Frees the kept rows of a node once all that may read them have ended. */
  const releaseKept = async (nodeId: string): Promise<void> => {
    const kept = (await running.get(nodeId)?.made) ?? [];
    await Promise.allSettled(readersBelow(nodeId, references).map((id) => running.get(id)?.end));
    for (const { release } of kept) await release?.();
  };

  const runNode = async (node: WorkflowNode, progress: Progress): Promise<End> => {
    const base = { id: node.id, name: node.name, nodeClass: node.nodeClass };
    const from = references.get(node.id) ?? [];
    const started = performance.now();
    const leave = (end: End, ms = 0): End =>
      end.kind === 'failed'
        ? finish({ ...base, status: 'SKIPPED', rows: null, ms, because: end.nodeId }, end)
        : finish({ ...base, status: 'STOPPED', rows: null, ms }, { kind: 'stopped' });
    const given = await Promise.all(from.map(({ nodeId }) => running.get(nodeId)?.made));
    const inputs = given.map((made, i) => made?.[from[i]?.output ?? 0]);
    const ready = inputs.filter((input) => input !== undefined);
    const release = (): void => ready.forEach(({ postponed }) => postponed?.done());
    if (signal.aborted || inputs.includes(undefined)) {
      release();
      return leave((await inputFailure(from)) ?? { kind: 'stopped' });
    }
    const begun = performance.now();
    const ms = () => Math.round(performance.now() - begun);
    emit({ event: 'node.started', ...base });
    const processor = catalogue.get(node.nodeClass);
    try {
      if (processor === undefined)
        throw new RunError(
          'UNKNOWN_CLASS',
          `the processor ${node.nodeClass} is not available here`,
          'replace the node, or take it out',
        );
      const { made: results, taps, warnings, release: unneeded } = await startNode(work, node, processor, ready);
      progress.made(results);
      for (const message of warnings) emit({ event: 'log', level: 'warning', nodeId: node.id, message });
      const { rows, rejected, shown } = await taps;
      const spent = ms();
      const left = results.flatMap(({ postponed }) => postponed ?? []);
      // what has been computed has computed the inputs; rows left to later nodes leave the inputs to them too
      if (left.length === 0 || results.every((_, output) => work.consumers.uses(node.id, output) === 0)) release();
      const failure = await inputFailure(from, 'reported');
      if (failure !== undefined) return leave(failure, spent);
      for (const output of shown) {
        outputs.push(output);
        emit({ event: 'output', ...output });
      }
      const report: NodeReport = {
        ...base,
        status: 'COMPLETED',
        rows: rows[0] ?? null,
        ...(rows.length > 1 ? { outputRows: rows } : {}),
        ms: spent,
        ...(results[0] === undefined ? {} : { schema: columnsOf(results[0].schema) }),
        ...(rejected > 0 ? { rejected } : {}),
      };
      const done = finish(report, { kind: 'done' });
      releases.push(...unneeded.map(releaseKept));
      progress.reported(done);
      await Promise.all(left.map((one) => one.settled));
      const late = await inputFailure(from);
      return late === undefined ? done : leave(late, spent);
    } catch (error) {
      const spent = ms();
      if (!signal.aborted && options.fallOver(error)) {
        stop.abort();
        throw error;
      }
      // what this node computed for those before it may be what failed
      if (error instanceof SparkError && !(error instanceof ConnectionLostError) && !signal.aborted)
        for (const { postponed } of ready) await postponed?.examine();
      release();
      if (signal.aborted) return leave({ kind: 'stopped' }, spent);
      const inherited = await inputFailure(from);
      if (inherited !== undefined) return leave(inherited, spent);
      const explained = explainFailure(error, node, processor);
      if (explained === undefined) {
        stop.abort();
        throw error;
      }
      const end = finish(
        {
          ...base,
          status: 'FAILED',
          rows: null,
          ms: spent || Math.round(performance.now() - started),
          error: explained,
        },
        { kind: 'failed', nodeId: node.id },
      );
      if (options.failFast) stop.abort();
      return end;
    }
  };

  for (const node of nodes) {
    const made = Promise.withResolvers<readonly Output[] | undefined>();
    const reported = Promise.withResolvers<End>();
    const end = runNode(node, { made: made.resolve, reported: reported.resolve });
    // whoever waits for a node that gave nothing must not wait for ever
    void end.then(reported.resolve, reported.reject).finally(() => made.resolve(undefined));
    reported.promise.catch(() => undefined);
    running.set(node.id, { made: made.promise, reported: reported.promise, end });
  }
  const ended = await Promise.allSettled([...running.values()].map(({ end }) => end));
  for (const freed of await Promise.allSettled(releases))
    if (freed.status === 'rejected')
      emit({ event: 'log', level: 'warning', message: `kept rows could not be released: ${String(freed.reason)}` });
  const thrown = ended.find((result) => result.status === 'rejected');
  const failed = [...reports.values()].some((report) => report.status !== 'COMPLETED');
  if (thrown !== undefined || failed || options.dryRun) {
    await Promise.all(staged.map(discardSave));
    if (thrown !== undefined) throw thrown.reason;
  } else
    for (const { nodeId, error } of await commitAll(staged)) {
      const report = reports.get(nodeId);
      if (report !== undefined) finish({ ...report, status: 'FAILED', error }, { kind: 'failed', nodeId });
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

async function commitAll(staged: readonly StagedSave[]): Promise<{ nodeId: string; error: NodeFailure }[]> {
  const failures: { nodeId: string; error: NodeFailure }[] = [];
  for (const save of staged) {
    try {
      await commitSave(save);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await discardSave(save);
      failures.push({
        nodeId: save.nodeId,
        error: {
          code: 'SAVE_FAILED',
          message: `"${save.path}" could not be put in place: ${why}`,
          remedy: 'check that the folder can be written to',
          field: 'path',
        },
      });
    }
  }
  return failures;
}

export { compose } from './compose.ts';
