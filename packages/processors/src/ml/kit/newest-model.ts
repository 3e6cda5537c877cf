import type { Files } from '../../contract/files.ts';
import { isSamePath } from './registered.ts';

/** A model as its files show it. */
export interface SavedModel {
  readonly folder: string;
  /** The file that describes it: a part of the metadata of Spark, or the card of the Python worker. */
  readonly file: string;
  readonly library: 'spark' | 'python';
}

/** Folders of Spark in a saved model, which are no versions of it. */
const isPart = (name: string): boolean => /^(stages|bestModel|estimator|evaluator|subModels|model_\d+)$/.test(name);

/**
 * Of models in and below a folder those that a node means, by its field `fixedPath`: the one in the folder alone where that
 * is true; versions below it, if there are any and it is false; if it is not set the one in the folder, or else
 * those below.
 */
export function modelsMeant<T>(
  models: readonly T[],
  isInside: (model: T) => boolean,
  fixedPath?: boolean,
): readonly T[] {
  const [inside, below] = [models.filter(isInside), models.filter((one) => !isInside(one))];
  if (fixedPath === true) return inside;
  const [first, others] = fixedPath === false ? [below, inside] : [inside, below];
  return first.length > 0 ? first : others;
}

/** The newest of the models that a path of the file space holds and a node means; undefined if there is none. */
export async function newestModel(
  files: Files,
  path: string,
  { fixedPath, library }: { readonly fixedPath?: boolean | undefined; readonly library?: SavedModel['library'] } = {},
): Promise<SavedModel | undefined> {
  const names = await files.list(`${path.replace(/\/+$/, '')}/**`).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'NO_FILES') return [];
    throw error;
  });
  const isInside = ({ folder }: SavedModel): boolean => isSamePath(folder, path);
  const all = names.flatMap((name) => modelOf(name) ?? []).filter((one) => (library ?? one.library) === one.library);
  // stages of a pipeline lie deeper than versions, and next to them if the folder itself is a pipeline
  const below = all.filter((one) => !isInside(one) && !partsOf(one.folder).slice(partsOf(path).length).some(isPart));
  const depth = Math.min(...below.map(({ folder }) => partsOf(folder).length));
  const versions = below.filter(({ folder }) => partsOf(folder).length === depth);
  const [only, ...others] = modelsMeant([...all.filter(isInside), ...versions], isInside, fixedPath);
  if (only === undefined || others.length === 0) return only;
  const datedModels = await Promise.all(
    [only, ...others].map(async (one) => ({ one, time: await timeOf(files, one) })),
  );
  return datedModels.toSorted((a, b) => a.time - b.time || inNumbers.compare(a.one.folder, b.one.folder)).at(-1)?.one;
}

const inNumbers = new Intl.Collator('en', { numeric: true });

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

function modelOf(file: string): SavedModel | undefined {
  const [, folder, ofSpark] = /^(.*)\/(?:(metadata)\/part-[^/]*|card\.json)$/.exec(file) ?? [];
  return folder === undefined ? undefined : { folder, file, library: ofSpark === undefined ? 'python' : 'spark' };
}

/** When a model was saved, in milliseconds: as its folder is called by the start of its run, or as Spark has noted it. */
async function timeOf(files: Files, { folder, file, library }: SavedModel): Promise<number> {
  const [, year, month, day, hour, minute, second, ms] =
    /\/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:_\d+)?$/.exec(folder) ?? [];
  if (ms !== undefined) return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  if (library === 'python') return -Infinity;
  try {
    const { timestamp } = JSON.parse(await files.text(file)) as { readonly timestamp?: unknown };
    return typeof timestamp === 'number' ? timestamp : -Infinity;
  } catch (error) {
    // what is wrong with it is reported if it is the one that is loaded
    if (error instanceof SyntaxError) return -Infinity;
    throw error;
  }
}
