import type { Principal } from '../../access/principal.ts';
import { listed } from '../../access/projects.ts';
import type { Db } from '../../store/database.ts';

export interface Listing {
  readonly projectId?: number | undefined;
  readonly page?: number;
  readonly size: number;
}

/** A page of the workflows that someone may see, those that were saved last first. */
export async function listWorkflows(db: Db, who: Principal, { projectId, page = 0, size }: Listing) {
  const named = projectId === undefined ? [] : [projectId];
  const ids = db
    .selectFrom('workflows')
    .select('id')
    .where(await listed(db, who, 'workflows.projectId', { named }))
    .orderBy('dateLastUpdated', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size);
  return db
    .selectFrom('workflows')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('dateLastUpdated', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
