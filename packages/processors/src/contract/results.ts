import type { Chart } from '@millrace/charts';
import type { CsvFormat } from './csv-facts.ts';
import type { MlArtifacts, TrainedModel } from './ml-artifacts.ts';
import type { Need } from './processor.ts';
import type { DataFrame, RunOptions, SaveMode, StorageLevelName, StructType, Value } from '@millrace/spark-connect';

/** What a node shows. Tables and charts hold a lazy DataFrame; the runner computes it. */
export type Result =
  | {
      readonly type: 'table';
      readonly title: string;
      readonly data: DataFrame;
      /** Most rows to take; the runner's own limit if not set. */
      readonly limit?: number;
      readonly options?: Readonly<Record<string, Value>>;
    }
  | {
      readonly type: 'chart';
      readonly title: string;
      readonly chart: Chart;
      readonly data: DataFrame;
      readonly limit?: number;
    }
  | { readonly type: 'text'; readonly title: string; readonly text: string; readonly format?: 'plain' | 'html' }
  /** A value for later nodes and for the eye: the first cell of `data`. */
  | { readonly type: 'variable'; readonly title: string; readonly name: string; readonly data: DataFrame };

interface Target {
  readonly path: string;
  readonly mode: SaveMode;
}

interface SaveTarget extends Target {
  readonly data: DataFrame;
}

/** A fitted model that Spark writes as its files. */
export interface ModelSave extends Target {
  readonly format: 'model';
  readonly model?: TrainedModel;
  /** Has the engine write it into a folder that is absolute and empty, or not there yet. */
  write(folder: string, options?: RunOptions): Promise<void>;
  /** What the registry stores of a registered model; absent for one that is not registered. */
  facts?(): Promise<ModelFacts>;
}

/** Rows that an engine writes as files of a table. */
export interface TableSave extends SaveTarget {
  readonly format: 'csv' | 'json' | 'parquet' | 'avro' | 'orc' | 'text' | 'xml';
  readonly partitionBy?: readonly string[];
  readonly singleFile?: boolean;
  readonly options?: Readonly<Record<string, string>>;
  /** On Sail: the lines that Spark writes; they are written instead of `data`. */
  readonly lines?: SaveLines;
}

/** The kinds of documents that the runner writes. */
export type DocumentFormat = 'pdf' | 'docx' | 'html';

/** Which rows become one document, and what documents are called. */
export interface DocumentLayout {
  /** All rows make one document, or those of one file name, those of one page number, or each row. */
  readonly per: 'all' | 'name' | 'page' | 'row';
  /** Name, without an extension, of documents that no row names. */
  readonly fallbackName: string;
  /** File names are written in ASCII. */
  readonly ascii: boolean;
}

/**
 * Rows that the runner writes as documents. `data` has the column `content`, and `name` and `page` where rows have a
 * file name and a page number, all of them text; rows of one document follow each other in its order.
 */
export interface DocumentSave extends SaveTarget {
  readonly format: DocumentFormat;
  readonly documents: DocumentLayout;
}

/** A target to write, described; the runner stages it and commits it after the last node that can fail. */
export type Save = TableSave | DocumentSave | ModelSave;

/** Input that could not be used as declared: stored as rows, counted and shown. */
export interface Rejects {
  /** The rows with what is wrong, as text columns plus `_rejected` (array of column names, or a reason). */
  readonly rows: DataFrame;
  readonly counting?: Counting;
}

/** How to count the rows of the (one) output and those that are rejected. */
export interface Counting {
  /** One row of both counts, in this order, in one pass over the data. */
  readonly counts: DataFrame;
  /** All rows as `Rejects.rows` has those that are rejected; the others have an empty `_rejected`. */
  readonly explained: DataFrame;
  /** All rows, as the output has them, with a last column `mark` that is true for those that are rejected. */
  readonly marked: DataFrame;
  readonly mark: string;
  /** True if the output is without the rejected rows. */
  readonly dropped: boolean;
  /** The rejected rows as `Rejects.rows` has them; `watch` meets all rows on the way, with the column `mark`. */
  readonly rejected: (watch: (all: DataFrame) => DataFrame) => DataFrame;
}

/** The files of a reader of delimited text, and what stands where in them. */
export interface DelimitedCells {
  /** Absolute, in the order in which they are read. */
  readonly files: readonly string[];
  readonly format: CsvFormat;
  /** Names of the columns, in the order of the cells of a line. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
}

/** What a node gives: one DataFrame, or outputs in order with what it shows and saves. */
export interface Outcome {
  readonly outputs: readonly DataFrame[];
  /** Schemas of the outputs that are known without asking the engine; whether a column may hold null may be left open. */
  readonly schemas?: readonly (StructType | undefined)[];
  /** The input of whose rows each output has one each, for certain: they are not counted again. */
  readonly sameRows?: DataFrame;
  readonly results?: readonly Result[];
  /** Values for nodes behind it, by name, in addition to its results of the type `variable`. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly saves?: readonly Save[];
  /** How good a model is, by the names of the metrics. */
  readonly metrics?: Readonly<Record<string, number>>;
  /** The number of training rows, if they may be fewer than those of the input. */
  readonly learnedFrom?: number;
  /** What goes with the rows of each output; if this is absent, what came with the same rows goes on. */
  readonly learned?: readonly (MlArtifacts | undefined)[];
  readonly rejects?: Rejects;
  /** Where the cells of its rows stand, of which one that does not fit its type ends the run. */
  readonly cells?: DelimitedCells;
  /** The outputs are worth computing once and keeping on the engine, at this storage level. */
  readonly keep?: StorageLevelName;
  /** Ids of nodes whose materialized outputs are no longer needed. */
  readonly release?: readonly string[];
  /** Why Sail may give other rows than Spark here, found while composing: `auto` then runs on Spark. */
  readonly unverified?: string;
  /** Why the engines may give the same rows in another order. Matters where order shows. */
  readonly unordered?: string;
  /** What it needs in addition to what its processor always does. */
  readonly needs?: readonly Need[];
  /** What the user should know though the run goes on, one line each. */
  readonly warnings?: readonly string[];
}

export type Outputs = DataFrame | Outcome;

/** Rows as the lines of a text file, for an engine whose own writer spells values in another way than Spark's. */
export interface SaveLines {
  /** One column of text, none of them null, each with its line feed. */
  readonly rows: DataFrame;
  /** What stands before the lines of each file. */
  readonly header: string;
}

/** What the files of a saved model do not tell of it. */
export interface ModelFacts {
  /** What it is called among the models of its project. */
  readonly name: string;
  /** What it is, in words: `random forest classifier`. */
  readonly title: string;
  /** The columns of the rows that it was made from; none if it was loaded. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Feature names of its vectors, by column; `null` for a feature without a name. */
  readonly features: Readonly<Record<string, readonly (string | null)[]>>;
  /** The texts that the numbers of a column stand for, that of 0 first. */
  readonly classes: Readonly<Record<string, readonly string[]>>;
}
