import type { DataType, Value } from '@millrace/spark-connect';
import type { SchemaColumn } from '@millrace/workflow';
import type { Context } from '../context.ts';
import { machineLearningType, type DatasetType } from './kinds.ts';
import { sampleRows, type InspectionRequest, type DatasetInspection } from './inspection.ts';
import { readByEngine, type EngineWork } from './read-by-engine.ts';

/** Time that an engine has for it. */
const maxMs = 60_000;

/** Reads the first rows as a run would. */
export async function inspectByEngine(
  context: Context,
  request: InspectionRequest & { datasetType: DatasetType },
  { files, signal }: Omit<EngineWork, 'maxMs'>,
): Promise<DatasetInspection> {
  const { names } = await files.input(request.path);
  // the schema of such files is their own
  const undeclared = { ...request, columns: [] };
  const { table, warnings } = await readByEngine(context, undeclared, { files, signal, maxMs }, async (read) => ({
    table: await read.rows.limit(sampleRows).table(),
    warnings: read.warnings,
  }));
  const isDocument =
    request.datasetType === 'JSON' &&
    request.readOptions['multiLine'] === undefined &&
    (await files.isJsonDocument(names[0] ?? ''));
  const columns = table.schema.fields.map(({ name, type }) => column(name, columnTypeOf(type)));
  return {
    datasetType: request.datasetType,
    delimiter: request.delimiter ?? ',',
    header: request.header ?? false,
    headers: columns.map(({ name }) => name),
    cells: table.rows.map((row) => row.map(textOf)),
    columns: request.columns.length > 0 ? request.columns : columns,
    read: {
      files: names.length,
      filesInAll: names.length,
      rows: table.rows.length,
      bytes: null,
      whole: table.rows.length < sampleRows,
    },
    readOptions: { ...request.readOptions, ...(isDocument ? { multiLine: 'true' } : {}) },
    warnings: isDocument ? [] : [...warnings],
  };
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

const maxText = 10_000;

/** A value as a cell of text: nothing for null, JSON for what is nested. */
function textOf(value: Value): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value, plain) : String(value);
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value instanceof Map ? Object.fromEntries(value) : value;
}
