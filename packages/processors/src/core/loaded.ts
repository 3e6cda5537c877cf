import type { SparkSession } from '@millrace/spark-connect';
import { FieldError } from './field-error.ts';
import { once, type TrainedModel } from './learned.ts';
import type { Files } from './processor.ts';
import type { RegisteredModel } from './registered.ts';
import { readModel } from './saved-models.ts';

export { readModel };

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
