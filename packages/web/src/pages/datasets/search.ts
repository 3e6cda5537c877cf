import { listSearch, type ListSearch } from '../../ui/list-search.ts';

export const tabs = ['schema', 'rows', 'profile', 'uses', 'versions', 'settings'] as const;
export type Tab = (typeof tabs)[number];

/** The search parameters of a dataset: its tab, and the list of its profile. */
export interface DatasetSearch extends ListSearch {
  readonly tab?: Tab;
}

export const datasetSearch = (search: Record<string, unknown>): DatasetSearch => {
  const match = tabs.find((one) => one === search['tab']);
  return { ...listSearch(search), ...(match === undefined ? {} : { tab: match }) };
};
