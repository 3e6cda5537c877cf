import type { CsvFacts, CsvFormat } from './csv-facts.ts';
import type { JsonDocuments, JsonFacts } from './json-facts.ts';

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
   * Finds a file, the files of a folder, or those of a pattern. Fails with a message for the user if no file is found,
   * or where one of them is not of the kind or holds a value that no engine takes.
   */
  input(path: string, kind?: FileKind): Promise<Location>;
  /** Looks through delimited text. `undefined` if that is not possible (another machine, an unknown compression). */
  csv(path: string, format: CsvFormat): Promise<CsvFacts | undefined>;
  /** True for a file (of `Location.names`) that is one JSON document over several lines, not a record a line. */
  isJsonDocument(file: string): Promise<boolean>;
  /** Looks through JSON, one object a line: the schema that Spark infers, where engines read the same rows with it. */
  json(path: string): Promise<JsonFacts>;
  /** The same for JSON files that are one document each, over as many lines as they like. */
  jsonDocuments(path: string): Promise<JsonDocuments>;
  /** What the footer of one Parquet file (of `Location.names`) says. `undefined` if it is encrypted, or the file empty or packed. */
  parquetSchema(file: string): Promise<ParquetSchema | undefined>;
  /** Whether elements of a name stand in the XML files of a path. `undefined` if they cannot be looked at. */
  xmlElements(path: string, name: string): Promise<XmlElements | undefined>;
  /** Names of the files that a path stands for, in name order, as paths of the file space. */
  list(path: string): Promise<readonly string[]>;
  /** A text file whole, for small ones that steer a run. Fails for more than 16 MB. */
  text(path: string): Promise<string>;
  /** Text of PDF pages, by the Python worker: one entry a file, named as `list` does. */
  pdfText(path: string): Promise<readonly { readonly file: string; readonly text: string }[]>;
  /**
   * The text that a URL of http or https gives, in a file. A run fetches each URL once, for all nodes. `field`
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
