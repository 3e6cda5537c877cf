import { parseDataset, parseWorkflow, type Dataset } from '@millrace/workflow';
import {
  EngineStartError,
  LocalFiles,
  prepareRun,
  RunError,
  runWorkflow,
  type EngineHost,
  type EngineSession,
  type EngineWish,
  type Manifest,
  type NodeStore,
} from '@millrace/runner';
import type { ProcessorCatalogue } from '@millrace/processors';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';
import { variablesOf } from '../resources/variables/records.ts';
import type { Recorder } from './recorder.ts';
import { settingsOf } from './run-settings.ts';
import { statuses } from './status.ts';
import { begin, stillOurs, type ExecutionRow } from './transitions.ts';

export interface Work {
  readonly db: Kysely<Tables>;
  readonly catalogue: ProcessorCatalogue;
  readonly host: EngineHost;
  /** Root of the file space. */
  readonly files: string;
  readonly signal: AbortSignal;
  /** Work of earlier runs; absent where none is to be reused. */
  readonly reuse: NodeStore | undefined;
  /** Sees the session that the run works on. */
  readonly opened: (session: EngineSession) => void;
}

export interface End {
  readonly status: number;
  readonly message: string | null;
}

/** Runs a claimed execution to its end, recording what happens. Rejects only for a fault of ours. */
export async function runExecution(work: Work, execution: ExecutionRow, recorder: Recorder): Promise<End> {
  const { db, catalogue, host, signal, opened } = work;
  const reuse = settingsOf(execution.sparkConfig).reuse ? work.reuse : undefined;
  const parsed = parseWorkflow(execution.graph);
  if (!parsed.ok) return failed(parsed.problems[0]?.message ?? 'the graph cannot be read');
  const parameters = new Map(Object.entries(JSON.parse(execution.parameters) as Record<string, string>));
  const datasets = await datasetsOf(db, execution.projectId);
  const variables = await variablesOf(db, execution.projectId);
  const options = { workflow: parsed.workflow, catalogue, datasets, parameters, variables };
  const prepared = prepareRun(options);
  if (!prepared.ok) {
    const [first] = prepared.problems;
    return failed(first?.message ?? 'the workflow cannot run');
  }
  await using files = new LocalFiles(work.files);
  let begun: Promise<unknown> = Promise.resolve();
  try {
    const manifest = await runWorkflow(
      {
        ...options,
        workflow: prepared.run.workflow,
        files,
        host,
        engine: execution.wish as EngineWish,
        signal,
        opened,
        runKey: execution.runKey,
        now: new Date(execution.clock).toISOString(),
        seed: BigInt(execution.seed),
        ...(reuse === undefined ? {} : { reuse: { store: reuse, scope: `project ${execution.projectId}` } }),
        mayCommit: () => stillOurs(db, execution),
      },
      prepared.run,
      (event) => {
        recorder.note(event);
        if (event.event === 'engine.chosen') begun = begin(db, execution, event.engine, event.why);
        if (event.event === 'engine.changed') begun = begun.then(() => begin(db, execution, event.to, event.why));
        // awaited below
        begun.catch(() => undefined);
      },
    );
    await begun;
    return endOf(manifest);
  } catch (error) {
    await begun;
    if (signal.aborted) return { status: statuses.STOPPED, message: 'the run was stopped' };
    if (error instanceof EngineStartError)
      recorder.note({ event: 'engine.ended', engine: error.kind, why: 'it did not come up', log: error.log });
    if (error instanceof EngineStartError || error instanceof RunError) return failed(error.message);
    throw error;
  }
}

const failed = (message: string): End => ({ status: statuses.FAILED, message });

function endOf({ status, nodes }: Manifest): End {
  if (status === 'COMPLETED') return { status: statuses.COMPLETED, message: null };
  if (status === 'STOPPED') return { status: statuses.STOPPED, message: 'the run was stopped' };
  const node = nodes.find((one) => one.status === 'FAILED');
  return failed(
    node === undefined ? 'the run failed' : `node ${node.id} ${node.name}: ${node.error?.message ?? 'failed'}`,
  );
}

/** The saved datasets that a run in a project may name, by uuid. */
export async function datasetsOf(db: Kysely<Tables>, projectId: number): Promise<ReadonlyMap<string, Dataset>> {
  const rows = await db.selectFrom('datasets').select(['uuid', 'record']).where('projectId', '=', projectId).execute();
  return new Map(
    rows.flatMap(({ uuid, record }) => {
      const parsed = parseDataset(record);
      return parsed.ok ? [[uuid, parsed.dataset] as const] : [];
    }),
  );
}
