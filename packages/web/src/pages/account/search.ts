import { listSearch, type ListSearch } from '../../ui/list-search.ts';

export const tabs = ['profile', 'permissions', 'tokens'] as const;

export type Tab = (typeof tabs)[number];

/** The search parameters of the account page: its tab. */
export interface AccountSearch extends ListSearch {
  readonly tab?: Tab;
}

export const accountSearch = (search: Record<string, unknown>): AccountSearch => {
  const tab = tabs.find((one) => one === search['tab']);
  return { ...listSearch(search), ...(tab === undefined || tab === 'profile' ? {} : { tab }) };
};
