import {
  functions as F,
  typeName,
  type Column,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { FieldError } from './fields.ts';
import { fileSpaceName, inputFileName } from './file-name.ts';
import { addresses, unorderedFiles } from './locate.ts';
import type { FileKind, Location, Surroundings } from './processor.ts';
import type { Outcome } from './results.ts';

export type FileFormat = 'parquet' | 'json' | 'avro' | 'orc' | 'xml' | 'text' | 'libsvm';

interface Read {
  readonly path: string;
  readonly format: FileFormat;
  readonly options?: Readonly<Record<string, string>>;
  readonly addInputFileName?: boolean;
}

/** Why Sail does not give Spark's rows for a format, whatever the file. */
const differences: Partial<Record<FileFormat, string>> = {
  json: 'types of JSON, which each engine infers in its own way',
  orc: 'ORC files',
  xml: 'XML files',
  libsvm: 'files of vectors',
};

/** Reads files that carry their own schema (or whose schema Spark infers). */
export async function readFormat(
  { path, format, options = {}, addInputFileName = false }: Read,
  around: Pick<Surroundings, 'session' | 'engine' | 'files'>,
): Promise<Outcome> {
  if (format === 'xml' && (options['rowTag'] ?? '').trim() === '')
    throw new FieldError(
      'rowTag',
      '"rowTag" is empty: which element makes a row is not known',
      'give the name of the element',
    );
  const location = await around.files.input(path, kindOf(format, options));
  const read = (paths: readonly string[]): DataFrame =>
    around.session.read
      .format(format)
      .options(options)
      .load(...paths);
  // Sail alone shows what it would make of the file
  const own: OwnSchema =
    around.engine === 'sail' && (format === 'parquet' || format === 'avro')
      ? await ownSchema(read, location, around)
      : { instants: [] };
  const stored = read(addresses(location.paths, around.engine));
  const rows = own.instants.length === 0 ? stored : stored.withColumns(own.instants.map(instant));
  const reasons = [
    differences[format],
    location.partitions.length > 0 ? 'columns in the names of folders' : undefined,
    addInputFileName ? 'names of input files' : undefined,
    ...Object.keys(options).map((name) => `the reader's option "${name}"`),
    own.unproven,
  ].filter((reason) => reason !== undefined);
  const named = addInputFileName
    ? rows.withColumn(inputFileName, fileSpaceName(F.call('input_file_name'), around, { encoded: true }))
    : rows;
  const unordered = unorderedFiles(location);
  return {
    outputs: [named],
    ...(reasons.length === 0 ? {} : { unproven: reasons.join(', ') }),
    ...(unordered === undefined ? {} : { unordered }),
  };
}

const kindOf = (format: FileFormat, { multiLine, wholetext }: Readonly<Record<string, string>>): FileKind => {
  if (format === 'xml') return 'markup';
  if (format === 'libsvm') return 'lines';
  if (format !== 'json' && format !== 'text') return format;
  return multiLine === 'true' || wholetext === 'true' ? 'document' : 'lines';
};

/** Files whose schemas are compared one by one; more of them are not looked at. */
const mostCompared = 64;

const instant = (name: string): readonly [string, Column] => [name, F.columnNamed(name).cast({ kind: 'timestamp' })];

/** What Sail makes of files' schemas. */
interface OwnSchema {
  /** Columns of instants that Sail takes for local times. */
  readonly instants: readonly string[];
  readonly unproven?: string;
}

/** What in the files' schemas Sail reads in another way: timestamps that lose their zone, files that differ. */
async function ownSchema(
  read: (paths: readonly string[]) => DataFrame,
  { names }: Location,
  { engine, files }: Pick<Surroundings, 'engine' | 'files'>,
): Promise<OwnSchema> {
  const unproven = (reason: string): OwnSchema => ({ instants: [], unproven: reason });
  if (names.length > mostCompared) return unproven(`${names.length} files, whose schemas were not compared`);
  const schemas = await Promise.all(addresses(names, engine).map((name) => read([name]).schema()));
  if (new Set(schemas.map(schemaText)).size > 1) return unproven('files of different schemas');
  const [schema] = schemas;
  if (schema === undefined || !holds(schema, 'timestamp_ntz')) return { instants: [] };
  const old = await Promise.all(names.map((name) => files.int96Columns(name)));
  const instants = old[0];
  const same = instants !== undefined && old.every((columns) => columns?.join() === instants.join());
  // a column of an old timestamp is one of the table's own, or it cannot be cast by itself
  return same &&
    instants.every((path) => schema.fields.some(({ name, type }) => name === path && type.kind === 'timestamp_ntz'))
    ? { instants }
    : unproven('timestamps, of which Sail does not tell whether they have a zone');
}

const schemaText = (schema: StructType): string => schema.fields.map((f) => `${f.name} ${typeName(f.type)}`).join(', ');

const holds = (type: DataType, kind: DataType['kind']): boolean =>
  type.kind === kind ||
  (type.kind === 'array' && holds(type.element, kind)) ||
  (type.kind === 'map' && (holds(type.key, kind) || holds(type.value, kind))) ||
  (type.kind === 'struct' && type.fields.some((f) => holds(f.type, kind)));
