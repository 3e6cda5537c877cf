import type { Relation } from '@millrace/spark-connect/proto';
import { type Apart, newNotes, type Notes, type TableInfo } from '@millrace/spark-sql/analyse';
import type { FileFacts, PlanContext } from './plan-context.ts';
import { sourceBelow, sourceOf } from './plan-relation.ts';
import { withChanges } from './with-changes.ts';

/** What the analysis of a plan may lean on. */
export type PlanFacts = {
  /** What relations stand for that are analysed already: the inputs of a node, checkpoints. The walk stops there. */
  relationTables?: ReadonlyMap<Relation, TableInfo>;
  /** True if Sail works on one partition, and so keeps the order of rows through projections and filters. */
  keepsOrder?: boolean;
  /** What is known of the files of a `read` relation. */
  source?: (read: Relation) => FileFacts | undefined;
  /** True if the run checks whether rows tie at the LIMIT of the query that the plan is. */
  checksCut?: boolean;
};

export type { FileFacts };

/** The constructs of a plan by key, and the table that it gives. */
export type PlanConstructs = {
  keys: string[];
  table: TableInfo;
  /** Nodes whose sort must leave no ties, and among how many of its first rows. */
  noTies: ReadonlyMap<string, number>;
  /** What may not tie among the rows of the inputs. */
  apart: readonly Apart[];
};

/**
 * The constructs of a compiled plan (down to the known relations) as sorted keys of the compatibility matrix, in the same words
 * as those of SQL, and the columns and row order of its result. Columns that only the engine can tell are `unknown`,
 * and no key about them is ever verified.
 */
export function constructsOfPlan(relation: Relation, facts: PlanFacts = {}): PlanConstructs {
  const { keys, table, noTies, apart } = analysePlan(relation, facts);
  return { keys, table, noTies, apart };
}

/**
 * The plan as Sail needs it to give Spark's rows, where Spark sees no difference (see `rewriteForSail`): its SQL texts
 * and expression strings are rewritten, fractions to sort by have one zero. Gives the same relation if nothing is to be changed.
 */
export function preparePlanForSail(
  relation: Relation,
  facts: PlanFacts = {},
): { relation: Relation; changes: string[] } {
  const { splices, oneZero } = analysePlan(relation, facts);
  const bySource = Map.groupBy(splices.filter((s) => s.source), (s) => s.source); // prettier-ignore
  const texts = new Map([...bySource].flatMap(([source, list]) => (source ? [[source, list] as const] : [])));
  return withChanges(relation, texts, oneZero);
}

function analysePlan(
  relation: Relation,
  { relationTables = new Map(), source, keepsOrder = false, checksCut = false }: PlanFacts,
): PlanConstructs & Pick<Notes, 'splices' | 'oneZero' | 'noTies' | 'apart'> {
  const notes = newNotes();
  const context: PlanContext = {
    relationTables,
    source,
    keepsOrder,
    root: checksCut ? relation : undefined,
    notes,
    visibleColumns: new Map(),
    tables: new Map(),
    walk: (input) => sourceBelow(input, context),
  };
  const { columns, order, unique, sortKeys, sortedBy, cut } = sourceOf(relation, context);
  const table: TableInfo = {
    columns: columns.filter((c) => !('hidden' in c && c.hidden)).map(({ name, type }) => ({ name, type })),
    order,
    unique,
    sortKeys,
    sortedBy,
    ...(cut === undefined ? {} : { cut }),
  };
  return {
    keys: [...notes.keys].toSorted(),
    table,
    splices: notes.splices,
    oneZero: notes.oneZero,
    noTies: notes.noTies,
    apart: notes.apart,
  };
}
