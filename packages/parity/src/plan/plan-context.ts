import type { Relation } from '@millrace/spark-connect/proto';
import { emptyScope, type Notes, type Scope, type Source, type TableInfo } from '@millrace/spark-sql/analyse';

/**
 * What the caller knows of files that a plan reads: their columns (where the read has no schema), the order of their
 * rows, and whether they are plain: without quotes, escape characters and lines of blanks alone, so that the settings
 * for these make no difference.
 */
export type FileFacts = { table?: TableInfo; plain?: boolean };

/** What a walk over a plan knows and collects. */
export type PlanContext = {
  /** Tables that relations stand for: the inputs of a node, checkpoints. The walk stops at them. */
  relationTables: ReadonlyMap<Relation, TableInfo>;
  /** The columns and row order of a file read without a schema of its own, if the caller knows them. */
  source?: (read: Relation) => FileFacts | undefined;
  /** True if the engine works on one partition and so keeps the order of rows through projections and filters. */
  keepsOrder: boolean;
  /** The query in SQL whose LIMIT the run checks for rows that tie. */
  root?: Relation | undefined;
  notes: Notes;
  /** Columns that are seen of the first rows of a sort, by the relation that cuts them: lower-case names. */
  visibleColumns: Map<Relation, ReadonlySet<string>>;
  /** Named inputs of the SQL above. */
  tables: Scope['tables'];
  /** The walk itself, for inputs of relations. */
  walk: (relation: Relation | undefined) => Source;
};

/** A scope over a source's columns. */
export function scopeOver(source: Source, context: PlanContext): Scope {
  const scope = emptyScope(context.tables, context.notes);
  scope.columns = source.columns;
  scope.unique = source.unique;
  scope.rowsOf = source.rowsOf;
  return scope;
}

/** Columns that the walk could not tell: all that names them goes to Spark. */
export const opaque: Source = { columns: [], order: 'none' };

/**
 * A source whose rows went through a computation or filter since they were sorted: Sail keeps their order only where it
 * works on one partition.
 */
export function below(source: Source, { keepsOrder }: PlanContext): Source {
  const sorted = source.order === 'ties' || source.order === 'total';
  return sorted && !keepsOrder && source.unique?.length !== 0 ? { ...source, order: 'none' } : source;
}

/** True if each row has one position among the rows, whichever engine computes it; perhaps if a sort leaves no ties. */
export const orderIsFixed = (source: Source, context: PlanContext): boolean =>
  context.keepsOrder && (source.unique?.length === 0 || isFixed(source, context.notes));

/** Notes that the first rows of a sort must leave no ties: the most that anything asks for. */
export const forbidTies = (noTies: Map<string, number>, sort: string, rows: number): unknown =>
  noTies.set(sort, Math.max(rows, noTies.get(sort) ?? 0));

/**
 * True if the rows come in the same order on every engine, or the first `rows` of them. Notes the node whose sort must
 * leave no ties for it.
 */
export function isFixed(
  { order, sortedBy }: Pick<TableInfo, 'order' | 'sortedBy'>,
  { noTies }: Pick<Notes, 'noTies'>,
  rows = Infinity,
): boolean {
  if (order === 'ties' && sortedBy !== undefined) forbidTies(noTies, sortedBy, rows);
  return order === 'input' || order === 'total' || (order === 'ties' && sortedBy !== undefined);
}
