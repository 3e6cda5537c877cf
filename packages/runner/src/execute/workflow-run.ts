import { rm } from 'node:fs/promises';
import type { CodeRunner, RunContext } from '@millrace/processors';
import { earlierVersions } from '@millrace/workflow';
import { runError } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import { onePartitionBytes, type EngineSession, type SessionLabels } from '@millrace/engines/host';
import { pythonVersion } from '@millrace/engines/libraries';
import { chooseEngine, opening, type Choice } from '../plan/choose-engine.ts';
import { RunReuse } from '../cache/run-reuse.ts';
import { engineAfter, type NextEngine } from '../faults/leaves-engine.ts';
import { prepareFor } from '../plan/prepare.ts';
import { labelsOf } from '../plan/session-labels.ts';
import { tablesOf } from '../plan/registered-tables.ts';
import { functionsBefore } from '../plan/scala-functions.ts';
import { configureSession, ownerWith, readJars, type Jar } from '../plan/spark-request.ts';
import { execute, type EngineRun, type ExecutionResult } from './execute.ts';
import { inputBytes } from './input-bytes.ts';
import type { FallOver } from './node-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunRequest, RunServices } from './run-request.ts';
import { TiesError } from './ties.ts';

/** The nodes of a run once all have ended, and the engine that ran them. */
export interface EndedRun {
  readonly executed: ExecutionResult;
  readonly choice: Choice;
}

/** What is read of the files of a run before an engine is chosen. */
interface RunInputs {
  readonly jars: readonly Jar[];
  readonly bytes: number;
  /** The owner of the engine, which differs by jars. */
  readonly owner: string;
}

type RunSurroundings = RunContext & { readonly files: RunFiles };

/** A workflow on its engine, and on Spark after it if the first one cannot run it to its end. */
export class WorkflowRun {
  /** Aborts when the caller stops the run. */
  readonly signal: AbortSignal;
  readonly #prepared: PreparedRun;
  readonly #request: RunRequest;
  readonly #services: RunServices;
  readonly #labels: SessionLabels;
  readonly #around: (session: EngineSession) => RunSurroundings;
  /** Folders that are removed once the engine no longer writes to them. */
  readonly #abandoned = new Set<string>();

  /** `prepared` holds the nodes that run; clock and seed are fixed here for all engines. */
  constructor(prepared: PreparedRun, request: RunRequest, services: RunServices) {
    this.signal = services.signal ?? new AbortController().signal;
    this.#prepared = prepared;
    this.#request = request;
    this.#services = services;
    this.#labels = labelsOf(prepared.workflow.name, request.submitter);
    this.#around = surroundings(prepared, request, services);
  }

  /** Runs the nodes, again on Spark if their engine fails. */
  async run(): Promise<EndedRun> {
    const { graph, order } = this.#prepared;
    const { emit, files } = this.#services;
    const jars = await readJars(this.#request.spark ?? { jars: [] }, files);
    const bytes = await inputBytes(this.#services, this.#prepared);
    const inputs = { jars, bytes, owner: ownerWith(jars, this.#request.owner) };
    const { owner } = inputs;
    let choice: Choice = await chooseEngine({
      ...this.#request,
      ...this.#services,
      owner,
      graph,
      order,
      around: this.#around,
      bytes,
      labels: this.#labels,
    });
    let executed: ExecutionResult | undefined;
    try {
      emit({ event: 'engine.chosen', engine: choice.session.kind, why: choice.why, startMs: choice.session.startMs });
      while (executed === undefined) {
        const current = choice;
        try {
          executed = await this.#attempt(current, inputs);
        } catch (error) {
          const next = this.#engineAfter(current, error);
          if (next === undefined) throw error;
          choice = await this.#moveToSpark(current, next, inputs);
        }
      }
    } finally {
      await this.#release(choice);
    }
    return { executed, choice };
  }

  /** Runs the nodes on one engine. */
  async #attempt(choice: Choice, { jars, bytes }: RunInputs): Promise<ExecutionResult> {
    const { session } = choice;
    const { emit, onOpen } = this.#services;
    const { signal } = this;
    onOpen?.(session);
    if (session.application !== undefined) emit({ event: 'engine.application', ...session.application });
    const config = this.#request.spark?.config ?? new Map<string, string>();
    for (const message of await configureSession(session, config, jars))
      emit({ event: 'log', level: 'warning', message });
    session.python.onLog = (message) => emit({ event: 'log', level: 'info', message: `Python: ${message}` });
    session.code.onLog = (nodeId, message) => emit({ event: 'log', level: 'info', nodeId, message });
    const onAbort = () => {
      session.python.kill();
      session.code.kill();
      void session.session.interrupt('all').catch(() => undefined);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const run = this.#engineRun(choice, bytes <= onePartitionBytes);
    return execute(run, this.#request, this.#services).finally(() => {
      signal.removeEventListener('abort', onAbort);
      const end = session.ended?.();
      if (end === undefined || signal.aborted) return;
      const { why, log } = end;
      emit({ event: 'engine.ended', engine: session.kind, why, log });
    });
  }

  #engineRun(choice: Choice, storesFeatures: boolean): EngineRun {
    const { session, noTies, apart = new Map() } = choice;
    const { graph, order } = this.#prepared;
    const { counts = true, previews = 0, tableLimit = 1000, engine } = this.#request;
    const { tables, inspect } = this.#services;
    const fallOver: FallOver = (...failed) => engineAfter(engine, choice, ...failed) !== undefined;
    return {
      graph,
      order,
      context: {
        around: { ...this.#around(session), python: session.python, code: codeOf(session, engine) },
        counts,
        previews,
        tableLimit,
        ...(tables === undefined ? {} : { tables }),
        signal: this.signal,
        ...(session.pid === undefined && { loss: () => session.ended?.()?.why }),
        prepare: prepareFor(session),
        keep: session.keep,
        observes: session.observes,
        noTies,
        apart,
        ...(inspect === undefined ? {} : { inspect }),
        ...this.#reuse(session),
      },
      storesFeatures,
      fallOver,
      onAbandon: (folder) => void this.#abandoned.add(folder),
    };
  }

  /** Reuse needs an engine whose files this process can share. */
  #reuse({ session, compatibility, scratch, materializeInFiles }: EngineSession): { readonly reuse?: RunReuse } {
    const { reuse, tables } = this.#services;
    if (reuse === undefined || scratch === undefined || materializeInFiles === undefined) return {};
    const { libraries, spark } = this.#request;
    const parts = [
      reuse.scope,
      ...(compatibility === 'spark4' ? [] : [`by ${compatibility}`]),
      // the engine may run what is in them for any node
      ...(spark?.localJars?.length ? [`with libraries ${libraries?.key}`] : []),
    ];
    const code = [pythonVersion(), ...(libraries === undefined ? [] : [libraries.key])];
    return {
      reuse: new RunReuse(
        { ...reuse, scope: parts.join(' '), code: code.join(' ') },
        { session, scratch, materializeInFiles },
        tables?.folder,
      ),
    };
  }

  /** How the run goes on after an error of its engine; `undefined` if it fails. */
  #engineAfter(choice: Choice, error: unknown): NextEngine | undefined {
    if (!this.signal.aborted) return engineAfter(this.#request.engine, choice, error);
    if (error instanceof TiesError) throw runError('run-stopped', {});
    return undefined;
  }

  async #moveToSpark(from: Choice, { why, alone }: NextEngine, { owner, bytes }: RunInputs): Promise<Choice> {
    const { emit, host, tables, files, signal } = this.#services;
    const { compatibility, libraries, ownApplication = false } = this.#request;
    emit({ event: 'engine.changed', from: from.session.kind, to: 'spark', why });
    await this.#release(from);
    // all is shown again
    if (tables !== undefined) await rm(tables.folder, { recursive: true, force: true });
    const engine = { files, owner, libraries, compatibility, labels: this.#labels, ownApplication };
    const options = opening({ ...engine, signal, bytes });
    const session = await host.open('spark', { ...options, alone });
    return { session, why, noTies: new Map(), isOfData: () => false };
  }

  async #release({ session }: Choice): Promise<void> {
    // what is removed must not be written to any more
    await (this.#abandoned.size === 0 ? session.leave() : session[Symbol.asyncDispose]());
    for (const folder of this.#abandoned) await rm(folder, { recursive: true, force: true });
    this.#abandoned.clear();
  }
}

/** Code on Sail composes the plan that was verified, unless Sail was asked for. */
const codeOf = ({ kind, code }: EngineSession, requested: RunRequest['engine']): CodeRunner =>
  kind === 'sail' && requested === 'auto' ? code.composing : code;

/** What the nodes of a run are composed with, by session. */
function surroundings(
  { graph, order, workflow, parameters }: PreparedRun,
  { now, seed }: Pick<RunRequest, 'now' | 'seed'>,
  { catalogue, datasets, files, models }: RunServices,
): (session: EngineSession) => RunSurroundings {
  const fixed = { now: now ?? new Date().toISOString(), seed: seed ?? BigInt(Date.now()) };
  const own = new Map(workflow.dataSetDetails.map((d) => [d.uuid, d]));
  const nodes = order.flatMap((id) => graph.nodes.get(id) ?? []);
  const versions = earlierVersions(nodes, ({ nodeClass }) => catalogue.get(nodeClass));
  return (session) => ({
    session: session.session,
    engine: session.kind,
    compatibility: session.compatibility,
    onePartition: session.keepsOrder,
    files,
    dataset: (uuid: string) => datasets.get(uuid) ?? own.get(uuid),
    ...(models === undefined ? {} : { models }),
    code: session.code.composing,
    parameters,
    earlierVersions: versions,
    tablesOf: (id: string) => tablesOf(graph, id),
    functionsOf: functionsBefore(graph, catalogue),
    ...fixed,
  });
}
