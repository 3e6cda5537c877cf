import type { SparkSession } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { newestModel } from '../kit/newest-model.ts';
import { once } from '../kit/ml-artifacts.ts';
import type { MlArtifacts, TrainedModel } from '../../contract/ml-artifacts.ts';
import type { Context } from '../../contract/context.ts';
import type { Files } from '../../contract/files.ts';
import { isSamePath } from '../kit/registered.ts';
import type { RegisteredModel } from '../../contract/models.ts';
import { readModel } from './_saved-models.ts';
import { fittedModelIn } from '../kit/sklearn-files.ts';
import { noSavedModel, withArticle } from '../kit/ml-errors.ts';

export { readModel };
export { standInsFor, transform, vectorSizes } from '../kit/model-columns.ts';

/** The model that lies at a path of the file space, read at its first use; `field` names the path in errors. */
export const loadFrom = (
  session: SparkSession,
  files: Files,
  { path, title }: RegisteredModel,
  field = 'path',
  fixedPath?: boolean,
): TrainedModel => ({
  title,
  fitted: once(async () => readModel(session, await folderOfModel(files, path, field, fixedPath), path, field)),
});

/**
 * The model that lies at a path of the file space, of Spark or of XGBoost: the newest, where versions stand side by side.
 * Throws a `FieldError` for one of another library.
 */
export async function modelAt(
  { session, files, python }: Pick<Context<Record<never, never>>, 'session' | 'files' | 'python'>,
  model: RegisteredModel,
  field = 'path',
  fixedPath?: boolean,
): Promise<Required<Pick<MlArtifacts, 'model'>> | Required<Pick<MlArtifacts, 'fitted'>>> {
  const newest = await newestModel(files, model.path, { fixedPath });
  if (newest?.library !== 'python') return { model: loadFrom(session, files, model, field, fixedPath) };
  // errors name a path as it was written
  const folder = isSamePath(newest.folder, model.path) ? model.path : newest.folder;
  const fitted = await fittedModelIn(files, folder, python, field);
  if (fitted.about.library === 'xgboost') return { fitted };
  throw new FieldError(
    field,
    `path "${model.path}" contains ${withArticle(fitted.title)}: must be a Spark ML model`,
    'load it with the node "Sklearn Model Load", or with the load node of its time series model',
  );
}

/** The folder of the model that a path of the file space holds: the newest one, where versions stand side by side. */
export async function folderOfModel(files: Files, path: string, field = 'path', fixedPath?: boolean): Promise<string> {
  const newest = await newestModel(files, path, { fixedPath, library: 'spark' });
  if (newest === undefined) throw noSavedModel(path, field);
  const { names } = await files.input(newest.file);
  return names[0]?.replace(/\/metadata\/[^/]+$/, '') ?? newest.folder;
}
