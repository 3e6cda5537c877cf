import {
  Expression_SortOrder_NullOrdering,
  Expression_SortOrder_SortDirection,
  Expression_Window_WindowFrame_FrameType,
  type Expression,
  type Expression_SortOrder,
  type Expression_Window,
  type Expression_Window_WindowFrame_FrameBoundary,
} from '@millrace/spark-connect/proto';

/** How an expression in them is written. */
type Text = (expression: Expression | undefined) => string;

/** `a DESC NULLS LAST`; what Spark takes by itself (ascending, its nulls) is left out. */
export function sortText({ child, direction, nullOrdering }: Expression_SortOrder, text: Text): string {
  const descending = direction === Expression_SortOrder_SortDirection.DESCENDING;
  const { SORT_NULLS_FIRST, SORT_NULLS_LAST } = Expression_SortOrder_NullOrdering;
  const nulls = descending ? SORT_NULLS_FIRST : SORT_NULLS_LAST;
  const unusual = nullOrdering === nulls ? ` NULLS ${descending ? 'FIRST' : 'LAST'}` : '';
  return `${text(child)}${descending ? ' DESC' : ''}${unusual}`;
}

export function windowText(window: Expression_Window, text: Text): string {
  const { windowFunction, partitionSpec, orderSpec, frameSpec } = window;
  const bound = (
    side: Expression_Window_WindowFrame_FrameBoundary | undefined,
    end: 'PRECEDING' | 'FOLLOWING',
  ): string => {
    const { boundary } = side ?? {};
    if (boundary?.case === 'unbounded') return `UNBOUNDED ${end}`;
    if (boundary?.case !== 'value') return 'CURRENT ROW';
    const offset = text(boundary.value);
    return offset.startsWith('-') ? `${offset.slice(1)} PRECEDING` : `${offset} FOLLOWING`;
  };
  const rows = frameSpec?.frameType === Expression_Window_WindowFrame_FrameType.ROW ? 'ROWS' : 'RANGE';
  const parts = [
    ...(partitionSpec.length === 0 ? [] : [`PARTITION BY ${partitionSpec.map((p) => text(p)).join(', ')}`]),
    ...(orderSpec.length === 0 ? [] : [`ORDER BY ${orderSpec.map((o) => sortText(o, text)).join(', ')}`]),
    ...(frameSpec === undefined
      ? []
      : [`${rows} BETWEEN ${bound(frameSpec.lower, 'PRECEDING')} AND ${bound(frameSpec.upper, 'FOLLOWING')}`]),
  ];
  return `${text(windowFunction)} OVER (${parts.join(' ')})`;
}
