import { listSearch, type ListSearch } from '../../ui/list-search.ts';
import { workflowSearch } from '../workflows/search.ts';

/** The search parameters of the list: those of workflows. */
export const modelsSearch = workflowSearch;

export const tabs = ['versions', 'try', 'uses'] as const;
export type Tab = (typeof tabs)[number];

/** The search parameters of a model: its tab, and the compared versions. */
export interface ModelSearch extends ListSearch {
  readonly tab?: Tab;
  readonly version?: number;
  /** Numbers of versions, between commas. */
  readonly compare?: string;
  /** Only differences between them. */
  readonly differing?: true;
}

export const modelSearch = (search: Record<string, unknown>): ModelSearch => {
  const { tab, version, compare, differing } = search;
  const match = tabs.find((one) => one === tab);
  const isMany = typeof compare === 'string' && /^\d{1,9}(,\d{1,9}){1,9}$/.test(compare);
  return {
    ...listSearch(search),
    ...(match === undefined || match === 'versions' ? {} : { tab: match }),
    ...(Number.isSafeInteger(version) ? { version: Number(version) } : {}),
    ...(isMany ? { compare } : {}),
    ...(differing === true ? { differing } : {}),
  };
};

/** The versions that an address compares, the oldest first. */
export const comparedVersions = (compare: string): readonly number[] =>
  [...new Set(compare.split(',').map(Number))].toSorted((a, b) => a - b);
