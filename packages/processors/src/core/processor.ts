import type { Column, DataFrame, SparkSession, StructType, Value } from '@millrace/spark-connect';
import type { Compatibility, Dataset, DatasetDetail, ProcessorSpec } from '@millrace/workflow';
import type { KnownAggregates } from './known-aggregates.ts';
import type { CsvFacts, CsvFormat } from './csv-facts.ts';
import type { JsonDocuments, JsonFacts } from './json-facts.ts';
import type { Fields, FieldValues, StoredFields } from './fields.ts';
import type { Learned } from './learned.ts';
import type { ModelRegistry } from './registered.ts';
import type { Python } from './python.ts';
import type { DocumentSave, ModelSave, Outcome, Outputs, TableSave } from './results.ts';
import { versionName } from './version-name.ts';

/** Where a path of the file space leads. */
export interface Location {
  /** Absolute paths of files and folders, to be taken letter by letter: a `*` in them is a name's own. */
  readonly paths: readonly string[];
  /** All the files, absolute, in name order. */
  readonly names: readonly string[];
  /** Columns that the names of folders hold (`year=2024`), in order. */
  readonly partitions: readonly string[];
}

/**
 * What a reader takes files for: text of which each line is a value, marked-up text of any line length, text or bytes of
 * which each file is a value, or a format of its own.
 */
export type FileKind = 'lines' | 'markup' | 'document' | 'bytes' | 'parquet' | 'avro' | 'orc';

/** Files as a processor may see them: paths of the file space resolved, nothing else. */
export interface Files {
  /** Absolute path of the root; names of files are shown below it. `undefined` on a cluster's file system. */
  readonly root: string | undefined;
  /**
   * Finds a file, the files of a folder, or those of a pattern. Fails with a message for the user where there are none,
   * or where one of them is not of the kind or holds a value that no engine takes.
   */
  input(path: string, kind?: FileKind): Promise<Location>;
  /** Looks through delimited text. `undefined` where that is not possible (another machine, an unknown compression). */
  csv(path: string, format: CsvFormat): Promise<CsvFacts | undefined>;
  /** True for a file (of `Location.names`) that is one JSON document over several lines, not a record a line. */
  isJsonDocument(file: string): Promise<boolean>;
  /** Looks through JSON, one object a line: the schema that Spark infers, where engines read the same rows with it. */
  json(path: string): Promise<JsonFacts>;
  /** The same for JSON files that are one document each, over as many lines as they like. */
  jsonDocuments(path: string): Promise<JsonDocuments>;
  /** What the footer of one Parquet file (of `Location.names`) says. `undefined` where it is encrypted, or the file empty or packed. */
  parquetSchema(file: string): Promise<ParquetSchema | undefined>;
  /** Whether elements of a name stand in the XML files of a path. `undefined` where they cannot be looked at. */
  xmlElements(path: string, name: string): Promise<XmlElements | undefined>;
  /** Names of the files that a path stands for, in name order, as paths of the file space. */
  list(path: string): Promise<readonly string[]>;
  /** A text file whole, for small ones that steer a run. Fails for more than 16 MB. */
  text(path: string): Promise<string>;
  /** Text of PDF pages, by the Python worker: one entry a file, named as `list` does. */
  pdfText(path: string): Promise<readonly { readonly file: string; readonly text: string }[]>;
  /**
   * The text that a URL of http or https gives, in a file: fetched once a run, whoever asks and however often. `field`
   * names the URL in errors.
   */
  url(url: string, field: string): Promise<FetchedText>;
  /** The same, whole. Fails for more than 16 MB. */
  urlText(url: string, field: string): Promise<FetchedText & { readonly text: string }>;
}

/** What the footer of a Parquet file says of its columns. */
export interface ParquetSchema {
  /** Columns that hold timestamps in the form of 96 bits, by their paths. */
  readonly int96: readonly string[];
  /** Columns of timestamps in nanoseconds, by their paths, and whether those are instants. */
  readonly nanoseconds: readonly { readonly path: string; readonly isInstant: boolean }[];
  /** Columns of the table itself: their names, and texts that tell their types apart. */
  readonly columns: readonly { readonly name: string; readonly text: string }[];
  /** The same for files of the same columns, whatever their order. */
  readonly digest: string;
}

/** Elements of XML files. */
export interface XmlElements {
  /** Some have the name that was asked for. */
  readonly isThere: boolean;
  /** Names of those that are there instead, the most frequent first. */
  readonly names: readonly string[];
}

/** Text from a URL, in UTF-8 without a byte order mark. */
export interface FetchedText {
  readonly location: Location;
  /** The URL without its secrets. */
  readonly shown: string;
  /** What the user should know of it, one line each. */
  readonly warnings: readonly string[];
}

/** What `http://localhost` answers to an example. */
export interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What surrounds a run: fixed for all its nodes. */
export interface Surroundings {
  readonly session: SparkSession;
  readonly engine: 'sail' | 'spark';
  /** Which Spark the workflow was made for; `spark4` where not said. */
  readonly compatibility?: Compatibility | undefined;
  /** True where the engine works on one partition, and rows keep the order of their input until something mixes them. */
  readonly onePartition: boolean;
  readonly files: Files;
  /** The dataset of a uuid: the saved one, else the graph's own. */
  dataset(uuid: string): Dataset | DatasetDetail | undefined;
  /** Start of the run; every "now" of the run is this instant. ISO text in UTC. */
  readonly now: string;
  /** Of nodes that save a version of a model below the folder of earlier nodes of the run, how many those are. */
  readonly earlierVersions?: ReadonlyMap<string, number>;
  /** Names of the tables that a node reads beside its inputs (`Context.tables`): of the last that it is given, in order. */
  readonly tablesOf?: (nodeId: string) => readonly string[];
  /** The registered models of the project; absent where none are registered. */
  readonly models?: ModelRegistry;
  /** Seed for nodes that are random and name none; fixed per execution. */
  readonly seed: bigint;
  /** Most rows that a node may learn from where only its columns are asked for, and nothing runs. */
  readonly mostToLearnFrom?: number;
  /** Absent where nothing is computed, and only columns are asked for. */
  readonly python?: Python;
}

export interface Context<F extends Fields> extends Surroundings {
  /** The first input. */
  readonly input: DataFrame;
  readonly inputs: readonly DataFrame[];
  /** Schema of the first input. */
  readonly schema: StructType;
  readonly schemas: readonly StructType[];
  /** Tables that other nodes have registered and the query of this one reads, by the names in it. */
  readonly tables: Readonly<Record<string, DataFrame>>;
  /** What travels beside the rows of each input. */
  readonly learned: readonly (Learned | undefined)[];
  /** What the engine has told of the rows of the first input already: what the node `asks`, maybe. */
  readonly known?: KnownAggregates | undefined;
  /**
   * True where a model that the node makes is asked for: not where it is only a part of a pipeline, and not where nothing
   * runs yet.
   */
  readonly trains: boolean;
  /** Name of the version of a model that the node saves: no other node of the run uses it below the same folder. */
  readonly version: string;
  readonly fields: FieldValues<F>;
}

/** Rows with their types, as `table('id int, name string', [[1, 'x'], [2, null]])`. Values as spark-connect gives them. */
export interface ExampleTable {
  readonly schema: string;
  readonly rows: readonly (readonly Value[])[];
}

export const table = (schema: string, rows: readonly (readonly Value[])[]): ExampleTable => ({ schema, rows });

/**
 * What goes in and what comes out, run on every engine by the tests and shown in the catalogue. Fields are written as
 * stored: text, or lists for list fields. Rows are compared in any order unless `ordered`.
 */
export interface Example {
  readonly name: string;
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  readonly input?: ExampleTable | readonly ExampleTable[];
  /** Nodes that the first input goes through before, one after the other. */
  readonly after?: readonly {
    readonly nodeClass: string;
    readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  }[];
  /** Files that the example reads: path -> text (or bytes). */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Pages of http://localhost that the example reads: path -> body in UTF-8, or the whole answer. */
  readonly pages?: Readonly<Record<string, string | Page>>;
  readonly output?: ExampleTable | readonly ExampleTable[];
  readonly ordered?: boolean;
  /** What is shown: title and data of tables and charts, in order. */
  readonly results?: readonly {
    readonly type: string;
    readonly title?: string;
    readonly kind?: string;
    readonly data?: ExampleTable;
    readonly text?: string;
  }[];
  /** Datasets by uuid: their records as saved. */
  readonly datasets?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Rows kept aside, with what is wrong with them. */
  readonly rejected?: ExampleTable;
  /** Texts that the warnings hold, in order. */
  readonly warnings?: readonly string[];
  /** What is to be written, in order, without the rows. */
  readonly saves?: readonly (
    | Omit<TableSave, 'data'>
    | Omit<DocumentSave, 'data'>
    | Omit<ModelSave, 'write' | 'facts'>
  )[];
  /** On Sail the reason not to run there holds this text; the rows are Spark's alone. */
  readonly unproven?: string;
  /** The run fails with a message that holds this text. */
  readonly error?: string;
}

/** The SQL of a node, and the names under which it reads its inputs. */
export interface Query {
  readonly sql: string;
  readonly inputs: readonly string[];
}

export type Need = 'ml' | 'python' | 'streaming' | 'udf' | 'files-of-engine' | 'xml' | 'orc' | 'avro';

/** What a run fixes and another run has otherwise. */
export type Varying = 'now' | 'seed';

/** `varies` of nodes that draw at random by the seed of the run, unless they have one of their own. */
export const unlessSeeded = ({ seed }: { readonly seed?: bigint | number | undefined }): readonly Varying[] =>
  seed === undefined ? ['seed'] : [];

export interface Definition<F extends Fields> {
  readonly nodeClass: string;
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly description: string;
  readonly fields: F;
  /** 1 for a transform, 0 for a dataset where not said. */
  readonly inputs?: { readonly min: number; readonly max: number };
  readonly outputs?: readonly string[];
  /** The output of edges that name none, where old files expect the input handed on. */
  readonly defaultOutput?: string;
  readonly inputNames?: readonly string[];
  readonly needs?: readonly Need[];
  /** Why `auto` must not run it on Sail, though the plan itself may look proven. */
  readonly unproven?: string;
  /** What of the run its work depends on, by its fields or whatever they say: it is another one each time. */
  readonly varies?: readonly Varying[] | ((fields: FieldValues<F>) => readonly Varying[]);
  /** Other classes under which saved files name the same processor. */
  readonly formerly?: readonly string[];
  /** The name that the input gets, for the SQL of other nodes. */
  readonly registers?: (fields: FieldValues<F>) => string;
  /** The query of the node, which may read tables that others have registered. */
  readonly query?: (fields: FieldValues<F>) => Query;
  /**
   * Aggregates that it asks of its only input before anything else: the engine may compute them while it keeps the rows.
   * They must not fail for any row. Throws a `FieldError` for an input that the node cannot take.
   */
  readonly asks?: (fields: FieldValues<F>, schema: StructType) => readonly Column[];
  readonly examples: readonly Example[];
  run(context: Context<F>): Outputs | Promise<Outputs>;
}

/** A processor of the catalogue. */
export interface Processor extends ProcessorSpec {
  readonly needs: readonly Need[];
  readonly unproven?: string;
  readonly formerly: readonly string[];
  /** What of the run its work depends on. Throws a `FieldError` for a value that cannot be used. */
  readonly varies: (stored: StoredFields) => readonly Varying[];
  readonly registers?: (stored: StoredFields) => string;
  readonly query?: (stored: StoredFields) => Query;
  readonly asks?: (stored: StoredFields, schema: StructType) => readonly Column[];
  readonly examples: readonly Example[];
  /** Reads the stored fields and composes the outputs. Throws `FieldError` for a value that cannot be used. */
  compose(
    given: Omit<Context<Fields>, 'fields' | 'tables' | 'learned' | 'trains' | 'version'> &
      Partial<Pick<Context<Fields>, 'tables' | 'learned' | 'trains' | 'version'>> & { readonly stored: StoredFields },
  ): Promise<Outcome>;
}

const inputsByType: Readonly<Record<string, { min: number; max: number }>> = {
  dataset: { min: 0, max: 0 },
  doc: { min: 0, max: 0 },
  sticky: { min: 0, max: 0 },
  join: { min: 2, max: 8 },
  join2inputs: { min: 2, max: 2 },
  pyspark2inputs: { min: 2, max: 2 },
};

/** Makes a processor of the catalogue from its definition. */
export function processor<const F extends Fields>(definition: Definition<F>): Processor {
  const { fields, run, inputs, outputs, formerly, needs, varies = [], registers, query, asks, ...rest } = definition;
  const names = Object.keys(fields);
  const valuesOf = (stored: StoredFields): FieldValues<F> =>
    Object.fromEntries(names.map((name) => [name, fields[name]?.read(name, stored)])) as FieldValues<F>;
  return {
    ...rest,
    fields: names.flatMap((name) => fields[name]?.specs(name) ?? []),
    inputs: inputs ?? inputsByType[definition.type] ?? { min: 1, max: 1 },
    outputs: outputs ?? [],
    formerly: formerly ?? [],
    varies: typeof varies === 'function' ? (stored) => varies(valuesOf(stored)) : () => varies,
    needs: needs ?? [],
    ...(registers === undefined ? {} : { registers: (stored) => registers(valuesOf(stored)) }),
    ...(query === undefined ? {} : { query: (stored) => query(valuesOf(stored)) }),
    ...(asks === undefined ? {} : { asks: (stored, schema) => asks(valuesOf(stored), schema) }),
    async compose({ stored, tables = {}, learned = [], trains = false, version, ...context }) {
      const own = version ?? versionName(context.now);
      const made = await run({ ...context, tables, learned, trains, version: own, fields: valuesOf(stored) });
      return 'outputs' in made ? made : { outputs: [made] };
    },
  };
}
