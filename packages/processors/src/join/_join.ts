import {
  functions as F,
  typeName,
  types,
  type Column,
  type DataFrame,
  type DataType,
  type JoinType,
  type StructType,
} from '@millrace/spark-connect';
import { asText, castOrNull } from '../kit/cast.ts';
import { byPosition, requireColumns, uniqueNames } from '../kit/columns.ts';
import { FieldError } from '../kit/field-error.ts';
import type { RunContext } from '../contract/context.ts';
import { commonType } from '../kit/widen.ts';
import { missing } from '../kit/field-shape.ts';
import { sqlTypeName } from '../kit/wrong-type.ts';

type Engine = RunContext['engine'];

/** A table that takes part in a join, with its schema. */
export interface Table {
  readonly rows: DataFrame;
  readonly schema: StructType;
}

/** A pair of columns that must be equal, by position in the left and in the right table. */
export type KeyPair = readonly [left: number, right: number];

/** Both tables under names of their own, joined: `left[i]` and `right[i]` are their columns by position. */
export interface JoinedRows {
  readonly rows: DataFrame;
  readonly left: readonly Column[];
  readonly right: readonly Column[];
}

/** The words of the interface. */
export const joinKinds = {
  inner: 'inner',
  outer: 'full_outer',
  leftouter: 'left_outer',
  left_outer: 'left_outer',
  rightouter: 'right_outer',
  right_outer: 'right_outer',
  leftsemi: 'left_semi',
  leftanti: 'left_anti',
} as const satisfies Record<string, JoinType>;
export type JoinKind = (typeof joinKinds)[keyof typeof joinKinds];

export const isOneSided = (kind: JoinKind): boolean => kind === 'left_semi' || kind === 'left_anti';

/**
 * Joins two tables, which may be the very same, on pairs of columns. A null equals nothing. Columns of different types
 * are compared as the type that holds both; text against another type by its value, and text without such a value
 * equals nothing. Throws a `FieldError` for types that cannot be compared.
 */
export function joinOn(
  left: Table,
  right: Table,
  pairs: readonly KeyPair[],
  kind: JoinKind,
  field: string,
  engine: Engine,
): JoinedRows {
  const [l, r] = [byPosition(left.rows, left.schema, '_l'), byPosition(right.rows, right.schema, '_r')];
  const equal = pairs.map(([i, j]) => {
    const [a, b] = comparable(sideOf(l.columns, left, i), sideOf(r.columns, right, j), field, engine);
    return a.eq(b);
  });
  const [first, ...others] = equal;
  if (first === undefined) throw missing(field, 'choose at least one pair of columns');
  return {
    rows: l.rows.join(
      r.rows,
      others.reduce((all, e) => all.and(e), first),
      kind,
    ),
    left: l.columns,
    right: r.columns,
  };
}

interface Side {
  readonly column: Column;
  readonly type: DataType;
  readonly name: string;
}
const sideOf = (columns: readonly Column[], { schema }: Table, i: number): Side => ({
  column: columns[i] ?? F.lit(null),
  type: schema.fields[i]?.type ?? types.void,
  name: schema.fields[i]?.name ?? '',
});

/** Two columns as the type in which Spark compares them under ANSI. */
function comparable(a: Side, b: Side, field: string, engine: Engine): readonly [Column, Column] {
  if (typeName(a.type) === typeName(b.type)) return [a.column, b.column];
  const to = comparisonType(a.type, b.type);
  if (to === undefined)
    throw new FieldError(
      field,
      `cannot compare column "${a.name}" of type ${sqlTypeName(a.type)} with column "${b.name}" of type ${sqlTypeName(b.type)}`,
      'cast one of the columns before this node',
    );
  const as = ({ column, type, name }: Side): Column =>
    typeName(type) === typeName(to) ? column : castOrNull(column, { from: type, to, name, field, engine });
  return [as(a), as(b)];
}

/** Source: Spark SQL, "ANSI Compliance": text is read as the other side's type, whole numbers as bigint. */
function comparisonType(a: DataType, b: DataType): DataType | undefined {
  const other = a.kind === 'string' ? b : b.kind === 'string' ? a : undefined;
  if (other === undefined) return commonType(a, b);
  if (['byte', 'short', 'integer', 'long'].includes(other.kind)) return types.long;
  if (['float', 'double', 'decimal'].includes(other.kind)) return types.double;
  return commonType(a, b) === undefined ? undefined : other;
}

/** Names for the columns of both sides: a right one whose name is taken gets `_right`. */
export const outputNames = (left: StructType, right: StructType): string[] => {
  const own = left.fields.map((f) => f.name);
  const names = uniqueNames([...uniqueNames(own, '_left'), ...right.fields.map((f) => f.name)], '_right');
  return [...own, ...names.slice(own.length)];
};

/**
 * Joins on columns of the same name: the key columns once and first, then the left table's others, then the right
 * table's. The key of a row that only the right side has is the right side's, as Spark does.
 */
export function joinUsing(
  left: Table,
  right: Table,
  keys: readonly string[],
  kind: JoinKind,
  field: string,
  engine: Engine,
): Table {
  const l = requireColumns(left.schema, keys, field);
  const r = requireColumns(right.schema, keys, field);
  const pairs = l.map((key, i): KeyPair => [key.index, r[i]?.index ?? 0]);
  const join = joinOn(left, right, pairs, kind, field, engine);
  const others = (schema: StructType, keys: readonly { index: number }[]): number[] =>
    schema.fields.map((_, i) => i).filter((i) => !keys.some((t) => t.index === i));
  const columns = [
    ...l.map((key, i) => ({ ...key, ...keyOf(join, key, r[i] ?? key, kind, engine) })),
    ...others(left.schema, l).map((i) => ({ ...left.schema.fields[i], column: join.left[i] })),
    ...(isOneSided(kind)
      ? []
      : others(right.schema, r).map((i) => ({ ...right.schema.fields[i], column: join.right[i] }))),
  ];
  const names = uniqueNames(
    columns.map((m) => m.name ?? ''),
    '_right',
  );
  return {
    rows: join.rows.select(...columns.map((m, i) => (m.column ?? F.lit(null)).alias(names[i] ?? ''))),
    schema: types.struct(columns.map((m, i) => types.field(names[i] ?? '', m.type ?? types.void))),
  };
}

interface Key {
  readonly index: number;
  readonly type: DataType;
}

/**
 * The key of both sides as one column. Where rows of both stay, it holds the keys of both: text and another type become text,
 * as in Spark without ANSI, for not every text is a value of the other type.
 */
function keyOf(
  { left, right }: JoinedRows,
  l: Key,
  r: Key,
  kind: JoinKind,
  engine: Engine,
): { column: Column; type: DataType } {
  const [a = F.lit(null), b = F.lit(null)] = [left[l.index], right[r.index]];
  if (kind === 'right_outer') return { column: b, type: r.type };
  if (kind !== 'full_outer') return { column: a, type: l.type };
  if (typeName(l.type) === typeName(r.type)) return { column: F.coalesce(a, b), type: l.type };
  if (l.type.kind === 'string' || r.type.kind === 'string')
    return { column: F.coalesce(asText(a, l.type, engine), asText(b, r.type, engine)), type: types.string };
  const type = comparisonType(l.type, r.type) ?? l.type;
  const values = [a, b].map((c, i) => (typeName([l, r][i]?.type ?? type) === typeName(type) ? c : c.tryCast(type)));
  return { column: F.coalesce(...values), type };
}
