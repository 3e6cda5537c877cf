import { FieldError } from '../../kit/field-error.ts';
import { flag, text } from '../../kit/fields.ts';
import { flawOf } from './registered.ts';

/** What a saved model is called among those of its project. */
export const modelName = text({
  title: 'Model name',
  description:
    'Each run adds a version to the model of this name in the project; if blank, the name of the folder is used.',
});

/** The name of a model that goes to a folder. Throws a `FieldError` for one that no reference could hold. */
export function nameOfModel(userName: string | undefined, folder: string): string {
  const base = folder.replace(/\/+$/, '');
  const name = (userName ?? base.slice(base.lastIndexOf('/') + 1)).trim();
  if (name !== '' && name.length <= 200 && flawOf(name) === undefined) return name;
  throw new FieldError(
    'modelName',
    `invalid value ${JSON.stringify(name)} for field "modelName": must have 1 to 200 characters, without "/" or control characters`,
    'enter a short name such as churn',
  );
}

/** Of nodes that load a model: whether the champion is meant. */
export const selectChampionModel = flag({
  default: false,
  title: 'Champion',
  description: 'Loads the registered version that is marked as champion.',
});

/** How a field is shown that takes a folder or a registered model. */
export const folderOrModel = {
  kind: 'model',
  title: 'Folder or registered model',
  description: 'A folder, or models:/NAME, models:/NAME/VERSION or models:/NAME/champion.',
} as const;

/** Of nodes that predict: a registered model for a node without a model among its inputs. */
export const registeredModel = {
  useChampion: flag({
    default: false,
    title: 'Champion',
    description: 'Predicts with the champion of the registered model, whichever version is named.',
  }),
  model_uuid: text({
    kind: 'model',
    title: 'Registered model',
    description:
      'Used if no input provides a model: models:/NAME, models:/NAME/VERSION, models:/NAME/champion, or a UUID.',
  }),
};

/** Of evaluators: the registered model that gets the metrics. */
export const evaluatedModel = {
  modelUUID: text({
    kind: 'model',
    title: 'Registered model',
    description:
      'The version that the metrics are also recorded for: models:/NAME, models:/NAME/VERSION, or a UUID; none if blank.',
  }),
  useChampion: flag({
    default: false,
    title: 'Champion',
    description: 'Records the metrics for the champion of the registered model, whichever version is named.',
  }),
};

/** The saved model that fields mean. */
export const referenceOf = ({
  path,
  selectChampionModel: champion,
}: {
  readonly path: string;
  readonly selectChampionModel: boolean;
}) => ({ path, champion });
