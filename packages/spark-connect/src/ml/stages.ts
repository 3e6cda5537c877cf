import { randomUUID } from 'node:crypto';
import type { DataFrame } from '../dataframe.ts';
import type { RunOptions } from '../events.ts';
import type { SparkSession } from '../session.ts';
import type { ParamKinds } from './params.ts';

export type Params = Readonly<Record<string, unknown>>;

/** Parameters for single stages by their uids: how a grid, or a caller of `fit`, changes what is set. */
export type ParamMap = ReadonlyMap<string, Params>;

/** What turns a DataFrame into another one. */
export interface TransformStage {
  readonly uid: string;
  transform(df: DataFrame): DataFrame;
  /** Writes it so that every Spark reads it. Fails where something is, unless it may be replaced. */
  save(session: SparkSession, path: string, options?: SaveOptions): Promise<void>;
}

/** A fitted one; `dispose` lets the engine forget it, and plans over it must not be run afterwards. */
export interface FittedStage extends TransformStage {
  /** What it comes from; absent for one that was put together by hand. */
  readonly origin?: Origin | undefined;
  dispose(): Promise<void>;
}

/** Where a fitted stage comes from: its estimator and training rows, or the files that hold it. */
export type Origin = Fitting | { readonly path: string };

export interface Fitting {
  readonly estimator: FitStage;
  readonly rows: DataFrame;
}

/** An estimator: it is fitted to a DataFrame. */
export interface FitStage {
  readonly uid: string;
  fit(df: DataFrame, options?: FitOptions): Promise<FittedStage>;
  /** The same with other parameters, if the map names it or one of its stages. */
  withParams(params: ParamMap): FitStage;
  save(session: SparkSession, path: string, options?: SaveOptions): Promise<void>;
}

export interface FitOptions extends RunOptions {
  /** Hears what the engine has to say of a fit that worked. */
  readonly onWarning?: (message: string) => void;
}

export interface SaveOptions extends RunOptions {
  readonly overwrite?: boolean;
}

/** What an operator of Spark ML is called, and what it takes. */
export interface Definition {
  /** The class below `org.apache.spark.ml`, such as `feature.StringIndexer`. */
  readonly className: string;
  /** The class of its fitted model, which is loaded by it. */
  readonly modelName?: string;
  readonly params: ParamKinds;
}

/** The package whose classes a {@link Definition} names. */
export const packageOf = 'org.apache.spark.ml.';

/** A name by which Spark distinguishes stages. */
export const newUid = (className: string): string =>
  `${className.slice(className.lastIndexOf('.') + 1)}_${randomUUID().slice(-12)}`;
