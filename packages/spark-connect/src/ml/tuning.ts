import type { DataFrame } from '../dataframe.ts';
import { functions as F } from '../functions.ts';
import type { SparkSession } from '../session.ts';
import { noteTransform } from './made-by.ts';
import { requireParallelism } from './parallelism.ts';
import type { Evaluator } from './operators.ts';
import {
  newUid,
  type FitOptions,
  type FittedStage,
  type FitStage,
  type Origin,
  type ParamMap,
  type Params,
  type SaveOptions,
} from './stages.ts';

/** All combinations of values of parameters, of one stage or several. */
export class ParamGrid {
  readonly #axes: readonly { readonly uid: string; readonly name: string; readonly values: readonly unknown[] }[];

  constructor(axes: ParamGrid['axes'] = []) {
    this.#axes = axes;
  }
  get axes(): readonly { readonly uid: string; readonly name: string; readonly values: readonly unknown[] }[] {
    return this.#axes;
  }

  /** Values to try of a stage's parameters; an empty list tries none. */
  add(stage: { readonly uid: string }, values: Readonly<Record<string, readonly unknown[]>>): ParamGrid {
    const axes = Object.entries(values)
      .filter(([, all]) => all.length > 0)
      .map(([name, all]) => ({ uid: stage.uid, name, values: all }));
    return new ParamGrid([...this.#axes, ...axes]);
  }

  /** Each combination once, the last parameter changing fastest; a grid without values has one, which changes nothing. */
  build(): readonly ParamMap[] {
    return this.#axes.reduce<readonly ParamMap[]>(
      (maps, { uid, name, values }) =>
        maps.flatMap((map) =>
          values.map((value) => new Map([...map, [uid, { ...map.get(uid), [name]: value } as Params]])),
        ),
      [new Map()],
    );
  }
}

interface TuneOptions {
  readonly estimator: FitStage;
  readonly evaluator: Evaluator;
  /** What to try; the estimator as it is if nothing is given. */
  readonly grid?: readonly ParamMap[];
  /** How many models are fitted at a time; 2 if not set. */
  readonly parallelism?: number;
  readonly seed?: number | bigint;
}

export interface CrossValidatorOptions extends TuneOptions {
  /** 2 at least; 3 if not set. */
  readonly numFolds?: number;
  /** A column of whole numbers from 0 that says which fold each row is of. */
  readonly foldCol?: string;
}

export interface TrainValidationSplitOptions extends TuneOptions {
  /** Share of the training rows; 0.75 if not set. */
  readonly trainRatio?: number;
}

const noChanges: ParamMap = new Map();

export interface Fold {
  readonly training: DataFrame;
  readonly validation: DataFrame;
}

abstract class Tuner implements FitStage {
  readonly uid: string;
  abstract readonly options: TuneOptions;

  constructor(tuning: TuneOptions, name: string) {
    this.uid = newUid(name);
    if (tuning.grid?.length === 0)
      throw new RangeError('the grid is empty: leave it out to try the estimator as it is');
    requireParallelism(tuning.parallelism);
  }

  /** The training rows and the evaluation rows of each model. */
  abstract folds(df: DataFrame): readonly Fold[];
  abstract withParams(params: ParamMap): FitStage;

  /** Fits the estimator for each fold and each combination, and once more, the best combination, on all rows. */
  async fit(df: DataFrame, options: FitOptions = {}): Promise<TunedModel> {
    const { estimator, evaluator, grid = [noChanges] } = this.options;
    const parallelism = requireParallelism(this.options.parallelism);
    const metrics: number[][] = [];
    for (const { training, validation } of this.folds(df)) {
      await Promise.all([training.persist(), validation.persist()]);
      try {
        metrics.push(
          await inTurns(grid, parallelism, async (params) => {
            const model = await estimator.withParams(params).fit(training, options);
            try {
              return await evaluator.evaluate(model.transform(validation), options);
            } finally {
              await model.dispose();
            }
          }),
        );
      } finally {
        await Promise.allSettled([training.unpersist(), validation.unpersist()]);
      }
    }
    const averages = grid.map(
      (_, i) => metrics.reduce((sum, fold) => sum + (fold[i] ?? Number.NaN), 0) / metrics.length,
    );
    const best = bestOf(averages, evaluator.isLargerBetter);
    const model = await estimator.withParams(grid[best] ?? noChanges).fit(df, options);
    const tuning: Tuning = { metrics: averages, ofFolds: metrics, best, grid };
    return new TunedModel(model, tuning, { uid: this.uid, origin: { estimator: this, rows: df } });
  }

  save(): Promise<void> {
    return Promise.reject(
      new TypeError('a search cannot be saved before it is fitted: save its estimator, or the model that it finds'),
    );
  }
}

/** The index of the best metric; one that is no number is never the best, unless all are none. */
function bestOf(metrics: readonly number[], isLargerBetter: boolean): number {
  const rank = (metric: number): number => (Number.isNaN(metric) ? -Infinity : isLargerBetter ? metric : -metric);
  return metrics.reduce((best, metric, i) => (rank(metric) > rank(metrics[best] ?? Number.NaN) ? i : best), 0);
}

/** Does something with each, so many at a time, and gives the results in order; ends with the first error. */
async function inTurns<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results = Array.from<R>({ length: all.length });
  let next = 0;
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (next < all.length && !hasFailed) {
      const i = next++;
      try {
        results[i] = await work(all[i] as T);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, all.length) }, worker));
  const error = outcomes.find((one) => one.status === 'rejected');
  if (error !== undefined) throw error.reason;
  return results;
}

/** Tries combinations of parameters on folds of the rows: each fold evaluates once the models trained on the others. */
export class CrossValidator extends Tuner {
  readonly options: CrossValidatorOptions;

  constructor(options: CrossValidatorOptions) {
    super(options, 'CrossValidator');
    this.options = options;
    const { numFolds = 3 } = options;
    if (!Number.isInteger(numFolds) || numFolds < 2)
      throw new RangeError(`invalid numFolds ${numFolds}: must be at least 2`);
  }

  withParams(params: ParamMap): CrossValidator {
    return new CrossValidator({ ...this.options, estimator: this.options.estimator.withParams(params) });
  }

  folds(df: DataFrame): readonly Fold[] {
    const { numFolds = 3, foldCol, seed = 42 } = this.options;
    const all = Array.from({ length: numFolds }, (_, i) => i);
    if (foldCol !== undefined) {
      const fold = F.columnNamed(foldCol);
      const wrong = F.concat(F.lit(`a fold is a number from 0 to ${numFolds - 1}, not `), fold.cast('string'));
      const checkedFold = F.when(fold.gte(0).and(fold.lt(numFolds)), fold).otherwise(F.call('raise_error', wrong));
      const withCheckedFolds = df.withColumn(foldCol, checkedFold);
      return all.map((i) => ({
        training: withCheckedFolds.filter(fold.eq(i).not()),
        validation: withCheckedFolds.filter(fold.eq(i)),
      }));
    }
    const width = 1 / numFolds;
    const name = `${this.uid}_rand`;
    const withNumbers = df.withColumn(name, F.rand(seed));
    return all.map((i) => {
      const isOfFold = F.columnNamed(name)
        .gte(i * width)
        .and(F.columnNamed(name).lt((i + 1) * width));
      return { training: withNumbers.filter(isOfFold.not()), validation: withNumbers.filter(isOfFold) };
    });
  }
}

/** Tries combinations of parameters on one part of the rows, which the other part taught. */
export class TrainValidationSplit extends Tuner {
  readonly options: TrainValidationSplitOptions;

  constructor(options: TrainValidationSplitOptions) {
    super(options, 'TrainValidationSplit');
    this.options = options;
    const { trainRatio = 0.75 } = options;
    if (!(trainRatio > 0 && trainRatio < 1))
      throw new RangeError(`invalid trainRatio ${trainRatio}: must be between 0 and 1`);
  }

  withParams(params: ParamMap): TrainValidationSplit {
    return new TrainValidationSplit({ ...this.options, estimator: this.options.estimator.withParams(params) });
  }

  folds(df: DataFrame): readonly Fold[] {
    const { trainRatio = 0.75, seed = 42 } = this.options;
    const name = `${this.uid}_rand`;
    const withNumbers = df.withColumn(name, F.rand(seed));
    const judges = F.columnNamed(name).gte(trainRatio);
    return [{ training: withNumbers.filter(judges.not()), validation: withNumbers.filter(judges) }];
  }
}

/** How each combination did. */
export interface Tuning {
  /** Of each combination, the mean of its folds. */
  readonly metrics: readonly number[];
  /** Of each fold, of each combination. */
  readonly ofFolds: readonly (readonly number[])[];
  /** Index of the best one. */
  readonly best: number;
  readonly grid: readonly ParamMap[];
}

/** The best model that was found. What is saved is that model. */
export class TunedModel implements FittedStage {
  readonly bestModel: FittedStage;
  readonly tuning: Tuning;
  readonly uid: string;
  readonly origin: Origin;

  constructor(
    bestModel: FittedStage,
    tuning: Tuning,
    { uid, origin }: { readonly uid: string; readonly origin: Origin },
  ) {
    this.bestModel = bestModel;
    this.tuning = tuning;
    this.uid = uid;
    this.origin = origin;
  }

  transform(df: DataFrame): DataFrame {
    return noteTransform(this, df, this.bestModel.transform(df));
  }
  save(session: SparkSession, path: string, options?: SaveOptions): Promise<void> {
    return this.bestModel.save(session, path, options);
  }
  dispose(): Promise<void> {
    return this.bestModel.dispose();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}
