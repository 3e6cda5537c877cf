import { type Aggregate, Aggregate_GroupType } from '@millrace/spark-connect/proto';
import { analyse, analyseQuery, type Source } from '@millrace/spark-sql/analyse';
import { type Expr, family, type Grouping, unknownType } from '@millrace/spark-sql/ast';
import { type PlanContext, scopeOver } from './plan-context.ts';
import { expressionOf } from './plan-expression.ts';
import { literalOf, nowhere } from './plan-literal.ts';

const groupings: Partial<Record<Aggregate_GroupType, Grouping['kind']>> = {
  [Aggregate_GroupType.ROLLUP]: 'rollup',
  [Aggregate_GroupType.CUBE]: 'cube',
  [Aggregate_GroupType.GROUPING_SETS]: 'sets',
};

/** A grouping as SQL's GROUP BY; the group keys come first in its output. */
export function aggregateSource(value: Aggregate, context: PlanContext): Source {
  const input = context.walk(value.input);
  const groupKeys = value.groupingExpressions.map(expressionOf);
  const keys = groupKeys.map((key) => (key.kind === 'alias' ? key.arg : key));
  const aggregates = value.aggregateExpressions.map(expressionOf);
  if (value.groupType === Aggregate_GroupType.PIVOT) return pivotSource(value, input, groupKeys, aggregates, context);
  const sets = value.groupingSets.map((set) => set.groupingSet.map(expressionOf));
  const kind = groupings[value.groupType] ?? 'plain';
  const group: Grouping | undefined = keys.length || sets.length ? { kind, keys, sets } : undefined;
  if (groupKeys.some((key) => key.kind === 'alias')) context.notes.keys.add('plan:aggregate:named-key');
  const { columns, order, unique } = analyseQuery(
    {
      with: [], recursive: false, order: [], orderAll: false, span: nowhere,
      body: { kind: 'select', distinct: false, items: [...groupKeys, ...aggregates], from: [{ kind: 'given', source: input }], laterals: [], group, windows: [], hints: [], span: nowhere },
    },
    context.tables,
    context.notes,
  ); // prettier-ignore
  // an aggregate may be a unit, which shows no call
  return group === undefined ? { columns, order: 'total', unique: [] } : { columns, order, unique };
}

/** One column a value of the pivot column (and aggregate); without given values they are not known here. */
function pivotSource(
  value: Aggregate,
  input: Source,
  groupKeys: Expr[],
  aggregates: Expr[],
  context: PlanContext,
): Source {
  const scope = scopeOver(input, context);
  const { keys } = context.notes;
  const groups = groupKeys.map((key) => ({
    name: key.kind === 'column' ? (key.path.at(-1) ?? '') : key.kind === 'alias' ? (key.names[0] ?? '') : '',
    type: analyse(key, scope),
  }));
  for (const group of groups) keys.add(`group:${family(group.type)}`);
  const pivot = value.pivot?.col ? analyse(expressionOf(value.pivot.col), scope) : undefined;
  const types = aggregates.map((aggregate) => analyse(aggregate, scope));
  const values = value.pivot?.values ?? [];
  keys.add(
    `plan:pivot:${pivot ? family(pivot) : 'unknown'}:${values.length ? 'values' : 'found'}:${aggregates.length > 1 ? 'several' : 'one'}`,
  );
  const columns = values.flatMap((v) =>
    aggregates.map((aggregate, i) => {
      const text = literalOf(v).value ?? 'null';
      const suffix = aggregate.kind === 'alias' ? `_${aggregate.names[0]}` : '';
      return {
        name: aggregates.length > 1 ? text + suffix : text,
        type: types[i] ?? unknownType,
      };
    }),
  );
  return { columns: [...groups, ...columns], order: 'free', unique: groups.map((g) => g.name.toLowerCase()) };
}
