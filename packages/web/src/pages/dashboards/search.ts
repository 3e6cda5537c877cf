import { workflowSearch } from '../workflows/search.ts';

/** The search parameters of the list: those of workflows, with project and category. */
export const dashboardsSearch = workflowSearch;

/** The open sheet, and whether the dashboard is being edited. */
export interface DashboardSearch {
  readonly sheet?: string;
  readonly edit?: true;
}

export const dashboardSearch = ({ sheet, edit }: Record<string, unknown>): DashboardSearch => ({
  ...(typeof sheet === 'string' || typeof sheet === 'number' ? { sheet: String(sheet) } : {}),
  ...(edit === true ? { edit } : {}),
});
