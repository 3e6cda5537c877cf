import type { DataFrame, StructType } from '@millrace/spark-connect';
import type { Evaluator, FittedStage, FitStage, ParamGrid, Stage, TransformStage } from '@millrace/spark-connect/ml';
import { FieldError } from './field-error.ts';
import type { Json } from './python.ts';
import type { Study } from './stages.ts';

/** What travels beside the rows of a node of machine learning. */
export interface Learned {
  /** What a pipeline is made of. */
  readonly recipe?: Recipe;
  /** What nodes predict with, save, or look for the best parameters of. */
  readonly model?: TrainedModel;
  /** Looks at the rows that a pipeline or a search is to learn from, which are all that come in. */
  readonly study?: () => ReturnType<Study>;
  /** Judges the model, for the search for its best parameters. */
  readonly evaluator?: Evaluator;
  /** What is measured of the rows, by name; absent where that hangs on what a model will predict. */
  readonly measures?: Readonly<Record<string, Evaluator>>;
  /** A model in the Python worker. Nodes of Spark ML use those of XGBoost, and no others. */
  readonly fitted?: FittedModel;
  /** Words that places of vectors stand for, too many to be noted at their columns; by the names of these in small letters. */
  readonly words?: Words;
}

export type Words = ReadonlyMap<string, readonly string[]>;

/** A model in the Python worker, trained when it is first asked for. */
export interface FittedModel {
  /** What it is, in words: `scikit-learn random forest classifier`. */
  readonly title: string;
  readonly about: AboutModel;
  /** Its name in the worker. */
  handle(): Promise<string>;
  /** The rows beside it as they were before it changed them; absent where it has changed none. */
  readonly before?: { readonly rows: DataFrame; readonly schema: StructType };
  /** True where no rows stand beside it. */
  readonly alone?: boolean;
  /** Where it is saved in this run. */
  readonly path?: string;
}

/** What is known of such a model before it is trained, and saved beside it. */
export interface AboutModel {
  readonly library: 'sklearn' | 'sarimax' | 'arima' | 'var' | 'xgboost';
  /** What it does: `classifier`, `regressor`, `clusterer`, … */
  readonly kind: string;
  readonly title: string;
  /** Columns that it reads. */
  readonly features: readonly string[];
  readonly target?: string;
  /** The kind of type of what it predicts, as Spark calls it. */
  readonly type?: string;
  readonly [more: string]: Json | undefined;
}

/** Stages in their order, and the rows that the first of them takes. */
export interface Recipe {
  readonly input: DataFrame;
  readonly stages: readonly Stage[];
  /** Values to try of their parameters. */
  readonly grid: ParamGrid;
}

/** A model, trained when it is first asked for. */
export interface TrainedModel {
  /** What it is, in words: `random forest classifier`. */
  readonly title: string;
  fitted(): Promise<FittedStage | TransformStage>;
  /** What it is trained by, on which rows (`all`: those that they are a share of); absent for one that was loaded. */
  readonly training?: {
    readonly estimator: FitStage;
    readonly input: DataFrame;
    readonly all?: DataFrame;
    readonly grid: ParamGrid;
  };
  /** The rows beside it as they were before it changed them; absent where it has changed none. */
  readonly before?: DataFrame;
  /** Columns that it reads and that must not hold null. */
  readonly whole?: readonly string[];
  /** True where no rows stand beside it. */
  readonly alone?: boolean;
  /** Where it is saved in this run. */
  readonly path?: string;
}

/** The model of a node that predicts; rows may bring that of a feature node along, which has changed them already. */
export const predictive = (learned: Learned | undefined): TrainedModel | undefined =>
  learned?.model?.before === undefined ? learned?.model : undefined;

/** Calls `work` at the first call alone, and gives what it gave to all others. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= work());
}

/** The model of a node of XGBoost: it learns in Python from vectors of Spark ML, and predicts for such. */
export const boosted = (learned: Learned | undefined): FittedModel | undefined =>
  learned?.fitted?.about.library === 'xgboost' ? learned.fitted : undefined;

/** True where rows come with a model that has not predicted for them yet: what it adds is not among their columns. */
export const isStillToPredict = (learned: Learned | undefined): boolean =>
  predictive(learned) !== undefined || learned?.fitted !== undefined;

/** Throws a `FieldError` where only a model of the Python worker is there that nodes of Spark ML cannot use. */
export function refuseFitted(learned: readonly (Learned | undefined)[], instead: string): void {
  const fitted = learned.find((one) => one?.fitted !== undefined)?.fitted;
  if (fitted !== undefined && learned.every((one) => one?.model === undefined && boosted(one) === undefined))
    throw new FieldError(
      '',
      `its input brings a ${fitted.title}, which is no model of Spark ML`,
      `use the node ${instead} in its place`,
    );
}

/** Throws a `FieldError` where what stands before a node learns in Python, and the node is made of learners of Spark ML. */
export function requireSparkLearner(learned: Learned | undefined, node: 'a pipeline' | 'a search'): void {
  if (learned?.fitted === undefined || learned.model !== undefined) return;
  throw new FieldError(
    '',
    `the ${learned.fitted.title} before it learns in Python, and ${node} takes learners of Spark ML alone`,
    'connect its model to Predict and Model Save without this node, or choose a learner such as GBT Classifier',
  );
}
