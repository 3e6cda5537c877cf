import { columnNamed, namedColumn, toColumn, type ColumnLike, type ColumnOrName } from '../column.ts';
import { SparkError } from '../errors.ts';
import { typeToProto } from '../proto-types.ts';
import type { Relation } from '../proto.ts';
import { relation } from '../relation.ts';
import type { StructType } from '../types.ts';

/** New columns by name, in order. */
export type NewColumns = Readonly<Record<string, ColumnLike>> | readonly (readonly [string, ColumnLike])[];

/** SELECT. */
export const project = (input: Relation, columns: readonly ColumnOrName[]): Relation =>
  relation({ case: 'project', value: { input, expressions: columns.map((c) => namedColumn(c).expression) } });

/** Columns added, or put in place of those of the same name. Throws a `SparkError` for a name that is given twice, case ignored. */
export function withColumns(input: Relation, columns: NewColumns): Relation {
  const entries = Array.isArray(columns) ? (columns as (readonly [string, ColumnLike])[]) : Object.entries(columns);
  const lower = entries.map(([name]) => name.toLowerCase());
  const twice = entries.find(([name], i) => lower.indexOf(name.toLowerCase()) < i);
  if (twice !== undefined)
    throw new SparkError(`the new column "${twice[0]}" is specified twice`, { errorClass: 'COLUMN_ALREADY_EXISTS' });
  const aliases = entries.map(([name, column]) => ({ expr: toColumn(column).expression, name: [name] }));
  return relation({ case: 'withColumns', value: { input, aliases } });
}

/** Columns with new names, by their old ones. */
export function withColumnsRenamed(input: Relation, names: Readonly<Record<string, string>>): Relation {
  const renames = Object.entries(names).map(([colName, newColName]) => ({ colName, newColName }));
  return relation({ case: 'withColumnsRenamed', value: { input, renames } });
}

/** A column with metadata, a JSON text. */
export function withMetadata(input: Relation, name: string, metadata: string): Relation {
  const aliases = [{ expr: columnNamed(name).expression, name: [name], metadata }];
  return relation({ case: 'withColumns', value: { input, aliases } });
}

/** New names for all columns, by position. */
export const withNames = (input: Relation, columnNames: string[]): Relation =>
  relation({ case: 'toDf', value: { input, columnNames } });

/** Columns reordered, cast and null-checked to a schema by name. */
export const toSchema = (input: Relation, schema: StructType): Relation =>
  relation({ case: 'toSchema', value: { input, schema: typeToProto(schema) } });

/** Without some columns; a name that is not there is ignored. */
export const drop = (input: Relation, columns: readonly ColumnOrName[]): Relation =>
  relation({
    case: 'drop',
    value: {
      input,
      columnNames: columns.filter((c) => typeof c === 'string'),
      columns: columns.filter((c) => typeof c !== 'string').map((c) => c.expression),
    },
  });

/** Which columns are unpivoted. */
export interface UnpivotColumns {
  readonly ids: readonly ColumnOrName[];
  /** Undefined for all that are not ids. */
  readonly values: readonly ColumnOrName[] | undefined;
  readonly variableColumnName: string;
  readonly valueColumnName: string;
}

/** Columns to rows: ids stay, each value column becomes a (name, value) row. */
export const unpivot = (input: Relation, { ids, values, ...names }: UnpivotColumns): Relation =>
  relation({
    case: 'unpivot',
    value: {
      input,
      ids: ids.map((c) => namedColumn(c).expression),
      values: values && { values: values.map((c) => namedColumn(c).expression) },
      ...names,
    },
  });

/** Rows to columns, which are named by the values of one column, the first if none is named. */
export function transpose(input: Relation, indexColumn: ColumnOrName | undefined): Relation {
  const indexColumns = indexColumn === undefined ? [] : [namedColumn(indexColumn).expression];
  return relation({ case: 'transpose', value: { input, indexColumns } });
}
