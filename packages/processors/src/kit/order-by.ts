import { functions as F, type Column, type StructType } from '@millrace/spark-connect';
import { requireColumn } from './columns.ts';
import { missing } from './field-shape.ts';
import type { RunContext } from '../contract/context.ts';
import { oneZero } from './zero.ts';

type Engine = RunContext['engine'];

/** Parts of a text between commas, except those inside brackets and quotes. */
function parts(text: string): string[] {
  const items = text.match(/(?:`(?:[^`]|``)*`|'[^']*'|"[^"]*"|\((?:[^()]|\([^()]*\))*\)|[^,])+/g) ?? [];
  return items.map((part) => part.trim()).filter((part) => part !== '');
}

const unquote = (name: string): string =>
  /^`(?:[^`]|``)*`$/.test(name) ? name.slice(1, -1).replaceAll('``', '`') : name;
const isWord = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text);

/** A column of the schema by its name (in backticks or not), else a Spark SQL expression. */
function columnOf(text: string, schema: StructType, field: string, engine: Engine): Column {
  const name = unquote(text);
  const isColumn = schema.fields.some((f) => f.name.toLowerCase() === name.toLowerCase());
  if (isColumn || name !== text || isWord(text)) {
    const column = requireColumn(schema, name, field);
    return oneZero(F.columnNamed(column.name), column.type, engine);
  }
  return F.expr(text);
}

/** Columns written with commas between: `city, year(day)`. Throws a `FieldError` for a column that is not there. */
export const columnList = (text: string | undefined, schema: StructType, field: string, engine: Engine): Column[] =>
  parts(text ?? '').map((part) => columnOf(part, schema, field, engine));

/**
 * Sort keys as SQL writes them: `age DESC, name`, with `NULLS FIRST` or `NULLS LAST`. Without these, nulls come first
 * when ascending and last when descending, as Spark does.
 */
export function sortKeys(text: string | undefined, schema: StructType, field: string, engine: Engine): Column[] {
  return parts(text ?? '').map((part) => {
    const match = /^([\s\S]*?)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/i.exec(part);
    const [, name = part, direction = 'asc', nulls] = match ?? [];
    return sortKey(
      columnOf(name.trim(), schema, field, engine),
      direction.toLowerCase() === 'desc',
      nulls?.toLowerCase(),
    );
  });
}

/** The same, if no key at all is an error. */
export function requireSortKeys(text: string | undefined, schema: StructType, field: string, engine: Engine): Column[] {
  const keys = sortKeys(text, schema, field, engine);
  if (keys.length === 0) throw missing(field, 'enter the columns to sort by, such as age DESC, name');
  return keys;
}

export const sortKey = (column: Column, descending: boolean, nulls?: string): Column => {
  if (descending) return nulls === 'first' ? column.descNullsFirst() : column.desc();
  return nulls === 'last' ? column.ascNullsLast() : column.asc();
};
