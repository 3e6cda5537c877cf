import type { Principal } from '../access/principal.ts';
import { filterByProject } from '../access/projects.ts';
import type { Db } from '../store/database.ts';

/** Graphs that a long list reads at once: each may be large. */
export const graphsAtOnce = 10;

export interface Listing {
  readonly projectId?: number | undefined;
  readonly page?: number;
  readonly size: number;
  /** Only those of this user, if one is named. */
  readonly ownerId?: number | undefined;
}

/** A page of the workflows that a user may see, those that were saved last first. */
export async function pageOfWorkflows(db: Db, who: Principal, { projectId, page = 0, size, ownerId }: Listing) {
  const projectIds = projectId === undefined ? [] : [projectId];
  const ids = db
    .selectFrom('workflows')
    .select('id')
    .where(await filterByProject(db, who, 'workflows.projectId', { projectIds }))
    .$if(ownerId !== undefined, (query) => query.where('userId', '=', ownerId ?? 0))
    .orderBy('dateLastUpdated', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size);
  // bare, a query could not be what a promise gives: Kysely takes that for one that was not executed by mistake
  return {
    query: db
      .selectFrom('workflows')
      .where('workflows.id', 'in', ids)
      .orderBy('workflows.dateLastUpdated', 'desc')
      .orderBy('workflows.id', 'desc'),
  };
}

/** As `pageOfWorkflows`, whole rows. */
export async function listWorkflows(db: Db, who: Principal, listing: Listing) {
  const { query } = await pageOfWorkflows(db, who, listing);
  return query.selectAll('workflows').execute();
}
