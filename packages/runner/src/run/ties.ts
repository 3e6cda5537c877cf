import { withOneZero } from '@millrace/processors';
import { functions as F, type DataFrame, type StructType } from '@millrace/spark-connect';
import { noLimit } from './in-order.ts';

/** Rows tie under a sort, and where they are shown the order counts that Spark leaves them in. */
export class TiesError extends Error {
  constructor(nodeName: string) {
    super(`rows tie under the sort of node "${nodeName}", and Spark's order of them counts`);
  }
}

/** A sort that must leave no ties: the columns that it sorts by, and among how many of its first rows. */
export interface TieFree {
  readonly columns: readonly string[];
  readonly rows: number;
}

/** The outputs whose sort must leave no ties. */
export type NoTies = ReadonlyMap<string, TieFree>;

/** What an output of a node is called in {@link NoTies}. */
export const outputKey = (nodeId: string, output: number): string => `${nodeId}/${output}`;

/** Types of which rows can be grouped alike on every engine. */
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

/** True where {@link haveTies} can tell. */
export const tiesCanBeTold = ({ fields }: StructType): boolean =>
  fields.every(({ type }) => comparable.has(type.kind)) &&
  new Set(fields.map(({ name }) => name.toLowerCase())).size === fields.length;

/**
 * True where rows that are not the same tie under a sort. Where only the first rows count, ties behind them do not: but of
 * rows that are the same there, one may tie with another behind them.
 */
export async function haveTies(
  rows: DataFrame,
  { fields }: StructType,
  { columns: sortKeys, rows: first }: TieFree,
  signal: AbortSignal,
): Promise<boolean> {
  const column = ({ name }: StructType['fields'][number]) => F.columnNamed(name);
  const isFraction = (kind: string): kind is 'double' | 'float' => kind === 'double' || kind === 'float';
  const wanted = new Set(sortKeys.map((name) => name.toLowerCase()));
  const keys = fields
    .filter(({ name }) => wanted.has(name.toLowerCase()))
    .map((field) => (isFraction(field.type.kind) ? withOneZero(column(field), field.type.kind) : column(field)))
    .map((key, i) => key.alias(`key ${i}`));
  const tied = async (df: DataFrame): Promise<boolean> => {
    const groups = df.select(...keys).groupBy(...keys.map((_, i) => F.columnNamed(`key ${i}`)));
    const many = groups.agg(F.count().alias('rows')).filter(F.columnNamed('rows').gt(1));
    return (await many.limit(1).table({ signal })).rows.length > 0;
  };
  if (first < noLimit && !(await tied(rows.limit(first)))) return false;
  if (!(await tied(rows))) return false;
  // grouping knows one zero, a reader sees two: every fraction is also compared by its text
  const asShown = fields.flatMap((field, i) =>
    isFraction(field.type.kind) ? [column(field).cast('string').alias(`shown ${i}`)] : [],
  );
  return tied(rows.select(...fields.map(column), ...asShown).distinct());
}
