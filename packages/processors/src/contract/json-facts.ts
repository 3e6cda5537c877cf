import type { StructType } from '@millrace/spark-connect';

/** What JSON files, one object a line, are found to hold. */
export type JsonFacts =
  /** Every engine reads the same rows from them with this schema, which is the one that Spark infers. */
  | { readonly schema: StructType }
  /** What engines read in different ways, in words. */
  | { readonly unverified: string };

/** The same of files that are one document each, an object or a list of objects, with their texts. */
export type JsonDocuments =
  | { readonly schema: StructType; readonly texts: readonly string[] }
  | { readonly unverified: string };
