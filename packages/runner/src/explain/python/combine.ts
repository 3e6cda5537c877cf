import {
  Aggregate_GroupType,
  SetOperation_SetOpType,
  type Aggregate,
  type Join,
  type SetOperation,
} from '@millrace/spark-connect/proto';
import { columnOrName } from './columns.ts';
import { call, chain, list, type Doc } from './doc.ts';
import { anyLiteral } from './literal.ts';
import { noForm, type Scope } from './scope.ts';
import { chainSteps, columns, keyword, step, texts } from './steps.ts';
import { pyString } from './text.ts';
import { joinNames } from './words.ts';

export function join({ left, right, joinCondition, joinType, usingColumns }: Join, scope: Scope): Doc {
  const how = joinNames[joinType];
  const other = scope.write.relation(right, scope);
  if (how === 'cross' && joinCondition === undefined) return step(left, 'crossJoin', [other], scope);
  if (joinCondition !== undefined)
    return step(left, 'join', [other, scope.write.column(joinCondition, scope), pyString(how)], scope);
  const on = usingColumns.length === 0 ? [] : [list(texts(usingColumns))];
  return step(left, 'join', [other, ...on, on.length === 0 ? keyword('how', pyString(how)) : pyString(how)], scope);
}

const setMethods = {
  [SetOperation_SetOpType.UNSPECIFIED]: undefined,
  [SetOperation_SetOpType.UNION]: { all: 'union', distinct: undefined },
  [SetOperation_SetOpType.INTERSECT]: { all: 'intersectAll', distinct: 'intersect' },
  [SetOperation_SetOpType.EXCEPT]: { all: 'exceptAll', distinct: 'subtract' },
} as const satisfies Record<SetOperation_SetOpType, unknown>;

export function setOperation(operation: SetOperation, scope: Scope): Doc {
  const { leftInput, rightInput, setOpType, isAll, byName, allowMissingColumns } = operation;
  const other = scope.write.relation(rightInput, scope);
  const methods = setMethods[setOpType];
  if (methods === undefined) return noForm('a set operation without a kind');
  if (setOpType === SetOperation_SetOpType.UNION) {
    const more = allowMissingColumns === true ? [keyword('allowMissingColumns', 'True')] : [];
    const union =
      byName === true
        ? step(leftInput, 'unionByName', [other, ...more], scope)
        : step(leftInput, 'union', [other], scope);
    return isAll === false ? chain(union, '.distinct()') : union;
  }
  const method = isAll === true ? methods.all : methods.distinct;
  return byName === true || method === undefined
    ? noForm('a set operation by name')
    : step(leftInput, method, [other], scope);
}

export function aggregate(relation: Aggregate, scope: Scope): Doc {
  const { input, groupType, groupingExpressions, groupingSets, aggregateExpressions, pivot } = relation;
  const keys = columns(groupingExpressions, scope);
  const results = aggregateExpressions.map((e) => scope.write.column(e, scope));
  if (results.length === 0) {
    if (groupType !== Aggregate_GroupType.GROUPBY || keys.length === 0) return noForm('groups without a result');
    return chain(step(input, 'select', keys, scope), '.distinct()');
  }
  const agg = call('.agg', results);
  switch (groupType) {
    case Aggregate_GroupType.ROLLUP:
      return chain(step(input, 'rollup', keys, scope), agg);
    case Aggregate_GroupType.CUBE:
      return chain(step(input, 'cube', keys, scope), agg);
    case Aggregate_GroupType.GROUPING_SETS: {
      const sets = groupingSets.map(({ groupingSet }) => list(columns(groupingSet, scope)));
      return chain(step(input, 'groupingSets', [list(sets), ...keys], scope), agg);
    }
    case Aggregate_GroupType.PIVOT: {
      const { col, values = [] } = pivot ?? {};
      const across = col === undefined ? noForm('a pivot by nothing') : columnOrName(col, scope);
      // PySpark pivots by a name alone
      const isName = typeof across === 'string';
      const rows = isName
        ? scope.write.relation(input, scope)
        : step(input, 'withColumn', [pyString('_pivot'), across], scope);
      const listed = values.length === 0 ? [] : [list(values.map((v) => anyLiteral(v, scope)))];
      return chainSteps(rows, [
        call('.groupBy', keys),
        call('.pivot', [isName ? across : pyString('_pivot'), ...listed]),
        agg,
      ]);
    }
    default:
      return keys.length === 0 ? step(input, 'agg', results, scope) : chain(step(input, 'groupBy', keys, scope), agg);
  }
}
