import { dayIn } from '../../ui/days.ts';
import { listSearch, type ListSearch } from '../../ui/list-search.ts';

/** States of the filter, as the address and the service spell them. */
export const states = ['live', 'pending', 'completed', 'failed', 'stopped', 'killed', 'timeout', 'skipped'] as const;
export type State = (typeof states)[number];

/** The search parameters of the list of runs: its filters and page. */
export interface ExecutionsSearch extends ListSearch {
  /** Only runs of this workflow. */
  readonly workflow?: number;
  readonly project?: number;
  readonly state?: State;
  /** The user who started them. */
  readonly user?: number;
  /** Days in the reader's time zone, such as 2026-11-21; both are included. */
  readonly from?: string;
  readonly to?: string;
  /** From 1. */
  readonly page?: number;
}

/** Parameters of the address that filter runs. */
export const filterKeys = ['project', 'state', 'user', 'from', 'to'] as const;

export const executionsSearch = (search: Record<string, unknown>): ExecutionsSearch => {
  const { workflow, project, state, user, page } = search;
  const [from, to] = [dayIn(search['from']), dayIn(search['to'])];
  const match = states.find((one) => one === state);
  return {
    ...listSearch(search),
    ...(Number.isSafeInteger(workflow) ? { workflow: Number(workflow) } : {}),
    ...(Number.isSafeInteger(project) ? { project: Number(project) } : {}),
    ...(match === undefined ? {} : { state: match }),
    ...(Number.isSafeInteger(user) ? { user: Number(user) } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Math.min(Number(page), 1e6) } : {}),
  };
};
