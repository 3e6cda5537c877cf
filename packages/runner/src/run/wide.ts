import type { Relation } from '@millrace/spark-connect/proto';

type Kind = NonNullable<Relation['relType']['case']>;

/** Relations that see many rows at once: worth computing only once. */
const wideKinds: ReadonlySet<Kind> = new Set<Kind>([
  'join',
  'aggregate',
  'sort',
  'deduplicate',
  'setOp',
  'sample',
  'sql',
  'withRelations',
  'unpivot',
  'transpose',
  'summary',
  'crosstab',
  'sampleBy',
  'repartition',
  'repartitionByExpression',
]);

/** Relations that give one row for each row of their input, whatever they compute. */
const rowKeepingKinds: ReadonlySet<Kind> = new Set<Kind>([
  'withColumns',
  'withColumnsRenamed',
  'drop',
  'toDf',
  'toSchema',
  'subqueryAlias',
  'hint',
  'fillNa',
  'replace',
  'sort',
  'repartition',
  'repartitionByExpression',
]);

const inputOf = (relation: Relation): Relation | undefined => {
  const value = relation.relType.value;
  return value !== undefined && 'input' in value ? (value.input as Relation | undefined) : undefined;
};

/** Relations from `root` down to (not including) the first of `inputs` along the single-input chain. */
function* chain(root: Relation, inputs: ReadonlySet<Relation>): Generator<Relation> {
  for (let at: Relation | undefined = root; at !== undefined && !inputs.has(at); at = inputOf(at)) yield at;
}

/** True where something between the node's inputs and its output is wide. */
export function isWide(root: Relation, inputs: readonly Relation[]): boolean {
  for (const relation of chain(root, new Set(inputs)))
    if (relation.relType.case !== undefined && wideKinds.has(relation.relType.case)) return true;
  return false;
}

/** Longest chain of relations that is handed to an engine as one plan: engines walk plans by recursion. */
const deepest = 32;

/** True where a plan has grown so deep that its rows are better kept before it goes on. */
export function isDeep(root: Relation): boolean {
  let depth = 0;
  for (const _ of chain(root, none)) if (++depth > deepest) return true;
  return false;
}

const none: ReadonlySet<Relation> = new Set();

/** The input whose row count the output has by construction, if there is one. */
export function sameRowsAs(root: Relation, inputs: readonly Relation[]): Relation | undefined {
  let last = root;
  for (const relation of chain(root, new Set(inputs))) {
    last = relation;
    if (relation.relType.case === undefined || !rowKeepingKinds.has(relation.relType.case)) return undefined;
  }
  if (inputs.includes(root)) return root;
  const below = inputOf(last);
  return below !== undefined && inputs.includes(below) ? below : undefined;
}

/** Relations that hand the order of their input on. */
const orderKeepingKinds: ReadonlySet<Kind> = new Set<Kind>([
  'project',
  'filter',
  'withColumns',
  'withColumnsRenamed',
  'drop',
  'toDf',
  'toSchema',
  'subqueryAlias',
  'hint',
  'fillNa',
  'dropNa',
  'replace',
]);

/** True where the rows were put into an order: by a sort, or by a query that orders. Errs to true. */
export function isSorted(root: Relation): boolean {
  let at: Relation | undefined = root;
  while (at !== undefined) {
    const { relType }: Relation = at;
    if (relType.case === 'sort') return true;
    if (relType.case === 'sql') return /\b(order|sort)\s+by\b/i.test(relType.value.query);
    if (relType.case === 'withRelations') at = relType.value.root;
    else if (relType.case !== undefined && orderKeepingKinds.has(relType.case)) at = inputOf(at);
    else return false;
  }
  return false;
}
