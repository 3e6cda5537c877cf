import type { FittedModel, MlArtifacts, TrainedModel } from '../../contract/ml-artifacts.ts';
import { FieldError } from '../../kit/field-error.ts';
import { withArticle } from './ml-errors.ts';

/** The model of a node that predicts; rows may bring that of a feature node along, which has changed them already. */
export const predictorOf = (learned: MlArtifacts | undefined): TrainedModel | undefined =>
  learned?.model?.before === undefined ? learned?.model : undefined;

/** Calls `work` at the first call alone, and gives what it gave to all others. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** The model of a node of XGBoost: it is trained in Python on vectors of Spark ML, and predicts for such. */
export const boostedModelOf = (learned: MlArtifacts | undefined): FittedModel | undefined =>
  learned?.fitted?.about.library === 'xgboost' ? learned.fitted : undefined;

/** True if rows come with a model that has not predicted for them yet: what it adds is not among their columns. */
export const isStillToPredict = (learned: MlArtifacts | undefined): boolean =>
  predictorOf(learned) !== undefined || learned?.fitted !== undefined;

/** Throws a `FieldError` if only a model of the Python worker is there that nodes of Spark ML cannot use. */
export function refuseFitted(learned: readonly (MlArtifacts | undefined)[], instead: string): void {
  const fitted = learned.find((one) => one?.fitted !== undefined)?.fitted;
  if (fitted !== undefined && learned.every((one) => one?.model === undefined && boostedModelOf(one) === undefined))
    throw new FieldError(
      '',
      `the input provides ${withArticle(fitted.title)}: must be a Spark ML model`,
      `use the node ${instead} instead`,
    );
}

/** Throws a `FieldError` if the node before trains in Python, and the node is made of estimators of Spark ML. */
export function requireSparkLearner(learned: MlArtifacts | undefined, node: 'a pipeline' | 'a parameter search'): void {
  if (learned?.fitted === undefined || learned.model !== undefined) return;
  throw new FieldError(
    '',
    `the preceding ${learned.fitted.title} trains in Python, but ${node} takes only Spark ML learners`,
    'connect its model to Predict and Model Save nodes directly, or choose a Spark ML learner such as GBT Classifier',
  );
}
