import { functions as F, types, Window, type Column, type DataFrame, type DataType } from '@millrace/spark-connect';
import { aggregate, aggregations, type Aggregation } from '../kit/aggregates.ts';
import { asText } from '../kit/cast.ts';
import type { RunContext } from '../contract/context.ts';

/** What a cell of a cross table can hold. */
export const cellOperations = [
  ...aggregations,
  'concat',
  'first',
  'last',
  'count_with_nulls',
  'count_distinct_with_nulls',
  'percent_row',
  'percent_col',
  'total_row',
  'total_col',
] as const;
export type CellOperation = (typeof cellOperations)[number];

export interface CellSettings {
  readonly separator: string;
  readonly longest: number;
  readonly engine: RunContext['engine'];
}

const shares = ['percent_row', 'percent_col', 'total_row', 'total_col'] as const;
export type CellBase = Exclude<CellOperation, (typeof shares)[number]>;

const isShare = (operation: CellOperation): operation is (typeof shares)[number] => shares.some((s) => s === operation);

/** The aggregate that an operation works with. */
export const baseOf = (operation: CellOperation): CellBase => (isShare(operation) ? 'sum' : operation);

const isAggregation = (operation: CellBase): operation is Aggregation => aggregations.some((a) => a === operation);

/** The aggregate that a cell is made from: of the values of the rows that belong to it. Null if there are none. */
export function cell(
  operation: CellBase,
  belongs: Column,
  value: Column,
  type: DataType,
  settings: CellSettings,
): Column {
  const own = F.when(belongs, value);
  const rows = F.call('count_if', belongs);
  return F.when(rows.gt(F.lit(0)), cellValue());

  function cellValue(): Column {
    if (isAggregation(operation)) return aggregate(operation, own, type, settings.engine);
    switch (operation) {
      case 'concat': {
        const all = F.call('concat_ws', settings.separator, F.collectList(asText(own, type, settings.engine)));
        return F.call('substring', all, 1, settings.longest);
      }
      case 'first':
      case 'last':
        return F.call(operation, own, true);
      case 'count_with_nulls':
        return rows;
      case 'count_distinct_with_nulls':
        return F.countDistinct(own).plus(F.max(F.when(belongs.and(value.isNull()), 1).otherwise(0)));
    }
  }
}

/** Name of the helper column that holds the sum of a whole row. */
export const rowTotal = '_row_total';

const orNull = (divisor: Column): Column => F.call('nullif', divisor, F.lit(0, types.double));

/** A sum as a double. By its text, since Sail's cast of a decimal loses digits. */
const asDouble = (sum: Column, { kind }: DataType): Column =>
  (kind === 'double' || kind === 'float' ? sum : sum.cast(types.string)).cast(types.double);

/** What is shown for an operation, once the base cells of all groups are there. Nothing divided by nothing is null. */
export function finishCell(operation: CellOperation, base: Column, type: DataType): Column {
  const percentOf = (all: Column): Column =>
    asDouble(base, type)
      .times(F.lit(100, types.double))
      .dividedBy(orNull(asDouble(all, type)));
  switch (operation) {
    case 'percent_row':
      return percentOf(F.columnNamed(rowTotal));
    case 'percent_col':
      return percentOf(F.sum(base).over(Window));
    case 'total_col':
      return asDouble(F.sum(base).over(Window), type);
    case 'total_row':
      return asDouble(F.columnNamed(rowTotal), type);
    default:
      return base;
  }
}

/** Values of the pivot key in order, as text; `null` for null. */
export async function keysOf(
  input: DataFrame,
  key: Column,
  order: Column,
  maxHeadings: number,
): Promise<readonly (string | null)[]> {
  const headings = await input
    .select(key.alias('k'), order.alias('o'))
    .groupBy('k')
    .agg(F.min('o').alias('o'))
    .orderBy('o', 'k')
    .limit(maxHeadings)
    .table();
  return headings.rows.map(([k]) => (typeof k === 'string' ? k : null));
}
