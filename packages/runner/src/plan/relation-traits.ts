import type { Relation } from '@millrace/spark-connect/proto';
import type { RelationKind } from '@millrace/spark-connect/visit';

/**
 * What kinds of relations do to the rows of their input. `wide`: they see many rows at once, so that their own are worth
 * computing only once. `rows`: they give one row for each row of the input, whatever they compute. `order`: they hand the
 * order of the input on; Sail on several partitions does so only for columns that are moved, not for computed ones and
 * filters. `cells`: they hand each row on by itself, or the first ones.
 */
type Trait = 'wide' | 'rows' | 'order' | 'cells';

/** A kind that is missing does not compile. */
const traits = {
  aggregate: ['wide'],
  applyInPandasWithState: [],
  approxQuantile: [],
  asOfJoin: [],
  cachedLocalRelation: [],
  cachedRemoteRelation: [],
  catalog: [],
  chunkedCachedLocalRelation: [],
  coGroupMap: [],
  collectMetrics: [],
  commonInlineUserDefinedDataSource: [],
  commonInlineUserDefinedTableFunction: [],
  corr: [],
  cov: [],
  crosstab: ['wide'],
  deduplicate: ['wide'],
  describe: [],
  drop: ['rows', 'order', 'cells'],
  dropNa: ['order'],
  extension: [],
  fillNa: ['rows', 'order'],
  filter: ['order'],
  freqItems: [],
  groupMap: [],
  hint: ['rows', 'order'],
  htmlString: [],
  join: ['wide'],
  lateralJoin: [],
  limit: ['order', 'cells'],
  localRelation: [],
  mapPartitions: [],
  mlRelation: [],
  nearestByJoin: [],
  offset: ['order'],
  parse: [],
  project: ['order', 'cells'],
  range: [],
  read: [],
  relationChanges: [],
  repartition: ['wide', 'rows'],
  repartitionByExpression: ['wide', 'rows'],
  replace: ['rows', 'order'],
  sample: ['wide'],
  sampleBy: ['wide'],
  setOp: ['wide'],
  showString: [],
  sort: ['wide', 'rows'],
  sql: ['wide'],
  subqueryAlias: ['rows', 'order'],
  summary: ['wide'],
  tail: ['order'],
  toDf: ['rows', 'order', 'cells'],
  toSchema: ['rows', 'order'],
  transpose: ['wide'],
  unknown: [],
  unpivot: ['wide'],
  unresolvedTableValuedFunction: [],
  withColumns: ['rows', 'order', 'cells'],
  withColumnsRenamed: ['rows', 'order', 'cells'],
  withRelations: ['wide'],
  withWatermark: [],
  zip: [],
} satisfies Record<RelationKind, readonly Trait[]>;

/** True for a relation of a kind with a trait; false for an empty one. */
export const has = ({ relType: { case: kind } }: Relation, trait: Trait): boolean =>
  kind !== undefined && (traits[kind] as readonly Trait[]).includes(trait);
