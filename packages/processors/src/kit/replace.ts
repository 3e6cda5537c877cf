import { functions as F, type Column, type DataFrame, type StructType } from '@millrace/spark-connect';
import { requireColumn } from './columns.ts';
import { javaPattern, javaReplacement } from './regex.ts';
import { wrongType } from './wrong-type.ts';

/** The text column of a name. Throws a `FieldError` if it is not there or no text. */
export function requireText(schema: StructType, pattern: string, field: string): string {
  const { name, type } = requireColumn(schema, pattern, field);
  if (type.kind !== 'string')
    throw wrongType(
      { name, type },
      field,
      'must be STRING',
      'choose a string column, or cast the column to STRING before this node',
    );
  return name;
}

/** All matches replaced: Spark's `regexp_replace`, with pattern and replacement as Java reads them. */
export const replaceAll = (
  text: Column,
  pattern: string,
  replacement: string,
  field: string,
  engine: 'sail' | 'spark',
): Column =>
  F.call('regexp_replace', text, javaPattern(pattern, engine), javaReplacement(replacement, pattern, field, engine));

/** Applies the replacements in order, in place; rules of one column follow each other. */
export function replaceByPattern(
  input: DataFrame,
  schema: StructType,
  rules: readonly { readonly column: string; readonly pattern: string; readonly replacement: string }[],
  fields: { readonly column: string; readonly replacement: string },
  engine: 'sail' | 'spark',
): DataFrame {
  const values = new Map<string, Column>();
  for (const { column, pattern, replacement } of rules) {
    const name = requireText(schema, column, fields.column);
    values.set(
      name,
      replaceAll(values.get(name) ?? F.columnNamed(name), pattern, replacement, fields.replacement, engine),
    );
  }
  return values.size === 0 ? input : input.withColumns([...values]);
}
