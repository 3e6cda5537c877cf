import type { Db } from './database.ts';

/** Most uuids in one statement: stores bound the number of its parameters. */
const maxIds = 1_000;

/** Ids of the records of a project that have one of these uuids, by uuid. */
export async function idsByUuid(
  db: Db,
  table: 'datasets' | 'workflows' | 'dashboards',
  projectId: number,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let from = 0; from < uuids.length; from += maxIds) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'uuid'])
      .where('projectId', '=', projectId)
      .where('uuid', 'in', uuids.slice(from, from + maxIds))
      .execute();
    for (const { id, uuid } of rows) ids.set(uuid, id);
  }
  return ids;
}
