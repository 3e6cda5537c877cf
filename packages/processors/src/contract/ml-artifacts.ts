import type { DataFrame, StructType } from '@millrace/spark-connect';
import type {
  Evaluator,
  FittedStage,
  FitStage,
  Model,
  ParamGrid,
  Stage,
  TransformStage,
} from '@millrace/spark-connect/ml';
import type { Json } from './python.ts';
import type { Outcome } from './results.ts';

/** What goes with the rows of a node of machine learning. */
export interface Learned {
  /** What a pipeline is made of. */
  readonly recipe?: PipelineSpec;
  /** What nodes predict with, save, or look for the best parameters of. */
  readonly model?: TrainedModel;
  /** Looks at the rows that a pipeline or a search is to learn from, which are all that come in. */
  readonly trainingReport?: () => ReturnType<TrainingReport>;
  /** Judges the model, for the search for its best parameters. */
  readonly evaluator?: Evaluator;
  /** What is measured of the rows, by name; absent if that hangs on what a model will predict. */
  readonly measures?: Readonly<Record<string, Evaluator>>;
  /** A model in the Python worker. Nodes of Spark ML use those of XGBoost, and no others. */
  readonly fitted?: FittedModel;
  /** Words that places of vectors stand for, too many to be noted at their columns; by the names of these in small letters. */
  readonly words?: Vocabularies;
}

export type Vocabularies = ReadonlyMap<string, readonly string[]>;

/** A model in the Python worker, trained when it is first asked for. */
export interface FittedModel {
  /** What it is, in words: `scikit-learn random forest classifier`. */
  readonly title: string;
  readonly about: AboutModel;
  /** Its name in the worker. */
  handle(): Promise<string>;
  /** The rows that came with it, as they were before it changed them; absent if it has changed none. */
  readonly before?: { readonly rows: DataFrame; readonly schema: StructType };
  /** True if no rows come with it. */
  readonly alone?: boolean;
  /** Where it is saved in this run. */
  readonly path?: string;
}

/** What is known of such a model before it is trained, and saved with it. */
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
export interface PipelineSpec {
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
  /** The rows that came with it, as they were before it changed them; absent if it has changed none. */
  readonly before?: DataFrame;
  /** Columns that it reads and that must not hold null. */
  readonly whole?: readonly string[];
  /** True if no rows come with it. */
  readonly alone?: boolean;
  /** Where it is saved in this run. */
  readonly path?: string;
}

/** What there is to look at of a model, and what is saved of it. */
export type Shown = Pick<Outcome, 'results' | 'saves' | 'warnings' | 'metrics' | 'learnedFrom'>;

/** The rows that a model is trained on, and those held out to test it. */
export interface TrainTestSplit {
  readonly train: DataFrame;
  readonly test?: DataFrame | undefined;
}

/**
 * Looks at rows before anything is learned from them; gives what shows a model that has learned from them. Throws a `FieldError` for rows
 * that the learner cannot take.
 */
export type TrainingReport = (split: TrainTestSplit) => Promise<(model: Model) => Promise<Shown>>;
