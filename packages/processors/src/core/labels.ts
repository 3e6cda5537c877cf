import type { StructField } from '@millrace/spark-connect';
import { FieldError } from './field-error.ts';

/** Throws a `FieldError` where nobody has left the labels of its indices with a column, as Spark ML keeps them. */
export function requireLabels({ name, metadata = '{}' }: StructField, field: string): void {
  const { ml_attr: attribute } = JSON.parse(metadata) as { ml_attr?: { readonly vals?: readonly string[] } };
  if (attribute?.vals === undefined)
    throw new FieldError(
      field,
      `"${field}" names the column "${name}", which has no labels with it`,
      'choose the output column of a String Indexer',
    );
}
