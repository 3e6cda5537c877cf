import { parseDataset, type Dataset } from '@millrace/workflow';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

/** The saved datasets that a run in a project may name, by uuid. */
export async function datasetsOf(db: Kysely<Tables>, projectId: number): Promise<ReadonlyMap<string, Dataset>> {
  const rows = await db.selectFrom('datasets').select(['uuid', 'record']).where('projectId', '=', projectId).execute();
  return new Map(
    rows.flatMap(({ uuid, record }) => {
      const parsed = parseDataset(record);
      return parsed.ok ? [[uuid, parsed.dataset] as const] : [];
    }),
  );
}
