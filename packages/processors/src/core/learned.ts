import type { DataFrame } from '@millrace/spark-connect';
import type { Evaluator, FittedStage, FitStage, ParamGrid, Stage, TransformStage } from '@millrace/spark-connect/ml';

/** What travels beside the rows of a node of machine learning. */
export interface Learned {
  /** What a pipeline is made of. */
  readonly recipe?: Recipe;
  /** What nodes predict with, save, or look for the best parameters of. */
  readonly model?: TrainedModel;
  /** Judges the model, for the search for its best parameters. */
  readonly evaluator?: Evaluator;
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
  /** What it is trained by, on which rows; absent for one that was loaded. */
  readonly training?: { readonly estimator: FitStage; readonly input: DataFrame; readonly grid: ParamGrid };
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
