import type { Expr, Query, WindowSpec } from '../ast/ast.ts';
import type { Notes } from './notes.ts';
import type { Schema, SparkType } from '../ast/types.ts';

/**
 * A column that names may refer to; `hidden` ones answer only to their qualifier (the doubles behind USING).
 * `plans`: ids of the plan nodes that have it in their output.
 */
export type ScopeColumn = {
  qualifier?: string;
  name: string;
  type: SparkType;
  hidden?: boolean;
  plans?: ReadonlySet<bigint>;
};

/**
 * How the rows of a relation stand: in an order of Spark's that Sail may not keep (`none`); in no order that Spark promises,
 * as groups, joins and distinct rows do that nothing sorts (`free`); the one order of a small input with a single partition
 * (`input`); sorted, perhaps with ties (`ties`); sorted by keys that differ between all rows (`total`).
 */
export type RowOrder = 'none' | 'free' | 'input' | 'ties' | 'total';

/**
 * A table as the analysis knows it. `unique`: lower-case names of columns that together tell its rows apart.
 * `below`: the sort stands below projections and filters, through which an engine must carry the order.
 * `sortKeys`: columns that tell whether rows tie under the sort above them, where columns do.
 * `sortedBy`: the node whose sort may have left ties, if the run can find out. `isSortItself`: these are the rows of that
 * node, all of them. `cut`: the LIMIT at which no rows may tie, if the run finds out.
 * `rowsOf`: the input of the node that these are rows of, each at most once, with the columns by their names.
 */
export type TableInfo = {
  columns: Schema;
  order: RowOrder;
  unique?: string[];
  below?: boolean;
  sortKeys?: readonly string[] | undefined;
  sortedBy?: string | undefined;
  isSortItself?: boolean;
  cut?: number;
  rowsOf?: number;
};

/** What a relation of FROM adds to a scope. */
export type Source = { columns: readonly ScopeColumn[] } & Pick<
  TableInfo,
  'order' | 'unique' | 'sortKeys' | 'sortedBy' | 'isSortItself' | 'cut' | 'rowsOf'
>;

/** What a query gives: columns, order, and what its ORDER BY may refer to. */
export type QueryInfo = TableInfo & { correlated: boolean };

/** The result of a query's body, with the scope that stands behind its select list. */
export type BodyInfo = TableInfo & { scope: Scope; through?: boolean; simple?: boolean };

/** Analyses that stand in each other: a scope carries them, so that their files need not import each other in a circle. */
export type Rules = {
  readonly expression: (expr: Expr, scope: Scope) => SparkType;
  /** The table of a query that stands `at` a position. `outer`: what its names may mean in addition to its own columns. */
  readonly query: (query: Query, at: Scope, outer: Scope | undefined, columns: 'named' | 'nameless') => QueryInfo;
};

/** Where an expression stands: what its names may mean. */
export type Scope = {
  columns: readonly ScopeColumn[];
  /** Names that items of the same select list gave before. */
  aliases: Map<string, SparkType>;
  variables: Map<string, SparkType>;
  windows: Map<string, WindowSpec>;
  tables: Map<string, TableInfo & { name: string }>;
  notes: Notes;
  rules: Rules;
  /** The query around a subquery. */
  outer?: Scope;
  /** Set when a name was found in the query around; shared by all scopes of one query. */
  touch: { outer: boolean };
  /** Columns that together tell the rows of this SELECT apart (after grouping), if that is known. */
  unique?: string[];
  /** True inside WHERE, where engines turn IN and EXISTS into joins. */
  filtering?: boolean;
  /** The input of the node that the rows are those of; see {@link TableInfo}. */
  rowsOf?: number | undefined;
  /** True for the select list of a subquery in an expression: the names of its columns are not seen. */
  nameless?: boolean;
  /** Names of the group keys where the grouping is by sets, which changes what aggregates see. */
  groupingSets?: ReadonlySet<string>;
};

/** A scope without columns, for a query over these tables. */
export function newScope(tables: Scope['tables'], notes: Notes, rules: Rules, outer?: Scope): Scope {
  return {
    columns: [],
    aliases: new Map(),
    variables: new Map(),
    windows: new Map(),
    tables,
    notes,
    rules,
    outer,
    touch: { outer: false },
  };
}

export type ResolvedName = {
  type: SparkType;
  rest: string[];
  how: 'column' | 'variable' | 'alias' | 'outer';
  exact: boolean;
};

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Finds what a dotted name means; undefined when nothing or several columns fit. */
export function resolve(path: string[], scope: Scope, plan?: bigint): ResolvedName | undefined {
  const [first = '', second] = path;
  const variable = scope.variables.get(first.toLowerCase());
  if (variable) return { type: variable, rest: path.slice(1), how: 'variable', exact: true };
  if (second !== undefined) {
    const qualified = only(
      scope.columns.filter((c) => c.qualifier && same(c.qualifier, first) && same(c.name, second)),
    );
    if (qualified)
      return { type: qualified.type, rest: path.slice(2), how: 'column', exact: qualified.name === second };
  }
  const ofPlan = plan === undefined ? [] : scope.columns.filter((c) => c.plans?.has(plan) && same(c.name, first));
  const plain = ofPlan.length ? ofPlan : scope.columns.filter((c) => !c.hidden && same(c.name, first));
  const match = only(plain);
  if (match) return { type: match.type, rest: path.slice(1), how: 'column', exact: match.name === first };
  if (plain.length) return undefined;
  const alias = scope.aliases.get(first.toLowerCase());
  if (alias) return { type: alias, rest: path.slice(1), how: 'alias', exact: true };
  const outer = scope.outer && resolve(path, scope.outer);
  if (!outer) return undefined;
  scope.touch.outer = true;
  return { ...outer, how: 'outer' };
}

const only = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined);
