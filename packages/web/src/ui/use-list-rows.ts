import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { ListProps } from './list.tsx';
import { sortRows } from './list-columns.tsx';

const rowHeight = 36;

/** The rows that pass the filters, in their order; `q` and `sort` as in the address. */
export function useShownRows<T>(props: ListProps<T>, q: string, sort: string): readonly T[] {
  const { rows, columns, textOf, filtering, paged, rankOf } = props;
  const search = useDeferredValue(q.trim().toLowerCase());
  const only = filtering?.only;
  const [isPaged, isSorted] = [paged !== undefined, paged?.isWhole === false];
  return useMemo(() => {
    if (isPaged) return isSorted ? rows : sortRows(rows, columns, sort);
    const words = search.split(/\s+/);
    const among = only === undefined ? rows : rows.filter(only);
    const matches =
      search === '' ? among : among.filter((row) => words.every((w) => textOf(row).toLowerCase().includes(w)));
    const inOrder = sortRows(matches, columns, sort);
    return rankOf === undefined ? inOrder : inOrder.toSorted((a, b) => rankOf(a) - rankOf(b));
  }, [rows, columns, search, sort, textOf, rankOf, only, isPaged, isSorted]);
}

/** The rows that are drawn, and the height of those above and below. Another page begins at its first row. */
export function useVirtualRows(many: number, page: number | undefined) {
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => {
    viewport.current?.scrollTo({ top: 0 });
  }, [page]);
  const virtual = useVirtualizer({
    count: many,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  return { viewport, items, above, below };
}
