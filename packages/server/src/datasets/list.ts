import { sql, type Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { filterByProject } from '../access/projects.ts';
import { Problem } from '../problems.ts';
import { Id, orderOf, type Order } from '../http/types.ts';
import type { Tables } from '../store/tables.ts';

export const ListQuery = Type.Object({
  sortPara: Type.Optional(Type.String()),
  projectId: Type.Optional(Id),
  page: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
  size: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 }),
});

export interface Listing {
  readonly order?: Order;
  readonly projectId?: number | undefined;
  /** Only those that this person has made. */
  readonly own?: boolean;
  readonly page?: number;
  readonly size?: number | undefined;
}

/** The datasets that a user may see. */
export async function listDatasets(
  db: Kysely<Tables>,
  who: Principal,
  { order = 'desc', projectId, own = false, page = 0, size }: Listing,
) {
  const direction = order === 'desc' ? 'desc' : 'asc';
  const projectIds = projectId === undefined ? [] : [projectId];
  const ofProject = order !== 'alphabetical' && !own;
  const visibleRows = await filterByProject(db, who, 'datasets.projectId', { projectIds, ofProject });
  const by = order === 'alphabetical' ? sql`lower(name)` : 'dateLastUpdated';
  const ids = db
    .selectFrom('datasets')
    .select('id')
    .where(visibleRows)
    .$if(own, (query) => query.where('userId', '=', who.id))
    .orderBy(by, direction)
    .orderBy('id', direction)
    .$if(size !== undefined, (query) => query.limit(size ?? 0).offset(page * (size ?? 0)));
  return db
    .selectFrom('datasets')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(by, direction)
    .orderBy('id', direction)
    .execute();
}

/** The order that a client asks for. */
export function requestedOrder(sortPara: string | undefined): Order {
  const order = orderOf(sortPara);
  if (order === undefined) throw new Problem('MALFORMED', 'query/sortPara must be asc, desc or alphabetical');
  return order;
}
