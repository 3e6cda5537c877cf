import { type Join, Join_JoinType, type SetOperation, SetOperation_SetOpType } from '@millrace/spark-connect/proto';
import { analyseQuery, join, emptyScope, type Source } from '@millrace/spark-sql/analyse';
import type { JoinKind, Query } from '@millrace/spark-sql/ast';
import type { PlanContext } from './plan-context.ts';
import { expressionOf, nameParts } from './plan-expression.ts';
import { nowhere } from './plan-literal.ts';

const kinds: Record<Join_JoinType, JoinKind> = {
  [Join_JoinType.UNSPECIFIED]: 'inner',
  [Join_JoinType.INNER]: 'inner',
  [Join_JoinType.FULL_OUTER]: 'full',
  [Join_JoinType.LEFT_OUTER]: 'left',
  [Join_JoinType.RIGHT_OUTER]: 'right',
  [Join_JoinType.LEFT_ANTI]: 'anti',
  [Join_JoinType.LEFT_SEMI]: 'semi',
  [Join_JoinType.CROSS]: 'cross',
};

/** A join as SQL's: the same constructs. */
export function joinSource(value: Join, context: PlanContext): Source {
  const [left, right] = [context.walk(value.left), context.walk(value.right)];
  if (value.joinDataType) context.notes.keys.add('unknown:typed join');
  return join(
    {
      kind: 'join',
      how: kinds[value.joinType],
      natural: false,
      left: { kind: 'given', source: left },
      right: { kind: 'given', source: right },
      on: value.joinCondition ? expressionOf(value.joinCondition) : undefined,
      using: value.usingColumns.length ? value.usingColumns.map((name) => nameParts(name).at(-1) ?? name) : undefined,
    },
    emptyScope(context.tables, context.notes),
  );
}

const queryOf = (source: Source): Query => ({
  with: [],
  recursive: false,
  order: [],
  orderAll: false,
  body: { kind: 'relation', relation: { kind: 'given', source } },
  span: nowhere,
});

/** A set operation as SQL's. */
export function setSource(value: SetOperation, context: PlanContext): Source {
  const [left, right] = [context.walk(value.leftInput), context.walk(value.rightInput)];
  const names = { [SetOperation_SetOpType.UNION]: 'union', [SetOperation_SetOpType.INTERSECT]: 'intersect', [SetOperation_SetOpType.EXCEPT]: 'except' } as const; // prettier-ignore
  const { setOpType } = value;
  if (setOpType === SetOperation_SetOpType.UNSPECIFIED) {
    context.notes.keys.add('unknown:set operation');
    return left;
  }
  if (value.allowMissingColumns) context.notes.keys.add('set:missing-columns');
  const body = {
    kind: 'set' as const,
    op: names[setOpType],
    all: value.isAll === true,
    byName: value.byName === true,
    left: queryOf(left),
    right: queryOf(right),
  };
  const { columns, order, unique } = analyseQuery({ ...queryOf(left), body }, context.tables, context.notes);
  const missing = value.allowMissingColumns
    ? right.columns.filter((r) => !left.columns.some((l) => l.name.toLowerCase() === r.name.toLowerCase()))
    : [];
  return { columns: [...columns, ...missing], order, unique };
}
