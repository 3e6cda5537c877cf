import { withOneZero } from '@millrace/processors';
import { DataFrame, functions as F, type Column, type StructField, type StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { noLimit } from './in-order.ts';
import { withOneMore } from '@millrace/spark-sql';

/** Rows tie under a sort, and are shown in the order that Spark leaves them in. */
export class TiesError extends Error {
  constructor(nodeName: string, what: 'the sort' | 'a window' = 'the sort') {
    super(`rows tie under ${what} of node "${nodeName}", and the order in which Spark returns them matters`);
  }
}

/** How rows are sorted: by which columns, and how many of them a LIMIT takes at which no rows may tie. */
export interface SortedBy {
  readonly columns: readonly string[];
  readonly cut: number | undefined;
}

/** A sort that must leave no ties, among so many of its first rows. */
export interface TieFree extends SortedBy {
  readonly rows: number;
}

/** The outputs whose sort must leave no ties. */
export type NoTies = ReadonlyMap<string, TieFree>;

/** What an output of a node is called in {@link NoTies}. */
export const outputKey = (nodeId: string, output: number): string => `${nodeId}/${output}`;

/** Types by which every engine groups rows in the same way. */
const comparable: ReadonlySet<string> = new Set([
  'boolean',
  'byte',
  'short',
  'integer',
  'long',
  'float',
  'double',
  'decimal',
  'string',
  'binary',
  'date',
  'timestamp',
  'timestamp_ntz',
]);

/** True if {@link haveTies} can find ties among rows of these columns. */
export const tiesAreDetectable = ({ fields }: StructType): boolean =>
  fields.every(({ type }) => comparable.has(type.kind)) &&
  new Set(fields.map(({ name }) => name.toLowerCase())).size === fields.length;

/**
 * True if rows that are not the same tie under a sort. Where only the first rows count, ties behind them do not: but of
 * rows that are the same there, one may tie with another behind them.
 */
export async function haveTies(
  rows: DataFrame,
  { fields }: StructType,
  { columns: sortKeys, rows: first }: TieFree,
  signal: AbortSignal,
): Promise<boolean> {
  if (first === 0) return false;
  const checkTies = (df: DataFrame): Promise<boolean> => areTied(df, fields, sortKeys, signal);
  if (first < noLimit && !(await checkTies(rows.limit(first)))) return false;
  if (!(await checkTies(rows))) return false;
  // grouping knows one zero, a reader sees two: every fraction is also compared by its text
  const casts = fields.flatMap((field, i) =>
    isFraction(field.type.kind) ? [column(field).cast('string').alias(`shown ${i}`)] : [],
  );
  return checkTies(rows.select(...fields.map(column), ...casts).distinct());
}

/**
 * True if the last row that a query takes ties with the one behind it: which of them it takes is then up to the engine.
 * `materialized` are the rows that it has taken, `query` makes them.
 */
export async function areTiedAtCut(
  materialized: DataFrame,
  query: DataFrame,
  { fields }: StructType,
  { columns, cut = 0 }: TieFree,
  signal: AbortSignal,
): Promise<boolean> {
  const more = cut === 0 ? undefined : oneMore(query);
  if (more === undefined) return false;
  const { rows } = await materialized.agg(F.count().alias('rows')).table({ signal });
  if (Number(rows[0]?.[0] ?? 0) < cut) return false;
  return areTied(more.offset(cut - 1), fields, columns, signal);
}

/** A query in SQL with one row more than its LIMIT takes. */
function oneMore({ session, relation }: DataFrame): DataFrame | undefined {
  const longer = relationWithOneMore(relation);
  return longer && new DataFrame(session, longer);
}

function relationWithOneMore(relation: Relation): Relation | undefined {
  const { relType } = relation;
  if (relType.case === 'sql') {
    const query = withOneMore(relType.value.query);
    return query === undefined
      ? undefined
      : { ...relation, relType: { case: 'sql', value: { ...relType.value, query } } };
  }
  if (relType.case !== 'withRelations' || relType.value.root === undefined) return undefined;
  const root = relationWithOneMore(relType.value.root);
  return root === undefined
    ? undefined
    : { ...relation, relType: { case: 'withRelations', value: { ...relType.value, root } } };
}

const isFraction = (kind: string): kind is 'double' | 'float' => kind === 'double' || kind === 'float';
const column = ({ name }: StructField): Column => F.columnNamed(name);

/** True if rows tie under a sort by these columns, the same or not. */
async function areTied(
  rows: DataFrame,
  fields: readonly StructField[],
  sortKeys: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const keyNames = new Set(sortKeys.map((name) => name.toLowerCase()));
  const keys = fields
    .filter(({ name }) => keyNames.has(name.toLowerCase()))
    .map((field) => (isFraction(field.type.kind) ? withOneZero(column(field), field.type.kind) : column(field)))
    .map((key, i) => key.alias(`key ${i}`));
  const groups = rows.select(...keys).groupBy(...keys.map((_, i) => F.columnNamed(`key ${i}`)));
  const many = groups.agg(F.count().alias('rows')).filter(F.columnNamed('rows').gt(1));
  return (await many.limit(1).table({ signal })).rows.length > 0;
}
