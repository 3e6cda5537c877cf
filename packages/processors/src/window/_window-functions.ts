import { functions as F, Window, type Column, type StructType, type WindowSpec } from '@millrace/spark-connect';
import { columnList, requireSortKeys } from '../kit/order-by.ts';
import type { RunContext } from '../contract/context.ts';

export const rankings = ['RANK', 'ROW_NUMBER', 'DENSE_RANK'] as const;
export type Ranking = (typeof rankings)[number];

const rankingFunctions = { RANK: 'rank', ROW_NUMBER: 'row_number', DENSE_RANK: 'dense_rank' } as const satisfies Record<
  Ranking,
  string
>;

export const analytics = ['first_value', 'last_value', 'lag', 'lead'] as const;
export type Analytic = (typeof analytics)[number];

/** Partition and order as the interface writes them: columns with commas between, `age DESC, name`. */
export interface WindowText {
  readonly partitionByCols: string | undefined;
  readonly orderByCols: string | undefined;
}

/** Throws a `FieldError` for columns that are not there and if no order is given. */
export const windowOf = (
  { partitionByCols, orderByCols }: WindowText,
  schema: StructType,
  engine: RunContext['engine'],
): WindowSpec =>
  Window.partitionBy(...columnList(partitionByCols, schema, 'partitionByCols', engine)).orderBy(
    ...requireSortKeys(orderByCols, schema, 'orderByCols', engine),
  );

/** Column names of the rankings where none is given: `rank`, `row_number`, `dense_rank`. */
export const rankingName = (ranking: Ranking): string => rankingFunctions[ranking];
export const rankColumn = (ranking: Ranking, window: WindowSpec): Column =>
  F.call(rankingFunctions[ranking]).over(window);

/** A value of another row of the window; the frame of first and last is Spark's own: up to the current row and its equals. */
export const analyticColumn = (analytic: Analytic, column: Column, offset: number, window: WindowSpec): Column =>
  (analytic === 'lag' || analytic === 'lead' ? F.call(analytic, column, offset) : F.call(analytic, column)).over(
    window,
  );
