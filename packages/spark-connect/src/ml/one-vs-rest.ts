import type { Column } from '../column.ts';
import type { DataFrame } from '../dataframe.ts';
import { functions as F } from '../functions.ts';
import { noteTransform } from './made-by.ts';
import { requireParallelism } from './parallelism.ts';
import type { Estimator, Model } from './operators.ts';
import { newUid, type FitOptions, type FittedStage, type FitStage, type Origin, type ParamMap } from './stages.ts';

interface OneVsRestOptions {
  /** Tells two classes apart, and says how sure it is in a column of its own (`rawPredictionCol`). */
  readonly classifier: Estimator;
  readonly featuresCol?: string;
  readonly labelCol?: string;
  readonly predictionCol?: string;
  /** How sure each class's model is, as a vector. */
  readonly rawPredictionCol?: string;
  /** How much each row counts. A classifier that takes no weights learns without, and says so. */
  readonly weightCol?: string;
  /** How many models are fitted at a time; 2 if not set. */
  readonly parallelism?: number;
}

interface Columns {
  readonly featuresCol: string;
  readonly labelCol: string;
  readonly predictionCol: string;
  readonly rawPredictionCol: string;
}

/** Classes 0 to n - 1 by a classifier of two: one model for each class against all others, the surest of which decides. */
export class OneVsRest implements FitStage {
  readonly uid: string;
  readonly #options: OneVsRestOptions;

  constructor(options: OneVsRestOptions, uid = newUid('OneVsRest')) {
    requireParallelism(options.parallelism);
    this.#options = options;
    this.uid = uid;
  }

  withParams(params: ParamMap): OneVsRest {
    return new OneVsRest({ ...this.#options, classifier: this.#options.classifier.withParams(params) }, this.uid);
  }

  /** Fits a model for each class. Throws a `RangeError` where labels are no whole numbers from 0. */
  async fit(df: DataFrame, options: FitOptions = {}): Promise<OneVsRestModel> {
    const { classifier, weightCol } = this.#options;
    const parallelism = requireParallelism(this.#options.parallelism);
    const takesWeights = 'weightCol' in classifier.definition.params;
    if (weightCol !== undefined && !takesWeights)
      options.onWarning?.(`weightCol is not used: ${classifier.definition.className} takes no weights`);
    const columns: Columns = {
      featuresCol: this.#options.featuresCol ?? 'features',
      labelCol: this.#options.labelCol ?? 'label',
      predictionCol: this.#options.predictionCol ?? 'prediction',
      rawPredictionCol: this.#options.rawPredictionCol ?? 'rawPrediction',
    };
    const classes = await classesIn(df, columns.labelCol);
    const label = `${this.uid}_label`;
    const models: Model[] = [];
    try {
      for (let from = 0; from < classes; from += parallelism) {
        const some = Array.from({ length: Math.min(parallelism, classes - from) }, (_, i) => from + i);
        const fitted = await Promise.allSettled(
          some.map((one) => {
            const isOne = F.when(F.columnNamed(columns.labelCol).eq(one), F.lit(1.0)).otherwise(F.lit(0.0));
            const { featuresCol } = columns;
            const weights = weightCol !== undefined && takesWeights ? { weightCol } : {};
            const own = new Map([[classifier.uid, { labelCol: label, featuresCol, ...weights }]]);
            return classifier.withParams(own).fit(df.withColumn(label, isOne), options);
          }),
        );
        models.push(...fitted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
        const failure = fitted.find((one) => one.status === 'rejected');
        if (failure !== undefined) throw failure.reason;
      }
    } catch (error) {
      await Promise.allSettled(models.map((model) => model.dispose()));
      throw error;
    }
    return new OneVsRestModel(models, columns, { uid: this.uid, origin: { estimator: this, rows: df } });
  }

  save(): Promise<void> {
    return Promise.reject(new TypeError('one-vs-rest cannot be saved: save the models of its classes'));
  }
}

async function classesIn(df: DataFrame, labelCol: string): Promise<number> {
  const label = F.columnNamed(labelCol);
  const wrong = F.count(
    F.when(
      label
        .lt(0)
        .or(label.eq(F.floor(label)).not())
        .or(label.isNull()),
      1,
    ),
  );
  const [labelRow] = await df.agg(F.max(label).alias('most'), wrong.alias('wrong')).collect();
  const maxLabel = Number(labelRow?.['most'] ?? Number.NaN);
  if (Number(labelRow?.['wrong']) > 0 || !Number.isInteger(maxLabel))
    throw new RangeError(`the labels in ${labelCol} must be whole numbers from 0: index them first`);
  return maxLabel + 1;
}

/** A model for each class. */
export class OneVsRestModel implements FittedStage {
  /** By class. */
  readonly models: readonly Model[];
  readonly uid: string;
  readonly origin: Origin;
  readonly #columns: Columns;

  constructor(
    models: readonly Model[],
    columns: Columns,
    { uid, origin }: { readonly uid: string; readonly origin: Origin },
  ) {
    this.models = models;
    this.#columns = columns;
    this.uid = uid;
    this.origin = origin;
  }

  transform(df: DataFrame): DataFrame {
    const { featuresCol, predictionCol, rawPredictionCol } = this.#columns;
    const rawColumn = (i: number): string => `${this.uid}_${i}`;
    const scoredRows = this.models.reduce((rows, model, i) => {
      const own = { featuresCol, rawPredictionCol: rawColumn(i), predictionCol: `${this.uid}_prediction` };
      const probability = 'probabilityCol' in model.definition.params ? { probabilityCol: '' } : {};
      return model
        .with({ ...own, ...probability })
        .transform(rows)
        .drop(own.predictionCol);
    }, df);
    const all: Column = F.array(
      ...this.models.map((_, i) =>
        F.elementAt(F.call('vector_to_array', F.columnNamed(rawColumn(i)), F.lit('float64')), 2),
      ),
    );
    const bestClass = F.arrayPosition(all, F.arrayMax(all)).minus(1).cast('double');
    const rows = scoredRows
      .withColumns([
        [rawPredictionCol, F.call('array_to_vector', all)],
        [predictionCol, bestClass],
      ])
      .drop(...this.models.map((_, i) => rawColumn(i)));
    return noteTransform(this, df, rows);
  }

  save(): Promise<void> {
    return Promise.reject(new TypeError('one-vs-rest cannot be saved: save the models of its classes'));
  }

  async dispose(): Promise<void> {
    for (const model of this.models) await model.dispose();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}
