import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import type { FileSpace } from '../files/file-space.ts';
import { spaceOf } from '../files/home.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import type { ModelRow, VersionRow } from './records.ts';
import { withParents } from './references.ts';

/**
 * Removes the folders of versions, before their records: what fails may be asked for again. What is not there any more is as
 * it should be. Fails before anything is removed if one is there that the caller may not see.
 */
export async function removeFiles(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  who: Principal,
  model: ModelRow,
  versions: readonly VersionRow[],
): Promise<void> {
  const own = versions.filter(({ replacedAt }) => replacedAt === null);
  await requireOwnFolders(db, own);
  const [visible, all] = [spaceOf(settings.files, who), spaceOf(settings.files, { ...who, isSuperuser: true })];
  const isThere = async (space: FileSpace, path: string): Promise<boolean> =>
    (await space.entry(path).catch(orAbsent)) !== undefined;
  for (const { path, version } of own)
    if (!(await isThere(visible, path)) && (await isThere(all, path)))
      throw new Problem(
        'FORBIDDEN',
        `version ${version} of model "${model.name}" is in folder "${path}", which is not visible to you: delete it without its files, or ask a user with access to delete it`,
      );
  for (const { path } of own) await visible.remove(path, true).catch(orAbsent);
}

/** Fails if other versions lie in the folders of those that are to go, below them, or around them. */
async function requireOwnFolders(db: Db, versions: readonly VersionRow[]): Promise<void> {
  const going = new Set(versions.map(({ id }) => id));
  const folders = new Set(versions.map(({ path }) => path));
  if (folders.size === 0) return;
  const parents = new Set([...folders].flatMap(withParents));
  const there = await db
    .selectFrom('modelVersions')
    .innerJoin('models', 'models.id', 'modelVersions.modelId')
    .select(['modelVersions.id', 'modelVersions.path', 'modelVersions.version', 'models.name'])
    .where('modelVersions.replacedAt', 'is', null)
    .execute();
  const other = there.find(
    ({ id, path }) => !going.has(id) && (parents.has(path) || withParents(path).some((folder) => folders.has(folder))),
  );
  if (other !== undefined)
    throw new Problem(
      'CONFLICT',
      `version ${other.version} of model "${other.name}" ${folders.has(other.path) ? 'is also' : 'shares files and is'} in folder "${other.path}": delete without the files`,
    );
}

/** What is not there is nothing. */
function orAbsent(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
  return undefined;
}
