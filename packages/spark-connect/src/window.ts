import { namedColumn, lit, type Column, type ColumnOrName } from './column.ts';
import { Expression_Window_WindowFrame_FrameType, type Expression_Window_WindowFrame } from './proto.ts';

const { ROW, RANGE } = Expression_Window_WindowFrame_FrameType;

/** One end of a frame: rows or values relative to the current one, the current one, or no bound. */
export type FrameBound = number | bigint | Column | 'unboundedPreceding' | 'currentRow' | 'unboundedFollowing';

/** Partitioning, order and frame of a window function. Immutable. */
export interface WindowSpec {
  readonly partition: readonly Column[];
  readonly order: readonly Column[];
  readonly frame: Expression_Window_WindowFrame | undefined;
  partitionBy(...columns: ColumnOrName[]): WindowSpec;
  orderBy(...columns: ColumnOrName[]): WindowSpec;
  rowsBetween(start: FrameBound, end: FrameBound): WindowSpec;
  rangeBetween(start: FrameBound, end: FrameBound): WindowSpec;
}

const spec = (
  partition: readonly Column[],
  order: readonly Column[],
  frame: Expression_Window_WindowFrame | undefined,
): WindowSpec => ({
  partition,
  order,
  frame,
  partitionBy: (...columns) => spec(columns.map(namedColumn), order, frame),
  orderBy: (...columns) => spec(partition, columns.map(namedColumn), frame),
  rowsBetween: (start, end) => spec(partition, order, frameOf(ROW, start, end)),
  rangeBetween: (start, end) => spec(partition, order, frameOf(RANGE, start, end)),
});

type Boundary = NonNullable<Expression_Window_WindowFrame['lower']>;

const boundary = (bound: FrameBound): Boundary => ({
  $typeName: 'spark.connect.Expression.Window.WindowFrame.FrameBoundary',
  boundary:
    bound === 'currentRow' || bound === 0 || bound === 0n
      ? { case: 'currentRow', value: true }
      : bound === 'unboundedPreceding' || bound === 'unboundedFollowing'
        ? { case: 'unbounded', value: true }
        : { case: 'value', value: (typeof bound === 'object' ? bound : lit(bound)).expression },
});

const frameOf = (
  frameType: Expression_Window_WindowFrame_FrameType,
  start: FrameBound,
  end: FrameBound,
): Expression_Window_WindowFrame => ({
  $typeName: 'spark.connect.Expression.Window.WindowFrame',
  frameType,
  lower: boundary(start),
  upper: boundary(end),
});

/** The window over all rows; refine it with `partitionBy`, `orderBy`, `rowsBetween`. */
export const Window: WindowSpec = spec([], [], undefined);
