import type { StructField } from '@millrace/spark-connect';
import { attributesOf } from '../kit/attributes.ts';
import { FieldError } from '../../kit/field-error.ts';

/** Throws a `FieldError` if the labels of its indices are not at a column, as Spark ML keeps them. */
export function requireLabels(column: StructField, field: string, remedy: string): void {
  if (attributesOf(column).vals === undefined)
    throw new FieldError(
      field,
      `column "${column.name}" in field "${field}" has no labels`,
      `choose the output column of a String Indexer, or ${remedy}`,
    );
}
