import { EngineStartError } from '@millrace/engines';
import type { EngineSession } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import { ConnectionLostError, InterruptedError, SparkError, type DataFrame } from '@millrace/spark-connect';
import { descriptorText, parseDataset, type Dataset } from '@millrace/workflow';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import type { DatasetType } from './kinds.ts';
import type { InspectionRequest } from './inspection.ts';

/** What Sail cannot read, or reads in its own way. */
const forSpark: readonly DatasetType[] = ['JSON', 'ORC', 'XML'];

export interface EngineWork {
  readonly files: RunFiles;
  /** Ends the work: no caller waits for it. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the engine has. */
  readonly maxMs: number;
}

/** The rows of a dataset on an engine. */
export interface EngineRows {
  readonly rows: DataFrame;
  /** The same rows with a last column that is true for those with cells that do not fit their types, if there may be such. */
  readonly marked: DataFrame | undefined;
  readonly warnings: readonly string[];
  readonly engine: EngineSession;
}

/** What was begun on Sail and is to go on on Spark, as a run would. */
class NeedsSpark extends Error {}

/**
 * Does something with the rows that a run would read: through the reader of saved datasets, on an engine of its own.
 * That is Sail, unless it cannot read the files or is not known to read them as Spark does.
 */
export async function readByEngine<T>(
  context: Context,
  inspection: InspectionRequest & { datasetType: DatasetType },
  request: EngineWork,
  work: (read: EngineRows) => Promise<T>,
): Promise<T> {
  const reading = { context, inspection, request, work };
  if (forSpark.includes(inspection.datasetType)) return readOn('spark', reading);
  try {
    return await readOn('sail', reading);
  } catch (error) {
    if (!(error instanceof NeedsSpark)) throw error;
    return readOn('spark', reading);
  }
}

interface Reading<T> {
  readonly context: Context;
  readonly inspection: InspectionRequest & { datasetType: DatasetType };
  readonly request: EngineWork;
  readonly work: (read: EngineRows) => Promise<T>;
}

async function readOn<T>(kind: 'sail' | 'spark', { context, inspection, request, work }: Reading<T>): Promise<T> {
  const { files, signal, maxMs } = request;
  let opened: EngineSession | undefined;
  let tooLate = false;
  try {
    signal?.throwIfAborted();
    await using engine = await context.host.open(kind, { view: files.engineView });
    opened = engine;
    const stop = (): void => {
      // one Spark serves all; a Sail process only this
      if (engine.kind === 'sail') engine.kill();
      else void engine.session.interrupt().catch(() => undefined);
    };
    const timer = setTimeout(() => {
      tooLate = true;
      stop();
    }, maxMs);
    using _stop = { [Symbol.dispose]: () => (clearTimeout(timer), signal?.removeEventListener('abort', stop)) };
    signal?.addEventListener('abort', stop);
    signal?.throwIfAborted();
    return await work({ ...(await rowsRead(context, engine, datasetOf(inspection), files)), engine });
  } catch (error) {
    if (error instanceof NeedsSpark || isRefusal(error, kind, tooLate || signal?.aborted === true))
      throw new NeedsSpark(undefined, { cause: error });
    throw asProblem(error, inspection, { context, signal, late: tooLate ? maxMs : undefined });
  } finally {
    if (opened?.kind === 'sail') context.host.refill();
  }
}

/** True if Sail refuses what Spark may take. */
const isRefusal = (error: unknown, kind: 'sail' | 'spark', isStopped: boolean): boolean =>
  kind === 'sail' &&
  !isStopped &&
  error instanceof SparkError &&
  !(error instanceof ConnectionLostError) &&
  !(error instanceof InterruptedError);

async function rowsRead({ catalogue, now }: Context, engine: EngineSession, dataset: Dataset, files: RunFiles) {
  const reader = (await catalogue()).get('fire.nodes.dataset.NodeDatasetStructured');
  if (reader === undefined) throw new Error('no reader of saved datasets');
  const { session, kind, keepsOrder } = engine;
  const {
    outputs,
    rejects,
    unverified,
    warnings = [],
  } = await reader.compose({
    session,
    engine: kind,
    onePartition: keepsOrder,
    files,
    dataset: () => dataset,
    now: new Date(now()).toISOString(),
    seed: 0n,
    input: session.range(0),
    inputs: [],
    schema: { kind: 'struct', fields: [] },
    schemas: [],
    stored: { text: () => dataset.uuid, list: () => undefined },
  });
  if (kind === 'sail' && unverified !== undefined) throw new NeedsSpark(unverified);
  const [rows] = outputs;
  if (rows === undefined) throw new Error('the reader of saved datasets returned nothing');
  return { rows, marked: rejects?.counting?.marked, warnings };
}

function datasetOf({ columns, filterLinesContaining, ...inspection }: InspectionRequest): Dataset {
  const { path, datasetType, delimiter, header, readOptions } = inspection;
  const record = {
    uuid: '-',
    name: path,
    path,
    datasetType,
    delimiter,
    header,
    readOptions: JSON.stringify(readOptions),
    filterLinesContaining,
    ...(columns.length === 0 ? {} : { datasetSchema: descriptorText(columns) }),
  };
  const parsed = parseDataset(record);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.dataset;
}

/** What an engine says of a file is not for all: it names places on the disk. */
function asProblem(
  error: unknown,
  { path, datasetType }: InspectionRequest,
  { context, signal, late }: { context: Context; signal: AbortSignal | undefined; late: number | undefined },
): unknown {
  if (signal?.aborted === true)
    return new Problem('UNAVAILABLE', `the request for the rows of file "${path}" was canceled`);
  if (error instanceof EngineStartError) return new Problem('UNAVAILABLE', error.message);
  if (late !== undefined)
    return new Problem(
      'UNPROCESSABLE',
      `path "${path}" could not be read within ${late / 1_000} seconds: choose fewer files`,
    );
  if (error instanceof ConnectionLostError || error instanceof InterruptedError)
    return new Problem('UNAVAILABLE', `the engine that read path "${path}" has ended: try again`, { retryAfter: 5 });
  if (!(error instanceof SparkError)) return error;
  context.log.info({ err: error, path }, 'an engine could not read a file');
  return new Problem(
    'UNPROCESSABLE',
    `path "${path}" cannot be read as ${datasetType}: it is damaged or has another format`,
  );
}
