import {
  functions as F,
  type Column,
  type DataFrame,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import { FieldError } from './field-error.ts';

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The column of a name, case ignored as Spark does. Throws a `FieldError` if there is none or more than one. */
export function requireColumn(
  schema: StructType,
  name: string,
  field: string,
): StructField & { readonly index: number } {
  const matches = schema.fields.flatMap((f, index) => (sameName(f.name, name) ? [{ ...f, index }] : []));
  const [first] = matches;
  if (first === undefined)
    throw new FieldError(
      field,
      `unknown column "${name}" in field "${field}": the input has ${listNames(schema)}`,
      'choose a column of the input',
    );
  if (matches.length > 1)
    throw new FieldError(
      field,
      `ambiguous column "${name}" in field "${field}": the input has ${matches.length} columns of that name`,
      'rename all but one of them before this node',
    );
  return first;
}

/** Throws a `FieldError` that names the first column that the schema does not have (or has more than once). */
export const requireColumns = (
  schema: StructType,
  names: readonly string[],
  field: string,
): (StructField & { readonly index: number })[] => names.map((name) => requireColumn(schema, name, field));

const listNames = (schema: StructType): string => {
  const names = schema.fields.map((f) => f.name);
  if (names.length === 0) return 'no columns';
  return names.length > 12 ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more` : names.join(', ');
};

/**
 * The input under names that are unique (`<prefix>0`, `<prefix>1`, …), and its columns by position: so that equal
 * names, and a table joined with itself, stay distinct. Give the names back with `alias`.
 */
export function byPosition(
  input: DataFrame,
  schema: StructType,
  prefix: string,
): { readonly rows: DataFrame; readonly columns: readonly Column[] } {
  const names = schema.fields.map((_, i) => `${prefix}${i}`);
  return { rows: input.toDF(...names), columns: names.map((name) => F.columnNamed(name)) };
}

/** Makes names unique, case ignored: a name that is taken already gets `suffix`, then `suffix` and a number. */
export function uniqueNames(names: readonly string[], suffix: string): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let n = 1; usedNames.has(free.toLowerCase()); n++) free = `${name}${suffix}${n === 1 ? '' : n}`;
    usedNames.add(free.toLowerCase());
    return free;
  });
}
