import type { StructField } from '@millrace/spark-connect';

/** What Spark ML notes in the metadata of a column. */
export interface Attributes {
  /** Texts that the numbers of the column stand for, that of 0 first. */
  readonly vals?: readonly string[];
  /** Of vectors: the names of their places, by their kinds. */
  readonly attrs?: Readonly<Record<string, readonly { readonly idx: number; readonly name?: string }[]>>;
}

export const attributesOf = ({ metadata = '{}' }: Pick<StructField, 'metadata'>): Attributes =>
  (JSON.parse(metadata) as { readonly ml_attr?: Attributes }).ml_attr ?? {};
