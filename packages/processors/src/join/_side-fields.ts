import { functions as F, types, type Column, type DataType, type StructType } from '@millrace/spark-connect';
import { castOrNull } from '../kit/cast.ts';
import { requireColumn, requireColumns } from '../kit/columns.ts';
import type { RunContext } from '../contract/context.ts';

/** How one side of a join is to come out. */
export interface SideChoice {
  /** Columns to take, cast and renamed; none: all. */
  readonly selection: readonly {
    readonly column: string;
    readonly type: DataType | undefined;
    readonly name: string | undefined;
  }[];
  /** Take the columns that are not chosen as well, after those. */
  readonly others: boolean;
  readonly dropped: readonly string[];
  /** Names of the stored fields, for messages. */
  readonly fields: { readonly selection: string; readonly dropped: string; readonly type: string };
}

/** A column of the output of a side: its name and which of the side's columns it is made of. */
export interface SideColumn {
  readonly name: string;
  readonly from: number;
  readonly type: DataType | undefined;
}

/** The output columns of a side. Throws a `FieldError` for a column that is not there. */
export function sideColumns(schema: StructType, { selection, others, dropped, fields }: SideChoice): SideColumn[] {
  const droppedPositions = new Set(requireColumns(schema, dropped, fields.dropped).map((c) => c.index));
  const columns = selection.map(({ column, type, name }): SideColumn => {
    const field = requireColumn(schema, column, fields.selection);
    return { name: name?.trim() || field.name, from: field.index, type };
  });
  const all = schema.fields.map((f, from): SideColumn => ({ name: f.name, from, type: undefined }));
  const rest = columns.length === 0 ? all : others ? all.filter((c) => !columns.some((t) => t.from === c.from)) : [];
  return [...columns, ...rest].filter((c) => !droppedPositions.has(c.from));
}

/** A side's column, cast as asked. */
export function sideValue(
  { from, type }: SideColumn,
  columns: readonly Column[],
  schema: StructType,
  field: string,
  engine: RunContext['engine'],
): Column {
  const [column = F.lit(null), own] = [columns[from], schema.fields[from]];
  if (type === undefined || own === undefined) return column;
  return castOrNull(column, { from: own.type ?? types.void, to: type, name: own.name, field, engine });
}
