import { randomUUID } from 'node:crypto';
import { glob, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  typeToJson,
  types,
  type DataFrame,
  type DataFrameReader,
  type RunOptions,
  type SparkSession,
  type StructType,
} from '@millrace/spark-connect';
import type { Engine } from '../index.ts';

/** Types that Sail writes to Parquet as Spark does; a test holds it. */
export const parquetTypes: ReadonlySet<string> = new Set([
  'boolean',
  'byte',
  'short',
  'integer',
  'long',
  'float',
  'double',
  'string',
  'binary',
  'date',
  'timestamp',
  'decimal',
]);

/** Materialized rows of an engine. */
export interface MaterializedRows {
  /** Reads them. */
  readonly df: DataFrame;
  /** Frees what they take. Nothing may read them afterwards. */
  release(): Promise<void>;
  /** The files that they lie in, if there are such. */
  readonly files?: MaterializedFiles;
}

/** Files that hold materialized rows, in the order of the rows. */
export interface MaterializedFiles {
  readonly folder: string;
  readonly format: 'parquet' | 'arrow';
  readonly names: readonly string[];
  /** False if columns have names of the engine's own in the files: their positions tell which they are. */
  readonly named: boolean;
}

/**
 * Reads materialized rows from their files, in their order. Files of Sail's checkpoints name columns by numbers: a schema
 * with the names of the rows would read nulls, without an error.
 */
export function readKept(session: SparkSession, files: MaterializedFiles, schema: StructType): DataFrame {
  const { folder, format, names, named } = files;
  const load = (path: string): DataFrame => {
    const address = pathToFileURL(path).href;
    return named
      ? readerOf(session, files, schema).load(address)
      : session.read
          .format(format)
          .load(address)
          .toDF(...schema.fields.map(({ name }) => name));
  };
  const [first, ...others] = names;
  if (first === undefined) return session.createDataFrame([], schema);
  if (others.length === 0 || format === 'arrow') return load(folder);
  // an engine reads the files of a folder in an order of its own
  return others.reduce((rows, name) => rows.union(load(join(folder, name))), load(join(folder, first)));
}

/** Most characters of schemas that a plan carries for the files that it reads: a column may have a note of each of its labels. */
const maxSchemaCharacters = 1 << 16;

/** Reads files with their schema. Spark has written the metadata of columns into them, but uses the schema that it gets. */
function readerOf(session: SparkSession, { format, names }: MaterializedFiles, schema: StructType): DataFrameReader {
  const reader = session.read.format(format);
  if (schema.fields.every(({ metadata }) => metadata === undefined)) return reader.schema(schema);
  const text = JSON.stringify(typeToJson(schema));
  return text.length * names.length > maxSchemaCharacters ? reader : reader.schema(text);
}

export interface MaterializationOptions extends RunOptions {
  /** The columns of the rows, if they are known or requested already. */
  readonly schema?: StructType | Promise<StructType> | undefined;
}

/** Materializes rows for the rest of the run, or until they are released. */
export type Materialize = (df: DataFrame, options?: MaterializationOptions) => Promise<MaterializedRows>;

/** Materializes rows as the engine's own checkpoint: Spark's, and Sail's on one partition, which preserves their order. */
export const materializeInCheckpoint: Materialize = async (df, options = {}) => {
  const { schema: _, ...run } = options;
  const checkpoint = await df.checkpoint(run);
  return { df: checkpoint, release: () => df.session.release(checkpoint) };
};

/**
 * Materializes rows of a Sail that works on several partitions: as Arrow files in its scratch folder, which cost a third of
 * the Parquet of a checkpoint to write. The order of the rows is lost.
 */
export function materializeInArrowFiles({ scratch }: Pick<Engine, 'scratch'>): Materialize {
  return async (df, { schema, ...options } = {}) => {
    const folder = join(scratch, `kept-${randomUUID()}`);
    const address = pathToFileURL(folder).href;
    await df.write.format('arrow').save(address, options);
    const files = await readdir(folder).catch(() => []);
    const reader = df.session.read.format('arrow');
    // no file is written for no rows
    return {
      files: { folder, format: 'arrow', names: files, named: false },
      df: (files.length === 0 ? reader.schema(await (schema ?? df.schema())) : reader).load(address),
      release: () => rm(folder, { recursive: true, force: true }),
    };
  };
}

/**
 * The checkpoint of a Sail that works on one partition, with its file. Sail fails with "checkpoint storage schema
 * does not match" on an array that holds no null, such as `array(id)`.
 */
export const materializeInSailCheckpoint =
  ({ scratch }: Pick<Engine, 'scratch'>): Materialize =>
  async (df, options) => {
    const checkpoint = await materializeInCheckpoint(df, options);
    const { relType } = checkpoint.df.relation;
    if (relType.case !== 'cachedRemoteRelation') return checkpoint;
    const [file] = await Array.fromAsync(glob(`checkpoint/*/${relType.value.relationId}`, { cwd: scratch }));
    if (file === undefined) return checkpoint;
    const folder = join(scratch, file);
    const names = await readdir(folder);
    // several files would not show the order of their rows
    return names.length > 1 ? checkpoint : { ...checkpoint, files: { folder, format: 'parquet', names, named: false } };
  };

/** Most files that rows are read from one by one. */
const maxFiles = 64;

/**
 * Materializes rows of an embedded Spark as Parquet files in its scratch folder, if that gives the same rows again, else as a
 * checkpoint.
 */
export function materializeInParquetFiles({ scratch }: Pick<Engine, 'scratch'>, isFit = isForParquet): Materialize {
  return async (df, { schema: pendingSchema, ...options } = {}) => {
    const schema = await (pendingSchema ?? df.schema());
    if (!isFit(schema)) return materializeInCheckpoint(df, options);
    const folder = join(scratch, `kept-${randomUUID()}`);
    await df.write.format('parquet').save(pathToFileURL(folder).href, options);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.parquet')).sort();
    const files = { folder, format: 'parquet', names, named: true } as const;
    if (names.length > maxFiles) {
      await rm(folder, { recursive: true, force: true });
      return materializeInCheckpoint(df, options);
    }
    return {
      df: readKept(df.session, files, schema),
      files,
      release: () => rm(folder, { recursive: true, force: true }),
    };
  };
}

/** True for rows that Parquet files give again as they were, where vectors may be among them. */
export function isForNoted({ fields, ...schema }: StructType): boolean {
  return isForParquet({
    ...schema,
    fields: fields.map((one) => (one.type.kind === 'udt' ? { ...one, type: types.double } : one)),
  });
}

/** Parquet names columns without regard to letters' case where Spark reads it, and has no room for every type. */
function isForParquet({ fields }: StructType): boolean {
  const names = new Set(fields.map(({ name }) => name.toLowerCase()));
  return fields.length > 0 && names.size === fields.length && fields.every(({ type }) => parquetTypes.has(type.kind));
}
