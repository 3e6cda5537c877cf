import type { SparkSession } from '@millrace/spark-connect';
import { FieldError } from './field-error.ts';
import { once, type Learned, type TrainedModel } from './learned.ts';
import type { Context, Files } from './processor.ts';
import type { RegisteredModel } from './registered.ts';
import { readModel } from './saved-models.ts';
import { fittedIn } from './sklearn-files.ts';

export { readModel };
export { standInsFor, transformed, vectorSizes } from './model-columns.ts';

/** The model that lies at a path of the file space, read when it is first asked for; `field` names the path in errors. */
export const loadedFrom = (
  session: SparkSession,
  files: Files,
  { path, title }: RegisteredModel,
  field = 'path',
): TrainedModel => ({
  title,
  fitted: once(async () => readModel(session, await folderOfModel(files, path, field), path, field)),
});

/**
 * The model that lies at a path of the file space, of Spark or of XGBoost: the newest, where versions stand side by side.
 * Throws a `FieldError` for one of another library.
 */
export async function modelAt(
  { session, files, python }: Pick<Context<Record<never, never>>, 'session' | 'files' | 'python'>,
  found: RegisteredModel,
  field = 'path',
): Promise<Required<Pick<Learned, 'model'>> | Required<Pick<Learned, 'fitted'>>> {
  if (!(await isOfPython(files, found.path))) return { model: loadedFrom(session, files, found, field) };
  const fitted = await fittedIn(files, found.path, python, field);
  if (fitted.about.library === 'xgboost') return { fitted };
  throw new FieldError(
    field,
    `"${found.path}" holds a ${fitted.title}, which is no model of Spark ML`,
    'load it by the node "Sklearn Model Load", or by that of its time series',
  );
}

/** True where the newest model of a path is one of the Python worker: such have a card beside them. */
async function isOfPython(files: Files, path: string): Promise<boolean> {
  const names = await files.list(`${path.replace(/\/+$/, '')}/**`).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'NO_FILES') return [];
    throw error;
  });
  const newest = names.filter((name) => /\/(card\.json|metadata\/[^/]+)$/.test(name)).toSorted();
  return newest.at(-1)?.endsWith('/card.json') === true;
}

/** The folder of the model that a path of the file space holds: the newest one, where versions stand side by side. */
export async function folderOfModel(files: Files, path: string, field = 'path'): Promise<string> {
  const names = await files.input(`${path.replace(/\/+$/, '')}/**`).then(
    (found) => found.names,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'NO_FILES') return [];
      throw error;
    },
  );
  const folders = names.flatMap((name) => /^(.*)\/metadata\/[^/]+$/.exec(name)?.[1] ?? []);
  const depth = (folder: string): number => folder.split('/').length;
  // stages of a pipeline lie deeper
  const least = Math.min(...folders.map(depth));
  const newest = folders
    .filter((folder) => depth(folder) === least)
    .toSorted()
    .at(-1);
  if (newest === undefined)
    throw new FieldError(field, `"${path}" holds no saved model`, 'choose a folder that a model was saved in');
  return newest;
}
