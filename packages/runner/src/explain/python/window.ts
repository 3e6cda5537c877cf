import {
  Expression_SortOrder_NullOrdering,
  Expression_SortOrder_SortDirection,
  Expression_Window_WindowFrame_FrameType,
  type Expression,
  type Expression_SortOrder,
  type Expression_Window,
  type Expression_Window_WindowFrame_FrameBoundary,
} from '@millrace/spark-connect/proto';
import { columnOrName, operand, sqlExpression } from './columns.ts';
import { call, chain, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';

const { SORT_NULLS_FIRST, SORT_NULLS_LAST } = Expression_SortOrder_NullOrdering;

const method = ({ direction, nullOrdering }: Expression_SortOrder): string => {
  if (direction === Expression_SortOrder_SortDirection.DESCENDING)
    return nullOrdering === SORT_NULLS_FIRST ? 'desc_nulls_first' : 'desc';
  return nullOrdering === SORT_NULLS_LAST ? 'asc_nulls_last' : 'asc';
};

/** A sort key as a Column: `F.col("a").desc()`. */
export const sortColumn = (order: Expression_SortOrder, scope: Scope): Doc =>
  order.child === undefined
    ? noForm('a sort by nothing')
    : chain(operand(order.child, scope), call(`.${method(order)}`, []));

/** A sort key as short as it can be: the name alone sorts up, nulls first. */
export const sortKey = (order: Expression_SortOrder, scope: Scope): Doc =>
  method(order) === 'asc' && order.child !== undefined ? columnOrName(order.child, scope) : sortColumn(order, scope);

type Boundary = Expression_Window_WindowFrame_FrameBoundary | undefined;

/** One end of a frame; undefined if PySpark takes no such bound. */
function bound(side: Boundary, unbounded: string): string | undefined {
  const { boundary } = side ?? {};
  if (boundary?.case === 'unbounded') return `Window.${unbounded}`;
  if (boundary?.case !== 'value') return 'Window.currentRow';
  const { exprType } = boundary.value;
  const { literalType } = exprType.case === 'literal' ? exprType.value : {};
  return literalType?.case === 'integer' || literalType?.case === 'long' ? String(literalType.value) : undefined;
}

export function windowColumn(window: Expression_Window, scope: Scope, whole: Expression): Doc {
  const { windowFunction, partitionSpec, orderSpec, frameSpec } = window;
  if (windowFunction === undefined) return noForm('a window over nothing');
  const lower = bound(frameSpec?.lower, 'unboundedPreceding');
  const upper = bound(frameSpec?.upper, 'unboundedFollowing');
  if (lower === undefined || upper === undefined) return sqlExpression(whole);
  scope.needs('Window');
  const steps: Doc[] = [];
  if (partitionSpec.length > 0 || orderSpec.length === 0)
    steps.push(
      call(
        '.partitionBy',
        partitionSpec.map((p) => columnOrName(p, scope)),
      ),
    );
  if (orderSpec.length > 0)
    steps.push(
      call(
        '.orderBy',
        orderSpec.map((o) => sortKey(o, scope)),
      ),
    );
  if (frameSpec !== undefined) {
    const rows = frameSpec.frameType === Expression_Window_WindowFrame_FrameType.ROW;
    steps.push(call(rows ? '.rowsBetween' : '.rangeBetween', [lower, upper]));
  }
  return chain(
    operand(windowFunction, scope),
    call('.over', [steps.reduce<Doc>((doc, step) => chain(doc, step), 'Window')]),
  );
}
