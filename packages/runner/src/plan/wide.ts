import type { Relation } from '@millrace/spark-connect/proto';
import { inputsOfRelation, relationsOf } from '@millrace/spark-connect/visit';
import { has } from './relation-traits.ts';

/** The only input of a relation that has one. */
export const inputOf = (relation: Relation): Relation | undefined => {
  const value = relation.relType.value;
  return value !== undefined && 'input' in value ? (value.input as Relation | undefined) : undefined;
};

/** Relations from `root` down to (not including) the first of `inputs` along the single-input chain. */
function* chain(root: Relation, inputs: ReadonlySet<Relation>): Generator<Relation> {
  for (let at: Relation | undefined = root; at !== undefined && !inputs.has(at); at = inputOf(at)) yield at;
}

/** True if something between the node's inputs and its output is wide. */
export function isWide(root: Relation, inputs: readonly Relation[]): boolean {
  for (const relation of chain(root, new Set(inputs))) if (has(relation, 'wide')) return true;
  return false;
}

/**
 * Longest chain of relations that is handed to an engine as one plan: engines walk plans by recursion. Sail crashes
 * (SIGSEGV) at some 280 filters or 3,000 brackets; SQL that deep still ends it.
 */
export const deepest = 32;

/** True if a plan has grown so deep that its rows are better materialized before it goes on. */
export const isDeep = (root: Relation, maxDepth = deepest): boolean => depthOfPlan(root) > maxDepth;

const none: ReadonlySet<Relation> = new Set();

const depths = new WeakMap<Relation, number>();

/**
 * Relations on the longest way down a plan, through queries in SQL and all inputs, to (not including) `until`. Looks at
 * each relation once.
 */
export function depthOfPlan(
  root: Relation,
  until = none,
  cache: WeakMap<Relation, number> = until.size === 0 ? depths : new WeakMap(),
): number {
  if (until.has(root)) return 0;
  const cached = cache.get(root);
  if (cached !== undefined) return cached;
  const depth = 1 + Math.max(0, ...inputsOfRelation(root).map((input) => depthOfPlan(input, until, cache)));
  cache.set(root, depth);
  return depth;
}

const sizes = new WeakMap<Relation, number>();

/** How many relations a plan holds as it is sent: one that two others read is sent twice. Looks at each relation once. */
export function sizeOfPlan(root: Relation): number {
  const cached = sizes.get(root);
  if (cached !== undefined) return cached;
  const size = inputsOfRelation(root).reduce((sum, input) => sum + sizeOfPlan(input), 1);
  sizes.set(root, size);
  return size;
}

/** The input whose row count the output has by construction, if there is one. */
export function sameRowsAs(root: Relation, inputs: readonly Relation[]): Relation | undefined {
  let last = root;
  for (const relation of chain(root, new Set(inputs))) {
    last = relation;
    if (!has(relation, 'rows')) return undefined;
  }
  if (inputs.includes(root)) return root;
  const below = inputOf(last);
  return below !== undefined && inputs.includes(below) ? below : undefined;
}

/** What a query in SQL that sorts says. */
const sorts = /\b(order|sort)\s+by\b/i;

/**
 * True if the rows were put into an order: by a sort, by a query that orders, or in one of `sorted` below. Errs to
 * true.
 */
export function isSorted(root: Relation, sorted: ReadonlySet<Relation> = new Set()): boolean {
  let at: Relation | undefined = root;
  while (at !== undefined) {
    const { relType }: Relation = at;
    if (relType.case === 'sort' || sorted.has(at)) return true;
    if (relType.case === 'sql') return sorts.test(relType.value.query);
    if (relType.case === 'withRelations') at = relType.value.root;
    else if (has(at, 'order')) at = inputOf(at);
    else return false;
  }
  return false;
}

/** True if something in a plan puts rows into an order over all of them, at whatever depth. */
export const sortsAnywhere = (root: Relation): boolean =>
  relationsOf(root).some(
    ({ relType }) =>
      relType.case === 'sort' ||
      relType.case === 'repartitionByExpression' ||
      (relType.case === 'sql' && sorts.test(relType.value.query)),
  );
