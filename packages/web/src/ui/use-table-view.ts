import { useCallback, useState, type RefObject } from 'react';
import type { OpenMenu } from './table-head.tsx';
import { asItCame, followColumns, type ColumnFilter, type Pages, type TableColumn, type View } from './table-view.ts';

/** The order, filters and hidden columns of a table, and the menu that changes them. */
export interface TableViews {
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly setFilter: (at: number, filter: ColumnFilter | undefined) => void;
  /** Undefined if no menu is open. */
  readonly menu: OpenMenu | undefined;
  readonly setMenu: (menu: OpenMenu | undefined) => void;
  readonly closeMenu: () => void;
}

/** The view of a table: its own, or that of its pages. */
export function useTableView(
  columns: readonly TableColumn[],
  pages: Pages | undefined,
  viewport: RefObject<HTMLElement | null>,
  onChange: () => void,
): TableViews {
  const [own, setOwn] = useState({ view: asItCame, columns });
  const [menu, setMenu] = useState<OpenMenu>();
  if (own.columns !== columns) {
    const next = followColumns(own.view, own.columns, columns);
    setOwn({ view: next, columns });
    // the menu is at another column now
    if (next !== own.view) setMenu(undefined);
  }
  const view = pages?.view ?? own.view;
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const setView = (next: View): void => {
    const isArranged = next.sort !== view.sort || next.filters !== view.filters;
    if (pages !== undefined && isArranged) viewport.current?.scrollTo({ top: 0 });
    if (pages === undefined) setOwn({ view: next, columns });
    else pages.onView(next);
    onChange();
  };
  const setFilter = (at: number, filter: ColumnFilter | undefined): void => {
    const filters = new Map(view.filters);
    if (filter === undefined) filters.delete(at);
    else filters.set(at, filter);
    setView({ ...view, filters });
  };
  return { view, setView, setFilter, menu, setMenu, closeMenu };
}
