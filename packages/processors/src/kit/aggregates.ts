import { functions as F, types, type Column, type DataType, type StructType } from '@millrace/spark-connect';
import { requireColumn } from './columns.ts';
import type { RunContext } from '../contract/context.ts';
import { asUnit } from './unit.ts';
import { oneZero } from './zero.ts';

export const aggregations = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'] as const;
export type Aggregation = (typeof aggregations)[number];

type Engine = RunContext['engine'];

/** Spark's aggregate of a column, in a form that Sail computes like Spark. */
export function aggregate(operation: Aggregation, column: Column, type: DataType, engine: Engine): Column {
  switch (operation) {
    case 'sum':
      return engine === 'sail' && type.kind === 'long'
        ? asUnit('guarded-sum', sumWithOverflow(column), column, types.long)
        : F.sum(column);
    case 'avg':
      return engine === 'sail' && type.kind === 'decimal' ? averageRounded(column, type) : F.avg(column);
    case 'min':
    case 'max':
      return engine === 'sail' && (type.kind === 'double' || type.kind === 'float')
        ? asUnit(`${operation}-with-nan`, extremeWithNaN(operation, column, type), column, type)
        : F.call(operation, column);
    case 'count':
      return F.count(column);
    case 'count_distinct':
      return F.countDistinct(oneZero(column, type, engine));
  }
}

/** Sail wraps the sum of bigints; Spark refuses it. */
function sumWithOverflow(column: Column): Column {
  const sum = F.sum(column.cast(types.decimal(20, 0)));
  const narrow = sum.tryCast(types.long);
  const overflow = F.call('raise_error', F.call('concat', 'overflow: the sum is ', sum.cast(types.string)));
  return F.when(sum.isNotNull().and(narrow.isNull()), overflow.cast(types.long)).otherwise(narrow);
}

/** Sail cuts the average of decimals where Spark rounds it half up: so four more digits first, then round. */
function averageRounded(column: Column, { precision, scale }: { precision: number; scale: number }): Column {
  if (precision > 34) return F.avg(column);
  const wide = types.decimal(precision + 4, scale + 4);
  return asUnit('rounded-avg', F.avg(column.cast(wide)).cast(wide), column, wide);
}

/** NaN is the largest number for Spark; Sail leaves it out. */
function extremeWithNaN(operation: 'min' | 'max', column: Column, type: DataType): Column {
  const nan = F.lit(Number.NaN, types.double).cast(type);
  const number = F.when(column.isNaN().not(), column);
  const holdsNaN = F.call('bool_or', column.isNaN());
  return operation === 'max'
    ? F.when(holdsNaN, nan).otherwise(F.max(number))
    : F.call('coalesce', F.min(number), F.when(holdsNaN, nan));
}

/** One aggregate of a rule: `<operation>_<column>` unless it has a name of its own. */
export interface AggregateRule {
  readonly aggregateCols: string;
  readonly aggregateOperations: Aggregation;
  readonly outputColNames?: string | undefined;
}

export const aggregateName = (rule: AggregateRule): string =>
  rule.outputColNames?.trim() || `${rule.aggregateOperations}_${rule.aggregateCols}`;

/** The aggregates of rules, named. Throws a `FieldError` for a column that is not there. */
export const aggregatesOf = (rules: readonly AggregateRule[], schema: StructType, engine: Engine): Column[] =>
  rules.map((rule) => {
    const { type } = requireColumn(schema, rule.aggregateCols, 'aggregateCols');
    return aggregate(rule.aggregateOperations, F.columnNamed(rule.aggregateCols), type, engine).alias(
      aggregateName(rule),
    );
  });
