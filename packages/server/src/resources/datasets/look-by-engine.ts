import { EngineStartError, type EngineSession, type RunFiles } from '@millrace/runner';
import { ConnectionLostError, InterruptedError, SparkError, type DataType, type Value } from '@millrace/spark-connect';
import { parseDataset, type Dataset, type SchemaColumn } from '@millrace/workflow';
import type { Context } from '../../context.ts';
import { Problem } from '../../http/problems.ts';
import { machineLearningType, type DatasetType } from './kinds.ts';
import { sampleRows, type Look, type Seen } from './look.ts';

/** Time that an engine has for it. */
const mostMs = 20_000;

/** What Sail cannot read. */
const forSpark: readonly DatasetType[] = ['ORC', 'XML'];

/** Reads the first rows as a run would: through the reader of saved datasets, on an engine of its own. */
export async function lookByEngine(
  context: Context,
  look: Look & { datasetType: DatasetType },
  files: RunFiles,
): Promise<Seen> {
  const { names } = await files.input(look.path);
  const kind = forSpark.includes(look.datasetType) ? 'spark' : 'sail';
  let opened: EngineSession | undefined;
  let tooLate = false;
  try {
    await using engine = await context.host.open(kind);
    opened = engine;
    const timer = setTimeout(() => {
      tooLate = true;
      // one Spark serves all; a Sail process only this
      if (engine.kind === 'sail') engine.kill();
      else void engine.session.interrupt().catch(() => undefined);
    }, mostMs);
    using _stop = { [Symbol.dispose]: () => clearTimeout(timer) };
    const table = await firstRows(context, engine, datasetOf(look), files);
    const found = table.schema.fields.map(({ name, type }) => column(name, columnTypeOf(type)));
    return {
      datasetType: look.datasetType,
      delimiter: look.delimiter ?? ',',
      header: look.header ?? false,
      headers: found.map(({ name }) => name),
      cells: table.rows.map((row) => row.map(textOf)),
      columns: look.columns.length > 0 ? look.columns : found,
      read: {
        files: names.length,
        filesInAll: names.length,
        rows: table.rows.length,
        bytes: null,
        whole: table.rows.length < sampleRows,
      },
      warnings: [],
    };
  } catch (error) {
    throw asProblem(error, look, tooLate, context);
  } finally {
    if (opened?.kind === 'sail') context.host.refill();
  }
}

async function firstRows({ catalogue, now }: Context, engine: EngineSession, dataset: Dataset, files: RunFiles) {
  const reader = (await catalogue()).get('fire.nodes.dataset.NodeDatasetStructured');
  if (reader === undefined) throw new Error('there is no reader of saved datasets');
  const { session, kind, keepsOrder } = engine;
  const { outputs } = await reader.compose({
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
  const [rows] = outputs;
  if (rows === undefined) throw new Error('the reader of saved datasets gave nothing');
  return rows.limit(sampleRows).table();
}

function datasetOf({ path, datasetType, delimiter, header, readOptions }: Look): Dataset {
  const record = {
    uuid: '-',
    name: path,
    path,
    datasetType,
    delimiter,
    header,
    readOptions: JSON.stringify(readOptions),
  };
  const parsed = parseDataset(record);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.dataset;
}

/** What an engine says of a file is not for all: it names places on the disk. */
function asProblem(error: unknown, { path, datasetType }: Look, tooLate: boolean, { log }: Context): unknown {
  if (error instanceof EngineStartError) return new Problem('UNAVAILABLE', error.message);
  if (tooLate) return new Problem('UNPROCESSABLE', `"${path}" could not be read within 20 seconds: name fewer files`);
  if (error instanceof ConnectionLostError || error instanceof InterruptedError)
    return new Problem('UNAVAILABLE', `the engine that read "${path}" has ended: try again`, { retryAfter: 5 });
  if (!(error instanceof SparkError)) return error;
  log.info({ err: error, path }, 'an engine could not read a file');
  return new Problem('UNPROCESSABLE', `"${path}" cannot be read as ${datasetType}: it is damaged or of another kind`);
}

const column = (name: string, type: string): SchemaColumn => ({
  name,
  type,
  format: '',
  mlType: machineLearningType(type),
});

const typeNames: Readonly<Record<string, string>> = {
  timestamp_ntz: 'TIMESTAMP',
  udt: 'VECTOR',
  char: 'STRING',
  varchar: 'STRING',
};
const plainTypes = ['boolean', 'byte', 'date', 'decimal', 'double', 'float', 'integer', 'long', 'short', 'timestamp'];
const nestedTypes = ['array', 'map', 'struct', 'binary'];

const columnTypeOf = ({ kind }: DataType): string =>
  typeNames[kind] ?? ([...plainTypes, ...nestedTypes].includes(kind) ? kind.toUpperCase() : 'STRING');

const mostText = 10_000;

/** A value as a cell of text: nothing for null, JSON for what is nested. */
function textOf(value: Value): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value, plain) : String(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value instanceof Map ? Object.fromEntries(value) : value;
}
