import { defaultEscape, escapeFrom, isTidierDoubled } from '@millrace/processors/csv-escape';
import { quirksOf } from '@millrace/file-space/csv-facts';
import { delimiterText, type SchemaColumn } from '@millrace/workflow';
import type { DatasetType } from './kinds.ts';

/** What is to be looked at. What is undefined, and types that are blank, are to be found out. */
export interface InspectionRequest {
  readonly path: string;
  readonly datasetType: DatasetType | undefined;
  readonly delimiter: string | undefined;
  readonly header: boolean | undefined;
  readonly filterLinesContaining: string | null;
  readonly readOptions: Readonly<Record<string, string>>;
  /** The declared columns, by position; none: they are to be found out. */
  readonly columns: readonly SchemaColumn[];
  /** Rows of the sample of a text; `sampleRows` if absent. */
  readonly rows?: number;
}

/** What was seen of a dataset's files. */
export interface DatasetInspection {
  readonly datasetType: DatasetType;
  readonly delimiter: string;
  readonly header: boolean;
  /** Names to the letter, as the files or the declared columns have them. */
  readonly headers: readonly string[];
  readonly cells: readonly (readonly string[])[];
  /** The declared columns, or what was found; every one with its types. */
  readonly columns: readonly SchemaColumn[];
  /** Options that reading needs: those that were given, and what was found out of the marks of the text. */
  readonly readOptions: Readonly<Record<string, string>>;
  readonly read: ReadAmount;
  /** What may be wrong with the files, or with what was said of them. */
  readonly warnings: string[];
}

/** How much was read to know that. */
export interface ReadAmount {
  readonly files: number;
  readonly filesInAll: number;
  readonly rows: number;
  /** Null if an engine has read. */
  readonly bytes: number | null;
  /** True if there was no more to read. */
  readonly whole: boolean;
}

/** Rows of a sample. */
export const sampleRows = 20;

/** A delimiter as records store it. */
export const storedDelimiter = (delimiter: string): string => delimiter.replaceAll('\t', '\\t');

/**
 * The marks that read options name, or our reader's. An escape that is not named is the one that the text shows: a reader of
 * a run finds it out in the same way.
 */
export function marksOf(options: Readonly<Record<string, string>>, delimiter: string, text: string) {
  const marks = {
    delimiter: delimiterText(delimiter),
    quote: (options['quote'] ?? '"').slice(0, 1),
    escape: (options['escape'] ?? defaultEscape).slice(0, 1),
  };
  if (marks.escape !== defaultEscape) return marks;
  const quirks = quirksOf(text, marks);
  const escape = escapeFrom(quirks);
  if (escape === 'backslash') return marks;
  const doubling = { ...marks, escape: marks.quote };
  return escape === 'quote' || isTidierDoubled(quirksOf(text, doubling), quirks) ? doubling : marks;
}
