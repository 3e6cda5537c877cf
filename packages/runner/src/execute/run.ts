import { rm } from 'node:fs/promises';
import { isSourceClass, pathsOf, urlsOf } from '../plan/sources.ts';
import type { ModelRegistry, ProcessorCatalogue } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import {
  applyParameters,
  earlierVersions,
  executionOrder,
  indexGraph,
  isNote,
  parametersOf,
  finish,
  unusedParameters,
  validating,
  type Compatibility,
  type Dataset,
  type Graph,
  type ParameterLayers,
  type Problem,
  type Steps,
  type Workflow,
  type WorkflowNode,
} from '@millrace/workflow';
import type { EngineKind } from '@millrace/engines';
import { RunError } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import { onePartitionBytes, type EngineHost, type EngineSession } from '@millrace/engines/host';
import { chooseEngine, opening, type Choice, type EngineWish } from '../plan/choose-engine.ts';
import { RunReuse, type Reuse } from '../cache/run-reuse.ts';
import { execute, type Executed, type ExecuteOptionsOfRun } from './execute.ts';
import type { FallOver } from './node-run.ts';
import type { Emit, Manifest, RunStatus } from '../results/events.ts';
import type { TableRoom } from '../results/tables/keep-table.ts';
import { engineAfter } from '../faults/leaves-engine.ts';
import { partOf, type Part } from '../plan/part-of-graph.ts';
import { prepareFor } from '../plan/prepare.ts';
import { tableCycles, tablesOf, withoutTables, withTables } from '../plan/registered-tables.ts';
import { outfit, ownerWith, readJars, type SparkWishes } from '../plan/spark-wishes.ts';
import { TiesError } from './ties.ts';

export interface RunOptions {
  readonly workflow: Workflow;
  readonly catalogue: ProcessorCatalogue;
  /** Saved datasets by uuid; a graph's own stand behind them. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly files: RunFiles;
  readonly host: EngineHost;
  readonly engine: EngineWish;
  /** Whom the run is for: an embedded Spark serves no one else. */
  readonly owner?: string;
  readonly parameters?: ReadonlyMap<string, string>;
  /** Values that hold where nothing nearer to the run names one. */
  readonly variables?: Pick<ParameterLayers, 'project' | 'global'>;
  readonly counts?: boolean;
  readonly previews?: number;
  readonly tableLimit?: number;
  /** Where tables go that have more rows than `tableLimit`; without it nodes that name a higher limit show all of that. */
  readonly tables?: TableRoom;
  readonly failFast?: boolean;
  readonly signal?: AbortSignal;
  /** Start of the run, ISO in UTC, and seed of nodes that name none: the same ones give the same rows. */
  readonly now?: string;
  readonly seed?: bigint;
  /** Runs everything but puts no saved rows in place. */
  readonly dryRun?: boolean;
  readonly inspect?: (node: WorkflowNode, output: number, df: DataFrame) => Promise<void>;
  /** Sees each session that the run works on, before its first node: who ends runs by force needs it. */
  readonly opened?: (session: EngineSession) => void;
  /** Names the run, however often it is begun: what an attempt that was cut off has saved is not saved again. */
  readonly runKey?: string;
  /** Asked before saved rows are put in place; throws where this run may not any more. */
  readonly mayCommit?: () => Promise<void>;
  /** The registered models that nodes may name. */
  readonly models?: ModelRegistry;
  /** Where the work of earlier runs is found, and that of this one left. */
  readonly reuse?: Reuse;
  /** Which Spark the workflow was made for; `spark4` where not said. */
  readonly compatibility?: Compatibility | undefined;
  /** What is asked of Spark itself. */
  readonly spark?: SparkWishes;
}

/** A workflow that may run: parameters put in, checked, in order. */
export interface PreparedRun {
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly order: readonly string[];
  readonly warnings: readonly Problem[];
}

export type Preparation =
  | { readonly ok: true; readonly run: PreparedRun }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface PrepareOptions extends Pick<
  RunOptions,
  'workflow' | 'catalogue' | 'datasets' | 'parameters' | 'variables'
> {
  /** Nodes that are wanted, with all that they need; the whole workflow where not said. */
  readonly nodes?: readonly string[];
}

export interface CheckedDocument {
  readonly workflow: Workflow;
  readonly problems: readonly Problem[];
}

/**
 * A workflow with its parameters and the edges of registered tables put in, and all that is wrong with it as a document; a part
 * at a time.
 */
export function* checkingDocument(options: PrepareOptions): Steps<CheckedDocument> {
  const given = options.parameters ?? new Map<string, string>();
  const parameters = parametersOf(options.workflow, { ...options.variables, execution: given });
  const applied = applyParameters(options.workflow, parameters.values);
  yield;
  const wired = withTables(applied.workflow, options.catalogue);
  yield;
  const part: Part =
    options.nodes === undefined ? { workflow: wired, problems: [] } : partOf(wired, options.catalogue, options.nodes);
  const inPart = new Set(part.workflow.nodes.map(({ id }) => id));
  const own = new Set(applied.workflow.dataSetDetails.map((d) => d.uuid));
  const datasets = { has: (uuid: string) => options.datasets.has(uuid) || own.has(uuid) };
  const problems = [
    ...parameters.problems,
    ...applied.problems.filter(({ nodeId }) => nodeId === undefined || inPart.has(nodeId)),
    ...unusedParameters(options.workflow, given.keys()),
    ...part.problems,
    ...tableCycles(part.workflow),
    ...(yield* validating(withoutTables(part.workflow), options.catalogue, { datasets })),
  ];
  return { workflow: part.workflow, problems };
}

/** Puts parameters in and checks the graph; errors refuse it, warnings travel with it. */
export const prepareRun = (options: PrepareOptions): Preparation => finish(preparingRun(options));

/** The same, a part at a time. */
export function* preparingRun(options: PrepareOptions): Steps<Preparation> {
  const { workflow, problems } = yield* checkingDocument(options);
  yield;
  const graph = indexGraph(workflow);
  yield;
  const order = executionOrder(graph);
  if (!order.ok || problems.some((p) => p.severity === 'error')) return { ok: false, problems };
  return { ok: true, run: { workflow, graph, order: order.order, warnings: problems } };
}

/**
 * Runs a prepared workflow and gives its manifest, which is also the last event. Node failures are part of the
 * manifest; it throws only when the run could not begin (no engine) or for a fault of ours.
 */
export async function runWorkflow(options: RunOptions, prepared: PreparedRun, emit: Emit): Promise<Manifest> {
  const started = performance.now();
  const { workflow, graph } = prepared;
  const order = prepared.order.filter((id) => {
    const node = graph.nodes.get(id);
    return node !== undefined && !isNote(node);
  });
  emit({ event: 'run.started', workflow: workflow.name, nodes: order.length, wish: options.engine });
  for (const warning of prepared.warnings)
    emit({
      event: 'log',
      level: 'warning',
      message: warning.message,
      ...(warning.nodeId === undefined ? {} : { nodeId: warning.nodeId }),
    });
  const signal = options.signal ?? new AbortController().signal;
  options.files.fetchUntil(signal);
  const fixed = { now: options.now ?? new Date().toISOString(), seed: options.seed ?? BigInt(Date.now()) };
  const own = new Map(workflow.dataSetDetails.map((d) => [d.uuid, d]));
  const nodes = order.flatMap((id) => graph.nodes.get(id) ?? []);
  const versions = earlierVersions(nodes, ({ nodeClass }) => options.catalogue.get(nodeClass));
  const around = (session: EngineSession) => ({
    session: session.session,
    engine: session.kind,
    compatibility: session.compatibility,
    onePartition: session.keepsOrder,
    files: options.files,
    dataset: (uuid: string) => options.datasets.get(uuid) ?? own.get(uuid),
    ...(options.models === undefined ? {} : { models: options.models }),
    earlierVersions: versions,
    tablesOf: (id: string) => tablesOf(graph, id),
    ...fixed,
  });
  const withPython = (session: EngineSession) => ({ ...around(session), python: session.python });
  const { spark = { config: new Map(), jars: [] } } = options;
  const jars = await readJars(spark.jars, options.files);
  const abandoned = new Set<string>();
  const release = async ({ session }: Choice): Promise<void> => {
    // what is removed must not be written to any more
    await (abandoned.size === 0 ? session.leave() : session[Symbol.asyncDispose]());
    for (const folder of abandoned) await rm(folder, { recursive: true, force: true });
    abandoned.clear();
  };
  const bytes = await inputBytes(options, prepared);
  const attempt = async ({ session, noTies, apart = new Map() }: Choice, fallOver: FallOver): Promise<Executed> => {
    options.opened?.(session);
    for (const message of await outfit(session, spark.config, jars)) emit({ event: 'log', level: 'warning', message });
    session.python.onLog = (message) => emit({ event: 'log', level: 'info', message: `Python: ${message}` });
    const onAbort = () => {
      session.python.kill();
      void session.session.interrupt('all').catch(() => undefined);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return execute({
      graph,
      order,
      catalogue: options.catalogue,
      around: withPython(session),
      counts: options.counts ?? true,
      previews: options.previews ?? 0,
      tableLimit: options.tableLimit ?? 1000,
      ...(options.tables === undefined ? {} : { tables: options.tables }),
      failFast: options.failFast ?? false,
      signal,
      prepare: prepareFor(session),
      keep: session.keep,
      observes: session.observes,
      noTies,
      apart,
      fallOver,
      dryRun: options.dryRun ?? false,
      ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
      ...(options.runKey === undefined ? {} : { runKey: options.runKey }),
      ...(options.mayCommit === undefined ? {} : { mayCommit: options.mayCommit }),
      ...reuseOf(options, session),
      storesFeatures: bytes <= onePartitionBytes,
      abandoned: (folder) => void abandoned.add(folder),
      emit,
    }).finally(() => {
      signal.removeEventListener('abort', onAbort);
      const ended = session.ended?.();
      if (ended === undefined || signal.aborted) return;
      const { why, log } = ended;
      emit({ event: 'engine.ended', engine: session.kind, why, log });
    });
  };

  const owner = ownerWith(jars, options.owner);
  let choice: Choice = await chooseEngine({ ...options, owner, graph, order, around, bytes });
  let executed: Executed | undefined;
  try {
    emit({ event: 'engine.chosen', engine: choice.session.kind, why: choice.why, startMs: choice.session.startMs });
    while (executed === undefined) {
      const left = choice;
      try {
        executed = await attempt(left, (...failed) => engineAfter(options.engine, left, ...failed) !== undefined);
      } catch (error) {
        if (signal.aborted && error instanceof TiesError)
          throw new RunError('STOPPED', 'the run was stopped', 'run it again');
        const next = signal.aborted ? undefined : engineAfter(options.engine, left, error);
        if (next === undefined) throw error;
        const { why, alone } = next;
        emit({ event: 'engine.changed', from: left.session.kind, to: 'spark', why });
        await release(left);
        // all is shown again
        if (options.tables !== undefined) await rm(options.tables.folder, { recursive: true, force: true });
        choice = {
          session: await options.host.open('spark', { ...opening({ ...options, owner, bytes }), alone }),
          why,
          noTies: new Map(),
          isOfData: () => false,
        };
      }
    }
  } finally {
    await release(choice);
  }
  const taken = executed.nodes.filter(({ reused }) => reused).length;
  if (taken > 0)
    emit({
      event: 'log',
      level: 'info',
      message: `${taken} of ${executed.nodes.length} nodes were taken from earlier runs: nothing that they depend on has changed`,
    });
  const manifest: Manifest = {
    event: 'run.finished',
    status: statusOf(executed, signal),
    engine: choice.session.kind,
    why: choice.why,
    ms: Math.round(performance.now() - started),
    nodes: executed.nodes,
    outputs: executed.outputs,
  };
  emit(manifest);
  return manifest;
}

/** Reuse needs an engine whose files this process can share. */
function reuseOf(
  { reuse, tables }: Pick<RunOptions, 'reuse' | 'tables'>,
  engine: EngineSession,
): Pick<ExecuteOptionsOfRun, 'reuse'> {
  const { session, compatibility, scratch, keepInFiles } = engine;
  if (reuse === undefined || scratch === undefined || keepInFiles === undefined) return {};
  const scope = compatibility === 'spark4' ? reuse.scope : `${reuse.scope} by ${compatibility}`;
  return { reuse: new RunReuse({ ...reuse, scope }, { session, scratch, keepInFiles }, tables?.folder) };
}

const statusOf = ({ nodes }: Executed, signal: AbortSignal): RunStatus =>
  nodes.every((n) => n.status === 'COMPLETED')
    ? 'COMPLETED'
    : nodes.some((n) => n.status === 'FAILED')
      ? 'FAILED'
      : signal.aborted
        ? 'STOPPED'
        : 'FAILED';

/**
 * Bytes of all files and URLs that the graph reads, as far as they can be had; a missing one is the node's own error.
 * URLs are fetched here, side by side.
 */
export async function inputBytes(
  options: Pick<RunOptions, 'datasets' | 'files' | 'catalogue'>,
  { workflow }: PreparedRun,
): Promise<number> {
  const sources = workflow.nodes.filter((node) => isSourceClass(node, options.catalogue));
  const tried = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!(error instanceof RunError)) throw error;
    });
  const fetched = Promise.all(
    sources.flatMap((node) =>
      urlsOf(node, options.catalogue).map(({ url, field }) => tried(options.files.url(url, field))),
    ),
  );
  // awaited below
  fetched.catch(() => undefined);
  for (const node of sources)
    for (const path of pathsOf(node, workflow, options.datasets)) await tried(options.files.input(path));
  await fetched;
  return options.files.bytesSeen();
}

export type { EngineKind, EngineWish };
