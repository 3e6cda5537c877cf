import { Column, type ColumnOrName } from '../column.ts';
import { Join_JoinType, type Relation } from '../proto.ts';
import { relation } from '../relation.ts';

const joinTypes = {
  inner: Join_JoinType.INNER,
  outer: Join_JoinType.FULL_OUTER,
  full: Join_JoinType.FULL_OUTER,
  fullouter: Join_JoinType.FULL_OUTER,
  left: Join_JoinType.LEFT_OUTER,
  leftouter: Join_JoinType.LEFT_OUTER,
  right: Join_JoinType.RIGHT_OUTER,
  rightouter: Join_JoinType.RIGHT_OUTER,
  semi: Join_JoinType.LEFT_SEMI,
  leftsemi: Join_JoinType.LEFT_SEMI,
  anti: Join_JoinType.LEFT_ANTI,
  leftanti: Join_JoinType.LEFT_ANTI,
  cross: Join_JoinType.CROSS,
} as const;

/** Spark's names for joins; underscores and case are ignored (`left_outer`, `LeftAnti`). */
export type JoinType = keyof typeof joinTypes | `left_${'outer' | 'semi' | 'anti'}` | 'right_outer' | 'full_outer';

/** Conditions that hold together, or names of columns that both sides have. */
export type JoinKeys = Column | string | readonly string[] | readonly Column[];

/** Two inputs of a join. */
export interface Sides {
  readonly left: Relation;
  readonly right: Relation;
}

/** How {@link asOfJoin} finds the nearest row. */
export interface AsOfOptions {
  /** Further conditions, or columns that must be equal. */
  readonly on?: JoinKeys;
  readonly type?: 'inner' | 'left';
  /** How far the two may be apart: a number or an interval, as a column. */
  readonly tolerance?: Column;
  /** Whether an equal row counts. Default: true. */
  readonly allowExactMatches?: boolean;
  /** Where to look: to smaller values (the default), to greater ones, or both ways. */
  readonly direction?: 'backward' | 'forward' | 'nearest';
}

/** How {@link nearestByJoin} finds its rows. */
export interface NearestOptions {
  /** How many rows of the other side come with each row. Default: 1. */
  readonly count?: number;
  readonly type?: 'inner' | 'left';
  /** `distance`: the smallest values of the ranking are nearest (the default); `similarity`: the greatest. */
  readonly direction?: 'distance' | 'similarity';
  /** Whether the engine must find the true nearest ones (the default), or may approximate. */
  readonly mode?: 'exact' | 'approx';
}

/** The type of a name. Throws a `TypeError` for one that is none. */
function joinTypeOf(name: string): Join_JoinType {
  const type = joinTypes[name.toLowerCase().replaceAll('_', '') as keyof typeof joinTypes];
  if (type === undefined) throw new TypeError(`"${name}" is not a join type`);
  return type;
}

function keysOf(on: JoinKeys | undefined): { usingColumns: string[]; condition: Column | undefined } {
  const keys: readonly (Column | string)[] =
    on === undefined ? [] : on instanceof Column || typeof on === 'string' ? [on] : on;
  const conditions = keys.filter((key) => key instanceof Column);
  return {
    usingColumns: keys.filter((key) => typeof key === 'string'),
    condition: conditions.length === 0 ? undefined : conditions.reduce((a, b) => a.and(b)),
  };
}

/** Spark's JOIN; an inner one without keys is a cross join. Throws a `TypeError` for an unknown type. */
export function join(sides: Sides, on: JoinKeys | undefined, type: JoinType): Relation {
  const joinType = joinTypeOf(type);
  const { usingColumns, condition } = keysOf(on);
  const isCross = joinType === Join_JoinType.INNER && usingColumns.length === 0 && condition === undefined;
  return relation({
    case: 'join',
    value: {
      ...sides,
      joinType: isCross ? Join_JoinType.CROSS : joinType,
      usingColumns,
      joinCondition: condition?.expression,
    },
  });
}

/** Each row with the row of the other side that is nearest in order. Source: PySpark's `DataFrame._joinAsOf`. */
export function asOfJoin(sides: Sides, leftAsOf: Column, rightAsOf: Column, options: AsOfOptions): Relation {
  const { usingColumns, condition } = keysOf(options.on);
  return relation({
    case: 'asOfJoin',
    value: {
      ...sides,
      leftAsOf: leftAsOf.expression,
      rightAsOf: rightAsOf.expression,
      joinExpr: condition?.expression,
      usingColumns,
      joinType: options.type ?? 'inner',
      tolerance: options.tolerance?.expression,
      allowExactMatches: options.allowExactMatches ?? true,
      direction: options.direction ?? 'backward',
    },
  });
}

/**
 * LATERAL: the right side may use the columns of the left one's row. Without a condition Spark 4.3 loses the rows of
 * a left join that have no partner, in SQL too.
 */
export const lateralJoin = (sides: Sides, on: Column | undefined, type: 'inner' | 'left' | 'cross'): Relation =>
  relation({
    case: 'lateralJoin',
    value: { ...sides, joinCondition: on?.expression, joinType: joinTypeOf(type) },
  });

/** Each row with those of the other side that a ranking puts first. Source: PySpark's `DataFrame.nearestByJoin`. */
export const nearestByJoin = (sides: Sides, ranking: Column, options: NearestOptions): Relation =>
  relation({
    case: 'nearestByJoin',
    value: {
      ...sides,
      rankingExpression: ranking.expression,
      numResults: options.count ?? 1,
      joinType: options.type ?? 'inner',
      mode: options.mode ?? 'exact',
      direction: options.direction ?? 'distance',
    },
  });

/** A column of a DataFrame by its name, or as it is. */
export const columnOfSide = (side: { col(name: string): Column }, column: ColumnOrName): Column =>
  typeof column === 'string' ? side.col(column) : column;
