import { inputFileNames, partitionFolders, readerOption } from './_unverified.ts';
import {
  functions as F,
  typeName,
  type Column,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import { fileSpaceName, inputFileName } from './_file-name.ts';
import { jsonOnSail } from './_json-on-sail.ts';
import { addresses, unorderedFiles } from './_locate.ts';
import { footersOf, noFooters } from './_parquet-footers.ts';
import type { FileKind, Location } from '../contract/files.ts';
import type { RunContext } from '../contract/context.ts';
import type { Outcome } from '../contract/results.ts';

export type FileFormat = 'parquet' | 'json' | 'avro' | 'orc' | 'xml' | 'text' | 'libsvm';

interface Read {
  readonly path: string;
  readonly format: FileFormat;
  readonly options?: Readonly<Record<string, string>>;
  readonly addInputFileName?: boolean;
}

/** Why Sail does not give Spark's rows for a format, whatever the file. */
const differences: Partial<Record<FileFormat, string>> = {
  orc: 'ORC files',
  xml: 'XML files',
  libsvm: 'LIBSVM files',
};

/** Reads files that carry their own schema (or whose schema Spark infers). */
export async function readFormat(
  { path, format, options: userOptions = {}, addInputFileName = false }: Read,
  context: Pick<RunContext, 'session' | 'engine' | 'files'>,
): Promise<Outcome> {
  if (format === 'xml' && (userOptions['rowTag'] ?? '').trim() === '')
    throw new FieldError('rowTag', 'field "rowTag" is required', 'enter the name of the element that holds a row');
  const { options, warnings: ofDocuments } =
    format === 'json' ? await asDocuments(path, userOptions, context.files) : { options: userOptions, warnings: [] };
  const location = await context.files.input(path, kindOf(format, options));
  const others = Object.keys(options).filter((name) => format !== 'json' || name.toLowerCase() !== 'multiline');
  // what else is a reason by itself changes what lies in the files
  const looksAtJson =
    format === 'json' &&
    context.engine === 'sail' &&
    !addInputFileName &&
    location.partitions.length + others.length === 0;
  const json = looksAtJson ? await jsonOnSail(path, isTrue(valueOf(options, 'multiLine')), context) : undefined;
  const read = (paths: readonly string[]): DataFrame =>
    json?.schema === undefined
      ? context.session.read
          .format(format)
          .options(options)
          .load(...paths)
      : context.session.read
          .format(format)
          .schema(json.schema)
          .load(...paths);
  const footers = format === 'parquet' ? await footersOf(location, path, options, context) : noFooters;
  // Sail alone shows what it would make of the file
  const own: OwnSchema =
    context.engine === 'sail' && (format === 'parquet' || format === 'avro') && footers.unverified === undefined
      ? await ownSchema(read, location, context)
      : { instants: [] };
  const stored = json?.rows ?? read(addresses(location.paths, context.engine));
  const changedTypes = [...own.instants.map(instant), ...footers.changes];
  const rows = changedTypes.length === 0 ? stored : stored.withColumns(changedTypes);
  const reasons = [
    footers.unverified,
    differences[format],
    json?.unverified,
    location.partitions.length > 0 ? partitionFolders : undefined,
    addInputFileName ? inputFileNames : undefined,
    ...others.map(readerOption),
    own.unverified,
  ].filter((reason) => reason !== undefined);
  const withFileName = addInputFileName
    ? rows.withColumn(inputFileName, fileSpaceName(F.call('input_file_name'), context, { encoded: true }))
    : rows;
  const unordered = unorderedFiles(location);
  const absent = format === 'xml' ? await absentElement(path, options['rowTag']?.trim() ?? '', context.files) : [];
  const warnings = [...ofDocuments, ...absent, ...footers.warnings];
  return {
    outputs: [withFileName],
    ...(reasons.length === 0 ? {} : { unverified: reasons.join(', ') }),
    ...(unordered === undefined ? {} : { unordered }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

interface Documents {
  readonly options: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Options that read JSON as it lies there: files that are one document each are not read line by line. */
async function asDocuments(
  path: string,
  options: Readonly<Record<string, string>>,
  files: RunContext['files'],
): Promise<Documents> {
  if (valueOf(options, 'multiLine') !== undefined) return { options, warnings: [] };
  const { names } = await files.input(path);
  const [first] = names;
  if (first === undefined || !(await files.isJsonDocument(first))) return { options, warnings: [] };
  return {
    options: { ...options, multiLine: 'true' },
    warnings: [`path "${path}" holds a multi-line JSON document: it is read with the option "multiLine" set to true`],
  };
}

/** What is to be said if no element of a row is there. */
async function absentElement(path: string, rowTag: string, files: RunContext['files']): Promise<string[]> {
  const elements = await files.xmlElements(path, rowTag);
  if (elements === undefined || elements.isThere) return [];
  const names = elements.names.map((name) => `"${name}"`).join(', ');
  const others = names === '' ? 'it has no elements' : `it has ${names}; set field "rowTag" to one of them`;
  return [`path "${path}" has no element "${rowTag}", so there are no rows: ${others}`];
}

/** The value of a reader's option, whose name counts in any case. */
const valueOf = (options: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(options).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

const isTrue = (value: string | undefined): boolean => value?.trim().toLowerCase() === 'true';

/** Undefined for text in another character set: nothing is known of it before an engine reads it. */
const kindOf = (format: FileFormat, options: Readonly<Record<string, string>>): FileKind | undefined => {
  const encoding = valueOf(options, 'encoding') ?? valueOf(options, 'charset') ?? 'UTF-8';
  if ((format === 'xml' || format === 'json' || format === 'text') && !/^utf-?8$/i.test(encoding)) return undefined;
  if (format === 'xml') return 'markup';
  if (format === 'libsvm') return 'lines';
  if (format !== 'json' && format !== 'text') return format;
  return isTrue(valueOf(options, 'multiLine')) || isTrue(valueOf(options, 'wholetext')) ? 'document' : 'lines';
};

/** Files whose schemas are compared one by one; more of them are not looked at. */
const maxCompared = 64;

const instant = (name: string): readonly [string, Column] => [name, F.columnNamed(name).cast({ kind: 'timestamp' })];

/** What Sail makes of files' schemas. */
interface OwnSchema {
  /** Columns of instants that Sail takes for local times. */
  readonly instants: readonly string[];
  readonly unverified?: string;
}

/**
 * What in the files' schemas Sail reads in another way: timestamps that lose their zone, files that differ. Sail
 * reads timestamps of 96 bits, Spark's default, as `timestamp_ntz`: the footers say which columns are such, and these
 * are cast.
 */
async function ownSchema(
  read: (paths: readonly string[]) => DataFrame,
  { names }: Location,
  { engine, files }: Pick<RunContext, 'engine' | 'files'>,
): Promise<OwnSchema> {
  const unverified = (reason: string): OwnSchema => ({ instants: [], unverified: reason });
  if (names.length > maxCompared) return unverified(`${names.length} files, whose schemas were not compared`);
  const schemas = await Promise.all(addresses(names, engine).map((name) => read([name]).schema()));
  if (new Set(schemas.map(schemaText)).size > 1) return unverified('files with different schemas');
  const [schema] = schemas;
  if (schema === undefined || !holds(schema, 'timestamp_ntz')) return { instants: [] };
  const old = await Promise.all(names.map(async (name) => (await files.parquetSchema(name))?.int96));
  const instants = old[0];
  const same = instants !== undefined && old.every((columns) => columns?.join() === instants.join());
  // a column of an old timestamp is one of the table's own, or it cannot be cast by itself
  const own = new Set(schema.fields.flatMap(({ name, type }) => (type.kind === 'timestamp_ntz' ? [name] : [])));
  return same && instants.every((path) => own.has(path))
    ? { instants }
    : unverified('timestamps for which Sail does not report whether they have a time zone');
}

const schemaText = (schema: StructType): string => schema.fields.map((f) => `${f.name} ${typeName(f.type)}`).join(', ');

const holds = (type: DataType, kind: DataType['kind']): boolean =>
  type.kind === kind ||
  (type.kind === 'array' && holds(type.element, kind)) ||
  (type.kind === 'map' && (holds(type.key, kind) || holds(type.value, kind))) ||
  (type.kind === 'struct' && type.fields.some((f) => holds(f.type, kind)));
