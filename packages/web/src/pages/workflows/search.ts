import { listSearch, type ListSearch } from '../../ui/list-search.ts';

/** The search parameters of the list of workflows, with project and category. */
export interface WorkflowSearch extends ListSearch {
  readonly project?: number;
  readonly category?: string;
}

export const workflowSearch = (search: Record<string, unknown>): WorkflowSearch => {
  const { project, category } = search;
  // an address may spell a category as a number
  const isWord = (typeof category === 'string' && category !== '') || typeof category === 'number';
  return {
    ...listSearch(search),
    ...(Number.isSafeInteger(project) ? { project: Number(project) } : {}),
    ...(isWord ? { category: String(category) } : {}),
  };
};

/** The two compared versions. */
export interface VersionsSearch extends ListSearch {
  readonly from?: number;
  readonly to?: number;
}

export const versionsSearch = (search: Record<string, unknown>): VersionsSearch => {
  const { from, to } = search;
  return {
    ...listSearch(search),
    ...(Number.isSafeInteger(from) ? { from: Number(from) } : {}),
    ...(Number.isSafeInteger(to) ? { to: Number(to) } : {}),
  };
};

/** The id of a node in an address: without quotes if it is a number. */
export const nodeParam = (nodeId: string): string | number =>
  String(Number.parseInt(nodeId, 10)) === nodeId ? Number(nodeId) : nodeId;
