import { listSearch, type ListSearch } from '../../ui/list-search.ts';

/** The search parameters of a folder: its list, and the file in the preview. */
export interface FileSearch extends ListSearch {
  readonly show?: string;
}

export const fileSearch = (search: Record<string, unknown>): FileSearch => {
  const { show } = search;
  const isName = (typeof show === 'string' && show !== '') || typeof show === 'number';
  return { ...listSearch(search), ...(isName ? { show: String(show) } : {}) };
};
