import type { Value } from '@millrace/spark-connect';
import type { DocumentSave, ModelSave, TableSave } from './results.ts';

/** Rows with their types, as `table('id int, name string', [[1, 'x'], [2, null]])`. Values as spark-connect gives them. */
export interface ExampleTable {
  readonly schema: string;
  readonly rows: readonly (readonly Value[])[];
}

/** What `http://localhost` answers to an example. */
export interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

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
  /** Rejected rows, with what is wrong with them. */
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
  readonly unverified?: string;
  /** The run fails with a message that holds this text. */
  readonly error?: string;
}
