import { workflowSearch } from '../workflows/search.ts';

/** What the address keeps of the list: as of that of workflows, the project and the category too. */
export const dashboardsSearch = workflowSearch;

/** The sheet that is open, and whether the dashboard is being changed. */
export interface DashboardSearch {
  readonly sheet?: string;
  readonly edit?: true;
}

export const dashboardSearch = ({ sheet, edit }: Record<string, unknown>): DashboardSearch => ({
  ...(typeof sheet === 'string' || typeof sheet === 'number' ? { sheet: String(sheet) } : {}),
  ...(edit === true ? { edit } : {}),
});
