import { typeName } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { once } from './ml-artifacts.ts';
import type { AboutModel, FittedModel } from '../../contract/ml-artifacts.ts';
import type { Context } from '../../contract/context.ts';
import type { Files } from '../../contract/files.ts';
import { newestModel } from './newest-model.ts';
import { nameOfModel } from './model-names.ts';
import { isRegistered, isSamePath, findRegisteredModel } from './registered.ts';
import type { Outcome } from '../../contract/results.ts';
import { requirePython } from './sklearn.ts';
import { noModel } from './sklearn-predicting.ts';
import { chooseSavedModel, noSavedModel, withArticle } from './ml-errors.ts';

type Library = AboutModel['library'];

/** Which models a node saves and loads. */
interface KindOfModel {
  readonly libraries: readonly Library[];
  /** What they are, in words. */
  readonly description: string;
}

type Saving = Pick<Context<Record<never, never>>, 'input' | 'schema' | 'learned' | 'trains' | 'python' | 'version'>;

/** Where a model goes, and what it is called. */
interface Target {
  readonly path: string;
  readonly modelName: string | undefined;
}

/** Saves the model of the input as a new version below a folder, named by the start of the run, and hands it on. */
export async function savingModel(
  context: Saving,
  { path, modelName }: Target,
  { libraries, description }: KindOfModel,
): Promise<Outcome> {
  const { input, schema, learned, trains, python, version } = context;
  const fitted = learned[0]?.fitted;
  if (fitted === undefined || !libraries.includes(fitted.about.library))
    throw noModel(learned, description, '"Spark ML Model Save"');
  const name = nameOfModel(modelName, path);
  const target = `${path.replace(/\/+$/, '')}/${version}`;
  const outcome: Outcome = { outputs: [input], learned: [{ fitted: { ...fitted, path } }] };
  if (!trains || python === undefined) return outcome;
  const model = await fitted.handle();
  return {
    ...outcome,
    saves: [
      {
        format: 'model',
        path: target,
        mode: 'error',
        write: (folder, options) => python.save(model, folder, options),
        facts: async () => ({
          name,
          title: fitted.title,
          columns: schema.fields.map((column) => ({ name: column.name, type: typeName(column.type) })),
          features: {},
          classes: {},
        }),
      },
    ],
  };
}

type Loading = Pick<Context<Record<never, never>>, 'input' | 'files' | 'learned' | 'models' | 'python'>;

/** Which saved model is meant: a folder, or a registered one. */
interface ModelReference {
  readonly path: string;
  readonly champion?: boolean;
}

/** Loads a model that was saved: the one in the folder, or the newest below it; that of this run after a node that saves there. */
export async function loadingModel(
  { input, files, learned, models, python }: Loading,
  { path, champion = false }: ModelReference,
  { libraries, description }: KindOfModel,
): Promise<Outcome> {
  const inputModel = learned[0]?.fitted;
  // what this run saves is put in place when all has ended well
  const isKnown = isRegistered(models, { path, champion });
  const model = isKnown ? await findRegisteredModel(models, { reference: path, champion, field: 'path' }) : { path };
  const fitted =
    inputModel !== undefined && !isKnown && isSamePath(inputModel.path, path)
      ? inputModel
      : await fittedModelIn(files, model.path, python);
  refuseTrees(fitted, path, 'path', '"Spark ML Model Load"');
  if (!libraries.includes(fitted.about.library))
    throw new FieldError(
      'path',
      `path "${path}" contains ${withArticle(fitted.title)}: must be ${withArticle(description)}`,
      `choose a folder with ${withArticle(description)}`,
    );
  return { outputs: [input], learned: [{ fitted }] };
}

/** Throws a `FieldError` for a model of XGBoost, which nodes of Spark ML use. */
export function refuseTrees({ title, about }: FittedModel, path: string, field: string, instead: string): void {
  if (about.library === 'xgboost')
    throw new FieldError(
      field,
      `path "${path}" contains ${withArticle(title)}, which takes Spark ML vectors`,
      `use the node ${instead} instead`,
    );
}

/** The model that lies at a path of the file space, loaded at its first use; `field` names the path in errors. */
export async function fittedModelIn(
  files: Files,
  path: string,
  python: Loading['python'],
  field = 'path',
): Promise<FittedModel> {
  const card = await newestCard(files, path, field);
  const text = await files.text(card);
  const about = aboutIn(text, path, field);
  const handle = once(async () => {
    const worker = requirePython(python);
    const model = worker.nextModel();
    const [file] = (await files.input(card.replace(/card\.json$/, about.file))).names;
    await worker.call({
      operation: 'load',
      parameters: { model, card: JSON.parse(text), path },
      files: { model: file ?? '' },
    });
    return model;
  });
  return { title: about.title, about, handle };
}

/** The card of the model that a path of the file space holds: that of the newest one, where versions stand side by side. */
async function newestCard(files: Files, path: string, field: string): Promise<string> {
  const newest = await newestModel(files, path, { library: 'python' });
  if (newest !== undefined) return newest.file;
  if ((await newestModel(files, path)) === undefined) throw noSavedModel(path, field);
  throw new FieldError(field, `path "${path}" contains a Spark ML model`, 'use the node "Spark ML Model Load" instead');
}

/** What a card says of its model. Throws a `FieldError` for one that is no card of ours. */
function aboutIn(text: string, path: string, field: string): AboutModel & { readonly file: string } {
  let card: unknown;
  try {
    card = JSON.parse(text);
  } catch {
    card = undefined;
  }
  if (!isCard(card))
    throw new FieldError(
      field,
      `path "${path}" contains an invalid card.json: must describe a model`,
      chooseSavedModel,
    );
  return card;
}

const isCard = (card: unknown): card is AboutModel & { readonly file: string } => {
  if (typeof card !== 'object' || card === null) return false;
  const { library, kind, title, features, file, sha256 } = card as Readonly<Record<string, unknown>>;
  return (
    [library, kind, title, file, sha256].every((one) => typeof one === 'string') &&
    /^model\.[a-z]+$/.test(String(file)) &&
    Array.isArray(features) &&
    features.every((one) => typeof one === 'string')
  );
};
