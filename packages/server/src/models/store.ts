import { filterByProject } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { holdsText } from '../store/like.ts';
import { modelRecord, versionOf, versionSummary, type ModelRow, type VersionRow } from './records.ts';

/** Which models a list holds. */
export interface ModelListQuery {
  readonly projectId?: number | undefined;
  /** A part of the name. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly size: number;
}

/** The models that a user may see, those that have changed last first, with their newest version and their champion. */
export async function listModels(db: Db, who: Principal, query: ModelListQuery) {
  const { projectId, search = '', page, size } = query;
  const projectIds = projectId === undefined ? [] : [projectId];
  const rows = await db
    .selectFrom('models')
    .selectAll()
    .where(await filterByProject(db, who, 'models.projectId', { projectIds }))
    .$if(search !== '', (query) => query.where(holdsText('name', search)))
    .orderBy('dateLastUpdated', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const versions = await versionsOfAll(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = versions.get(row.id) ?? [];
    const [newest] = own;
    const best = own.find(({ version }) => version === row.champion);
    return {
      ...modelRecord(row),
      versions: own.length,
      numbers: own.map(({ version }) => version),
      latest: newest === undefined ? null : versionSummary(newest, row.champion),
      best: best === undefined ? null : versionSummary(best, row.champion),
    };
  });
}

async function versionsOfAll(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, VersionRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('modelVersions')
    .selectAll()
    .where('modelId', 'in', ids)
    .orderBy('version', 'desc')
    .execute();
  return Map.groupBy(rows, ({ modelId }) => modelId);
}

/** What is changed of a model; what is undefined stays. */
export interface ModelChange {
  readonly description?: string | undefined;
  /** The version that is marked as the best one; null: none is. */
  readonly champion?: number | null | undefined;
}

/** Changes a model. Fails with NOT_FOUND or CONFLICT for a champion that is no version, or whose files are another's. */
export async function changeModel(
  db: Db,
  row: ModelRow,
  { description, champion }: ModelChange,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('models')
    .set({
      ...(description === undefined ? {} : { description }),
      ...(champion === undefined ? {} : { champion }),
      dateLastUpdated: now,
    })
    .where('id', '=', row.id)
    .$if(champion != null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('modelVersions')
            .select('modelVersions.id')
            .where('modelId', '=', row.id)
            .where('version', '=', champion ?? 0)
            .where('replacedAt', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  if (champion != null && numUpdatedRows === 0n) {
    const { version } = await versionOf(db, row, champion);
    throw versionReplaced(row.name, version);
  }
}

/** The files of a version are gone: another model was saved in its folder. */
export const versionReplaced = (name: string, version: number): Problem =>
  new Problem(
    'CONFLICT',
    `another model has replaced the files of ${name}, version ${version}: choose another version`,
  );
