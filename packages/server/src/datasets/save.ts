import { randomUUID } from 'node:crypto';
import { descriptorText, type Json, type JsonObject } from '@millrace/workflow';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { projectFor, requireRight, visible } from '../access/projects.ts';
import type { Right } from '../access/rights.ts';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import { batches } from '../store/batches.ts';
import { inTransaction, type Db } from '../store/database.ts';
import type { DatasetTable } from '../store/tables/project-records.ts';
import type { Tables } from '../store/tables.ts';
import { checked, type DatasetColumns } from './check.ts';
import { columnsGiven } from './columns-given.ts';
import { madeOnRead } from './records.ts';

/** A dataset as a client sends it: any keys, of which these say where it goes. */
export interface Given extends JsonObject {
  readonly id?: number | null;
  readonly version?: number | null;
  readonly projectId?: number | null;
}

type Row = Selectable<DatasetTable>;

/** Saves a new dataset and gives its id. */
export async function createDataset(
  db: Kysely<Tables>,
  who: Principal,
  given: Given,
  { now, files }: { now: number; files: FilesAt },
): Promise<number> {
  const projectId = await projectFor(db, who, given.projectId, 'EDIT');
  const columns = await newColumns(given, files);
  const made = await inTransaction(db, (tx) => insertDatasets(tx, who, projectId, [columns], now));
  return made.get(columns.uuid)!;
}

/** What of a new dataset goes into the columns of its table. Fails where it could never be read. */
export const newColumns = (given: Given, files: FilesAt): Promise<DatasetColumns> =>
  checked(merged({ uuid: randomUUID() }, given), files);

/**
 * Stores new datasets of a project and gives their ids by uuid. Whether someone may do so has been looked at. A uuid that
 * the project has already is a CONFLICT.
 */
export async function insertDatasets(
  tx: Transaction<Tables>,
  who: Principal,
  projectId: number,
  rows: readonly DatasetColumns[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const rest = { version: 1, projectId, userId: who.id, dateCreated: now, dateLastUpdated: now };
  for (const batch of batches(rows, ({ record }) => record.length)) {
    const made = await tx
      .insertInto('datasets')
      .values(batch.map((columns) => ({ ...columns, ...rest })))
      .onConflict((conflict) => conflict.columns(['projectId', 'uuid']).doNothing())
      .returning(['id', 'uuid'])
      .execute();
    for (const { id, uuid } of made) ids.set(uuid, id);
    const absent = batch.find(({ uuid }) => !ids.has(uuid));
    if (absent !== undefined)
      throw new Problem('CONFLICT', `project ${projectId} already has a dataset with the uuid ${absent.uuid}`);
    await tx
      .insertInto('datasetVersions')
      .values(batch.map(({ uuid, record }) => versionOf(who, ids.get(uuid)!, { version: 1, record }, now)))
      .execute();
  }
  return ids;
}

/**
 * Saves a dataset over its last version: keys that are not given stay, as do its uuid and its project. A save that
 * names a version is refused where another one has been saved since, and one that names another uuid in any case.
 */
export async function updateDataset(
  db: Kysely<Tables>,
  who: Principal,
  id: number,
  given: Given,
  { now, files }: { now: number; files: FilesAt },
): Promise<number> {
  for (;;) {
    const known = await datasetFor(db, who, id, 'EDIT');
    if (given.version != null && given.version !== known.version)
      throw new Problem(
        'STALE_VERSION',
        `dataset ${id} is at version ${known.version} and what is saved at version ${given.version}: read it again`,
      );
    if (given['uuid'] != null && given['uuid'] !== '' && given['uuid'] !== known.uuid)
      throw new Problem(
        'CONFLICT',
        `dataset ${id} has the uuid ${known.uuid}, not ${String(given['uuid'])}: name the id of the dataset with that uuid, or leave out the id to make a new one`,
      );
    const columns = await checked(
      merged(JSON.parse(known.record) as JsonObject, { ...given, uuid: known.uuid }),
      files,
    );
    // where somebody was faster, what was merged is merged again, with theirs
    if (await inTransaction(db, (tx) => saveOver(tx, who, known, columns, now))) return id;
  }
}

/** Stores the next version of a dataset; false where another one has been saved since it was read. */
async function saveOver(
  tx: Transaction<Tables>,
  who: Principal,
  { id, version }: Pick<Row, 'id' | 'version'>,
  columns: DatasetColumns,
  now: number,
): Promise<boolean> {
  const saved = await tx
    .updateTable('datasets')
    .set({ ...columns, version: version + 1, dateLastUpdated: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (saved === undefined) return false;
  await tx
    .insertInto('datasetVersions')
    .values(versionOf(who, id, { version: version + 1, record: columns.record }, now))
    .execute();
  return true;
}

const versionOf = (
  { id: userId, username: userName }: Principal,
  datasetId: number,
  { version, record }: { readonly version: number; readonly record: string },
  dateLastUpdated: number,
) => ({ datasetId, version, record, userId, userName, dateLastUpdated });

/** Saves a dataset as a new one, under another name. */
export async function cloneDataset(
  db: Kysely<Tables>,
  who: Principal,
  { id, name }: { id: number; name: string },
  at: { now: number; files: FilesAt },
): Promise<number> {
  const { record, projectId } = await datasetFor(db, who, id, 'EDIT');
  return createDataset(db, who, { ...(JSON.parse(record) as JsonObject), uuid: '', name, projectId }, at);
}

/** What is stored of a record with new values laid over it; its schema as one strict text. */
function merged(known: JsonObject, given: JsonObject): JsonObject {
  const own = Object.entries(given).filter(([key, value]) => value !== undefined && !madeOnRead.includes(key));
  const uuid =
    given['uuid'] === undefined || given['uuid'] === null || given['uuid'] === '' ? {} : { uuid: given['uuid'] };
  const laid: Record<string, Json | undefined> = { ...known, ...Object.fromEntries(own), uuid: known['uuid'], ...uuid };
  laid['datasetSchema'] = descriptorText(columnsGiven(given, known['datasetSchema']));
  return laid;
}

/** A dataset that someone may see, and may do that with. */
export async function datasetFor(
  db: Db,
  who: Principal,
  id: number,
  right: Right,
  projectId?: number | undefined,
): Promise<Row> {
  const row = await db
    .selectFrom('datasets')
    .selectAll('datasets')
    .where('datasets.id', '=', id)
    .where(visible(who, 'datasets.projectId'))
    .$if(projectId !== undefined, (query) => query.where('datasets.projectId', '=', projectId ?? 0))
    .executeTakeFirst();
  if (row === undefined)
    throw new Problem(
      'NOT_FOUND',
      `there is no dataset ${id}${projectId === undefined ? '' : ` in project ${projectId}`}`,
    );
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}
