import type { Selectable } from 'kysely';
import { COMPATIBILITIES } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { requireRight, visible } from '../access/projects.ts';
import type { Right } from '../access/rights.ts';
import { Problem } from '../problems.ts';
import { component, AnyJson, Id, Millis, Nullable } from '../http/types.ts';
import type { Db } from '../store/database.ts';
import type { ModelTable, ModelVersionTable } from '../store/tables/models.ts';
import { compatibilityOfModel, type ModelRecord } from './record.ts';
import { notFound, versionNotFound, invalidParameter } from '../refusals.ts';

export type ModelRow = Selectable<ModelTable>;
export type VersionRow = Selectable<ModelVersionTable>;

const Strings = Type.Array(Type.String());

export const Metric = component(
  'Metric',
  Type.Object({
    nodeId: Type.String(),
    node: Type.String(),
    name: Type.String(),
    value: Type.Unsafe<number | string>({
      type: ['number', 'string'],
      description: 'Text for values that are not numbers: NaN',
    }),
    workflow: Nullable(
      Type.Object(
        { id: Id, name: Type.String() },
        { description: 'The workflow whose run reported it; null if unknown' },
      ),
    ),
    executionId: Nullable(Id),
  }),
);

/** A version in a list. */
const summary = {
  id: Id,
  uuid: Type.String(),
  version: Type.Integer(),
  isChampion: Type.Boolean(),
  path: Type.String({ description: 'Its folder' }),
  isReplaced: Type.Boolean({ description: 'True if another model was saved in its folder later' }),
  title: Type.String({ description: 'The kind of model, as text' }),
  algorithm: Type.String({ description: 'Its class, or that of the last stage of a pipeline' }),
  dateCreated: Millis,
  userId: Id,
  userName: Type.String(),
  executionId: Nullable(Id),
  nodeId: Nullable(Type.String()),
  workflow: Nullable(Type.Object({ id: Id, name: Type.String(), version: Type.Integer() })),
  metrics: Type.Array(Metric),
};

export const VersionSummary = component('ModelVersionSummary', Type.Object(summary));

export type VersionSummary = Static<typeof VersionSummary>;

export const VersionRecord = component(
  'ModelVersion',
  Type.Object({
    ...summary,
    stages: Strings,
    library: Type.String({ description: 'spark, sklearn, xgboost, or sarimax, arima and var of statsmodels' }),
    madeBy: Type.String({ description: 'The library that trained it, with its version' }),
    engine: Nullable(Type.String()),
    compatibility: Type.Enum([...COMPATIBILITIES], {
      description: 'The Spark version whose behavior its run used, and with which it predicts',
    }),
    maker: Nullable(
      Type.Object({ nodeId: Type.String(), node: Type.String() }, { description: 'The node that trained it' }),
    ),
    rows: Nullable(Type.Integer({ description: 'Number of training rows' })),
    data: Nullable(
      Type.Object({
        fingerprint: Type.String({ description: 'Equal for equal, unchanged files' }),
        sources: Type.Array(Type.Object({ nodeId: Type.String(), node: Type.String(), path: Type.String() })),
      }),
    ),
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), {
      description: 'The columns of the training rows',
    }),
    inputs: Nullable(Type.Array(Type.String(), { description: 'The columns that it reads to predict' })),
    outputs: Strings,
    features: Type.Record(Type.String(), Type.Array(Nullable(Type.String())), {
      description: 'The feature names of its vector columns, by column',
    }),
    classes: Type.Record(Type.String(), Strings, {
      description: 'The labels that the indexes of a column represent, by column; index 0 first',
    }),
    parameters: Type.Array(
      Type.Object({ stage: Type.String(), name: Type.String(), value: AnyJson, isDefault: Type.Boolean() }),
    ),
    files: Type.Integer(),
    bytes: Type.Integer(),
  }),
);

const model = {
  id: Id,
  uuid: Type.String(),
  projectId: Id,
  userId: Id,
  name: Type.String(),
  description: Type.String(),
  champion: Nullable(Type.Integer({ description: 'The number of the version that is marked as the best one' })),
  dateCreated: Millis,
  dateLastUpdated: Millis,
};

export const ModelSummary = component(
  'ModelSummary',
  Type.Object({
    ...model,
    versions: Type.Integer({ description: 'The number of versions' }),
    numbers: Type.Array(Type.Integer(), { description: 'The versions, the newest first' }),
    latest: Nullable(VersionSummary),
    best: Nullable(VersionSummary),
  }),
);

export const ModelUser = Type.Object({
  kind: Type.Enum(['workflow', 'dashboard']),
  id: Id,
  name: Type.String(),
  nodeId: Nullable(Type.String()),
  version: Nullable(
    Type.Integer({ description: 'The version that it uses now; null for any version, if parameters determine it' }),
  ),
});

export const ModelWithVersions = component(
  'Model',
  Type.Object({
    ...model,
    versions: Type.Array(VersionRecord, { description: 'The newest version first' }),
    usedBy: Type.Array(ModelUser),
  }),
);

export function versionSummary(row: VersionRow, champion: number | null): VersionSummary {
  const { title, algorithm, workflow, metrics } = JSON.parse(row.record) as ModelRecord;
  const { record: _, modelId: _model, replacedAt, ...rest } = row;
  return {
    ...rest,
    isChampion: row.version === champion,
    isReplaced: replacedAt !== null,
    title,
    algorithm,
    workflow,
    metrics: metrics.map((one) => ({ ...one, workflow: one.workflow ?? null, executionId: one.executionId ?? null })),
  };
}

export function versionRecord(row: VersionRow, champion: number | null): Static<typeof VersionRecord> {
  const record = JSON.parse(row.record) as ModelRecord;
  return { ...record, compatibility: compatibilityOfModel(record), ...versionSummary(row, champion) } as Static<
    typeof VersionRecord
  >;
}

export function modelRecord({ id, uuid, projectId, userId, name, description, champion, ...dates }: ModelRow) {
  const { dateCreated, dateLastUpdated } = dates;
  return { id, uuid, projectId, userId, name, description, champion, dateCreated, dateLastUpdated };
}

/** A model that a user may see, and may do that with. */
export async function modelFor(db: Db, who: Principal, id: number, right: Right): Promise<ModelRow> {
  const row = await db
    .selectFrom('models')
    .selectAll('models')
    .where('models.id', '=', id)
    .where(visible(who, 'models.projectId'))
    .executeTakeFirst();
  if (row === undefined) throw notFound('model', id);
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}

/** Versions of a model, the newest one first. */
export const versionsOf = (db: Db, modelId: number): Promise<VersionRow[]> =>
  db.selectFrom('modelVersions').selectAll().where('modelId', '=', modelId).orderBy('version', 'desc').execute();

/** A version by its number. */
export async function versionOf(db: Db, { id, name }: ModelRow, version: number): Promise<VersionRow> {
  const row = await db
    .selectFrom('modelVersions')
    .selectAll()
    .where('modelId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw versionNotFound('model', name, version);
  return row;
}

/** The version that is meant: a number, `champion`, `latest`; without a word the champion, or else the newest one. */
export async function versionByWord(db: Db, model: ModelRow, word: string | undefined): Promise<VersionRow> {
  if (word !== undefined && /^\d{1,9}$/.test(word)) return versionOf(db, model, Number(word));
  if (word !== undefined && word !== 'champion' && word !== 'latest')
    throw invalidParameter('version', word, 'must be a number, champion or latest');
  if (word === 'champion' && model.champion === null)
    throw new Problem('UNPROCESSABLE', `no version of model "${model.name}" is marked as champion: name a version`);
  if (word !== 'latest' && model.champion !== null) return versionOf(db, model, model.champion);
  const [newest] = await versionsOf(db, model.id);
  if (newest === undefined) throw new Problem('UNPROCESSABLE', `model "${model.name}" has no versions`);
  return newest;
}
