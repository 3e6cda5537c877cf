import { listSearch, type ListSearch } from '../../ui/list-search.ts';

export const tabs = [
  'workflows',
  'datasets',
  'models',
  'lineage',
  'schedules',
  'variables',
  'libraries',
  'members',
] as const;

export type Tab = (typeof tabs)[number];

/** The search parameters of a project: its tab. */
export interface ProjectSearch extends ListSearch {
  readonly tab?: Tab;
}

export const projectSearch = (search: Record<string, unknown>): ProjectSearch => {
  const tab = tabs.find((one) => one === search['tab']);
  return { ...listSearch(search), ...(tab === undefined || tab === 'workflows' ? {} : { tab }) };
};
