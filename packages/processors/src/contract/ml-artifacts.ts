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

/** The ML artifacts that go with the rows of a node. */
export interface MlArtifacts {
  /** What a pipeline is made of. */
  readonly recipe?: PipelineSpec;
  /** What nodes predict with, save, or look for the best parameters of. */
  readonly model?: TrainedModel;
  /** Inspects the rows that a pipeline or a search trains on: all rows of the input. */
  readonly trainingReport?: () => ReturnType<TrainingReport>;
  /** Evaluates the model, for the search for its best parameters. */
  readonly evaluator?: Evaluator;
  /** What is measured of the rows, by name; absent if that hangs on what a model will predict. */
  readonly measures?: Readonly<Record<string, Evaluator>>;
  /** A model in the Python worker. Nodes of Spark ML use those of XGBoost, and no others. */
  readonly fitted?: FittedModel;
  /** Vocabularies that are too large for the metadata of their vector columns; by the lower-case names of these. */
  readonly words?: Vocabularies;
}

export type Vocabularies = ReadonlyMap<string, readonly string[]>;

/** A model in the Python worker, trained at its first use. */
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

/** A model, trained at its first use. */
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

/** The results that show a model, and what is saved of it. */
export type Shown = Pick<Outcome, 'results' | 'saves' | 'warnings' | 'metrics' | 'learnedFrom'>;

/** The rows that a model is trained on, and those held out to test it. */
export interface TrainTestSplit {
  readonly train: DataFrame;
  readonly test?: DataFrame | undefined;
}

/**
 * Inspects rows before training; returns a function that reports on the model trained on them. Throws a `FieldError` for rows
 * that the learner cannot take.
 */
export type TrainingReport = (split: TrainTestSplit) => Promise<(model: Model) => Promise<Shown>>;
