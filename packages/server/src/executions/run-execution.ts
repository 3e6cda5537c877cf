import { createHash } from 'node:crypto';
import { fieldText, type Compatibility, type Workflow, type WorkflowNode } from '@millrace/workflow';
import { EngineStartError } from '@millrace/engines';
import {
  preparingRun,
  runWorkflow,
  type PreparedRun,
  type RequestedEngine,
  type Manifest,
  type NodeStore,
  type PrepareOptions,
  type RunEvent,
  type RunRequest,
} from '@millrace/runner';
import { RunError } from '@millrace/errors';
import type { EngineHost, EngineSession } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import { typeOf, type ProcessorCatalogue } from '@millrace/processors';
import type { TableStorage } from '@millrace/runner/tables';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';
import { filesOf, spaceOf, type RunSpace } from '../files/home.ts';
import type { ProjectLibraries } from '../libraries/project-libraries.ts';
import { variablesOf } from '../variables/records.ts';
import { ProjectModels } from '../models/registry.ts';
import { inTurns, pace } from '../timing/pace.ts';
import type { Db } from '../store/database.ts';
import { readStoredGraph } from '../stored-graph.ts';
import { compatibilityFor } from '../compatibility.ts';
import { referencedDatasets } from '../datasets/referenced-datasets.ts';
import type { Change, Recorder } from './recorder.ts';
import { openRunLibraries, type RunLibraries } from './run-libraries.ts';
import { settingsOf } from './run-settings.ts';
import { requestedSpark, type RequestedSpark } from './spark-request.ts';
import { remedyOf, accessScopeOf, type RunAccessScope } from './run-access-scope.ts';
import { statuses } from './status.ts';
import { begin, nodesOf, noteApplication, stillOurs, type ExecutionRow } from './transitions.ts';
import { unreadableGraph, workflowCannotRun } from '../refusals.ts';

export interface Work {
  readonly db: Kysely<Tables>;
  readonly catalogue: ProcessorCatalogue;
  readonly host: EngineHost;
  readonly files: RunSpace;
  /** The libraries that code of projects imports. */
  readonly libraries: ProjectLibraries;
  /** True if code of users may run in the process of Spark. */
  readonly canShareSpark: boolean;
  readonly signal: AbortSignal;
  /** Work of earlier runs; absent if none is to be reused. */
  readonly reuse: NodeStore | undefined;
  /** Where its large tables go. */
  readonly tables: TableStorage;
  /** True if the code of jars sees no more than the file space: engines have a sandbox, or run elsewhere. */
  readonly canHoldJars: boolean;
  /** Sees the session that the run works on. */
  readonly opened: (session: EngineSession) => void;
}

export interface End {
  readonly status: number;
  readonly message: string | null;
  /** Stored together with the end, if this is how the run ends. */
  readonly change?: (tx: Db, at: number) => Promise<void>;
}

/** Runs a claimed execution to its end, recording what happens. Rejects only for a fault of ours. */
export async function runExecution(work: Work, execution: ExecutionRow, recorder: Recorder): Promise<End> {
  const { db, catalogue, signal } = work;
  const breathe = pace();
  const parsed = await readStoredGraph(execution.graph, breathe);
  if (!parsed.ok) return failed(parsed.problems[0]?.message ?? unreadableGraph);
  const inputs = await inputsOf(db, execution, parsed.workflow);
  const options = { workflow: parsed.workflow, catalogue, ...inputs };
  const nodes = nodesOf(execution);
  await breathe();
  const prepared = await inTurns(preparingRun({ ...options, ...(nodes === null ? {} : { nodes }) }), breathe);
  if (!prepared.ok) {
    const [first] = prepared.problems;
    return failed(first?.message ?? workflowCannotRun);
  }
  try {
    return await runPrepared(work, execution, recorder, { options, run: prepared.run });
  } catch (error) {
    if (signal.aborted) return { status: statuses.STOPPED, message: 'the run was stopped' };
    return endOfFault(error, recorder);
  }
}

/** A run that can begin, and what it was prepared from. */
interface Prepared {
  readonly options: Pick<PrepareOptions, 'workflow' | 'catalogue'> & Awaited<ReturnType<typeof inputsOf>>;
  readonly run: PreparedRun;
}

async function runPrepared(
  work: Work,
  execution: ExecutionRow,
  recorder: Recorder,
  { options, run }: Prepared,
): Promise<End> {
  const { db, catalogue, host, signal, opened } = work;
  const { projectId } = execution;
  const scope = await accessScopeOf(db, execution, options.datasets);
  const spark = requestedSpark(execution, whyNoJars(work, scope));
  for (const message of spark.warnings) recorder.note({ event: 'log', level: 'warning', message });
  const isPlain = spark.config.size + spark.jars.length === 0;
  const { reuse: mayReuse, compatibility: requested } = settingsOf(execution.sparkConfig);
  const reuse = isPlain && mayReuse ? work.reuse : undefined;
  const compatibility = await compatibilityFor(db, { workflow: options.workflow, projectId, requested });
  await using files = await filesOf(work.files, scope.owner, scope.authors);
  using libraries = await openRunLibraries(work, projectId, run, recorder);
  const runOptions = { ...options, workflow: run.workflow };
  const models = await modelsOf(work, execution, { ...runOptions, compatibility }, files, scope);
  const request = runRequestOf(execution, scope.owner.username, { spark, compatibility, ...libraries });
  const manifest = await runWorkflow(run, request, {
    catalogue,
    datasets: options.datasets,
    files,
    models: new ProjectModels(db, projectId),
    tables: work.tables,
    host,
    signal,
    ...(reuse === undefined ? {} : { reuse: { store: reuse, scope: `project ${projectId}` } }),
    mayCommit: () => recorder.insist(() => stillOurs(db, execution)),
    onOpen: opened,
    emit: (event) => recorder.note(event, startOf(execution, event)),
  });
  const saved = manifest.status === 'COMPLETED' ? await models?.(manifest) : undefined;
  if (saved?.message != null) recorder.note({ event: 'log', level: 'warning', message: saved.message });
  return { ...endOf(manifest, scope), ...saved };
}

/** The request of a claimed execution to the runner. */
const runRequestOf = (
  execution: ExecutionRow,
  user: string,
  {
    spark,
    compatibility,
    libraries,
    localJars,
  }: Pick<RunLibraries, 'libraries' | 'localJars'> & {
    readonly spark: RequestedSpark;
    readonly compatibility: Compatibility;
  },
): RunRequest => ({
  engine: execution.wish as RequestedEngine,
  compatibility,
  owner: `project ${execution.projectId}`,
  spark: { ...spark, localJars },
  libraries,
  ownApplication: settingsOf(execution.sparkConfig).ownApplication,
  submitter: { user, run: String(execution.id), sessionId: sessionIdOf(execution) },
  now: new Date(execution.clock).toISOString(),
  seed: BigInt(execution.seed),
  runKey: execution.runKey,
});

/** The UUID of a run's session on a cluster: its own for the first attempt, another one for each later attempt, since Spark takes none twice. */
export function sessionIdOf({ jobId, fence }: Pick<ExecutionRow, 'jobId' | 'fence'>): string {
  if (fence === 1) return jobId;
  const hash = createHash('sha256').update(`${jobId} ${fence}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** The parameters, variables and datasets that a run works with. */
async function inputsOf(db: Kysely<Tables>, { parameters: text, projectId }: ExecutionRow, workflow: Workflow) {
  const parameters = new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  const variables = await variablesOf(db, projectId);
  const datasets = await referencedDatasets(db, projectId, workflow, { ...variables, execution: parameters });
  return { parameters, variables, datasets };
}

/** The end of a run that could not go on; throws what is a fault of ours. */
function endOfFault(error: unknown, recorder: Recorder): End {
  if (error instanceof EngineStartError)
    recorder.note({ event: 'engine.ended', engine: error.kind, why: 'it did not start', log: error.log });
  if (error instanceof EngineStartError || error instanceof RunError) return failed(error.message);
  throw error;
}

/** What registers the models that a run saves, and keeps metrics of models that nodes name; undefined if it has no node that saves or names one. */
async function modelsOf(
  { db, files: space }: Work,
  execution: ExecutionRow,
  {
    compatibility = 'spark4',
    ...runOptions
  }: Pick<PrepareOptions, 'workflow' | 'catalogue' | 'datasets'> & Pick<RunRequest, 'compatibility'>,
  files: RunFiles,
  { owner }: RunAccessScope,
): Promise<((manifest: Manifest) => Promise<Pick<End, 'message' | 'change'>>) | undefined> {
  const { nodes } = runOptions.workflow;
  const saves = (node: WorkflowNode): boolean => typeOf(runOptions.catalogue, node) === 'ml-modelsave';
  if (!nodes.some((node) => saves(node) || fieldText(node, 'modelUUID') !== undefined)) return undefined;
  const { savedModels, stampSources } = await import('../models/saved-models.ts');
  const stamps = await stampSources(runOptions, files);
  const ownSpace = spaceOf(space.at, owner);
  return async (manifest) =>
    savedModels(db, { execution, options: runOptions, compatibility, stamps, space: ownSpace }, manifest);
}

/** Why a run may have no jars: nothing but the sandbox binds their code. Undefined if it may. */
function whyNoJars({ canHoldJars }: Work, { owner }: RunAccessScope): string | undefined {
  if (!owner.isSuperuser)
    return `is not passed to Spark: running the code of jars requires a superuser, and ${owner.username} is not one: have a superuser run it`;
  return canHoldJars ? undefined : 'is not passed to Spark: engines run without a sandbox here (MILLRACE_SANDBOX)';
}

const failed = (message: string): End => ({ status: statuses.FAILED, message });

/** Faults of nodes that find no file, there or not. */
const missingCodes: ReadonlySet<string> = new Set(['FILE_MISSING', 'NO_FILES']);

function endOf({ status, nodes }: Manifest, scope: RunAccessScope): End {
  if (status === 'COMPLETED') return { status: statuses.COMPLETED, message: null };
  if (status === 'STOPPED') return { status: statuses.STOPPED, message: 'the run was stopped' };
  const node = nodes.find((one) => one.status === 'FAILED');
  if (node === undefined) return failed('the run failed');
  const why = `node ${node.id} ${node.name}: ${node.error?.message ?? 'failed'}`;
  const remedy = missingCodes.has(node.error?.code ?? '') ? remedyOf(scope) : undefined;
  return failed(remedy === undefined ? why : `${why}; ${remedy}`);
}

/** What an event that names the engine changes in the run's record. */
function startOf(execution: ExecutionRow, event: RunEvent): Change | undefined {
  if (event.event === 'engine.chosen') return (tx) => begin(tx, execution, event.engine, event.why);
  if (event.event === 'engine.changed') return (tx) => begin(tx, execution, event.to, event.why);
  if (event.event === 'engine.application') return (tx) => noteApplication(tx, execution, event);
  return undefined;
}
