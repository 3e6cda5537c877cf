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
import { checkDataset, type DatasetColumns } from './check.ts';
import { submittedColumns } from './submitted-columns.ts';
import { derivedKeys } from './records.ts';
import { notFound, uuidTaken, staleVersion } from '../refusals.ts';

/** A dataset as a client sends it: any keys, of which these say where it goes. */
export interface DatasetInput extends JsonObject {
  readonly id?: number | null;
  readonly version?: number | null;
  readonly projectId?: number | null;
}

type Row = Selectable<DatasetTable>;

/** Saves a new dataset and returns its id. */
export async function createDataset(
  db: Kysely<Tables>,
  who: Principal,
  input: DatasetInput,
  { now, files }: { now: number; files: FilesAt },
): Promise<number> {
  const projectId = await projectFor(db, who, input.projectId, 'EDIT');
  const columns = await newColumns(input, files);
  const ids = await inTransaction(db, (tx) => insertDatasets(tx, who, projectId, [columns], now));
  return ids.get(columns.uuid)!;
}

/** What of a new dataset goes into the columns of its table. Fails if it could never be read. */
export const newColumns = (input: DatasetInput, files: FilesAt): Promise<DatasetColumns> =>
  checkDataset(merge({ uuid: randomUUID() }, input), files);

/**
 * Stores new datasets of a project and returns their ids by uuid. The caller has checked the permission. A uuid that
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
    const insertedRows = await tx
      .insertInto('datasets')
      .values(batch.map((columns) => ({ ...columns, ...rest })))
      .onConflict((conflict) => conflict.columns(['projectId', 'uuid']).doNothing())
      .returning(['id', 'uuid'])
      .execute();
    for (const { id, uuid } of insertedRows) ids.set(uuid, id);
    const absent = batch.find(({ uuid }) => !ids.has(uuid));
    if (absent !== undefined) throw uuidTaken('dataset', absent.uuid, projectId);
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
  input: DatasetInput,
  { now, files }: { now: number; files: FilesAt },
): Promise<number> {
  for (;;) {
    const dataset = await datasetFor(db, who, id, 'EDIT');
    if (input.version != null && input.version !== dataset.version)
      throw staleVersion('dataset', id, input.version, dataset.version);
    if (input['uuid'] != null && input['uuid'] !== '' && input['uuid'] !== dataset.uuid)
      throw new Problem(
        'CONFLICT',
        `dataset ${id} has the UUID ${dataset.uuid}, not ${String(input['uuid'])}: send the id of the dataset with that UUID, or omit the id to create a new one`,
      );
    const columns = await checkDataset(
      merge(JSON.parse(dataset.record) as JsonObject, { ...input, uuid: dataset.uuid }),
      files,
    );
    // if another caller was faster, what was merged is merged again, with theirs
    if (await inTransaction(db, (tx) => saveOver(tx, who, dataset, columns, now))) return id;
  }
}

/** Stores the next version of a dataset; false if another one has been saved since it was read. */
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
function merge(stored: JsonObject, input: JsonObject): JsonObject {
  const own = Object.entries(input).filter(([key, value]) => value !== undefined && !derivedKeys.includes(key));
  const uuid =
    input['uuid'] === undefined || input['uuid'] === null || input['uuid'] === '' ? {} : { uuid: input['uuid'] };
  const record: Record<string, Json | undefined> = {
    ...stored,
    ...Object.fromEntries(own),
    uuid: stored['uuid'],
    ...uuid,
  };
  record['datasetSchema'] = descriptorText(submittedColumns(input, stored['datasetSchema']));
  return record;
}

/** A dataset that a user may see, and may do that with. */
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
  if (row === undefined) throw notFound('dataset', id, projectId);
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}
