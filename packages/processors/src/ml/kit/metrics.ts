import { functions as F, parseSchema, types, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import {
  binaryClassificationEvaluator,
  multiclassClassificationEvaluator,
  regressionEvaluator,
  type Evaluator,
} from '@millrace/spark-connect/ml';
import type { Result } from '../../contract/results.ts';

export type Metrics = Readonly<Record<string, Evaluator>>;

interface PredictionColumns {
  readonly labelCol: string;
  readonly predictionCol: string;
}

/** How well predictions separate classes, all classes weighted by how frequent they are. */
export const classMetrics = (columns: PredictionColumns): Metrics =>
  ofEach(classMetricNames, (metricName) => multiclassClassificationEvaluator({ ...columns, metricName }));

export const classMetricNames: readonly string[] = ['accuracy', 'f1', 'weightedPrecision', 'weightedRecall'];

/** How well scores separate two classes, whatever the threshold. */
export const binaryMetrics = (columns: { readonly labelCol: string; readonly rawPredictionCol: string }): Metrics =>
  ofEach(['areaUnderROC', 'areaUnderPR'], (metricName) => binaryClassificationEvaluator({ ...columns, metricName }));

/** How far predicted numbers lie from the true ones. */
export const numberMetrics = (columns: PredictionColumns): Metrics =>
  ofEach(['rmse', 'mse', 'mae', 'r2'], (metricName) => regressionEvaluator({ ...columns, metricName }));

const ofEach = (names: readonly string[], make: (name: string) => Evaluator): Metrics =>
  Object.fromEntries(names.map((name) => [name, make(name)]));

/** The columns that metrics read. */
export const columnsOf = (metrics: Metrics): readonly string[] => {
  const params = Object.values(metrics).flatMap((one) => Object.entries(one.params));
  return [...new Set(params.flatMap(([name, value]) => (name.endsWith('Col') ? [String(value)] : [])))];
};

/** Why predictions cannot be measured in some way, by the name of the metric. */
export type Unmeasurable = Readonly<Record<string, string>>;

/** Finds metrics that cannot be computed of predictions. */
export type MetricCheck = (predictions: DataFrame) => Promise<Unmeasurable>;

/** Areas under curves want rows of both classes: of one class Spark gives 1 or 0 for the area under the ROC curve. */
export const whereOneClass =
  (labelCol: string): MetricCheck =>
  async (predictions): Promise<Unmeasurable> => {
    const positive = F.columnNamed(labelCol).cast(types.double).gt(F.lit(0.5, types.double));
    const { rows } = await predictions
      .agg(F.call('count_if', positive).alias('ones'), F.call('count_if', positive.not()).alias('zeros'))
      .table();
    const [ones = 0, zeros = 0] = (rows[0] ?? []).map(Number);
    return ofClassCounts(labelCol, { ones, zeros });
  };

/** The same of classes that are counted already. */
export function ofClassCounts(
  labelCol: string,
  { ones, zeros }: { readonly ones: number; readonly zeros: number },
): Unmeasurable {
  if (ones !== 0 && zeros !== 0) return {};
  const why = `all rows have the same class in column "${labelCol}"`;
  return { areaUnderROC: why, areaUnderPR: why };
}

/** What is no number: by what a model cannot predict, or by labels that are all the same. */
export const whereNotANumber =
  ({ labelCol, predictionCol }: PredictionColumns): MetricCheck =>
  async (predictions): Promise<Unmeasurable> => {
    const [label, prediction] = [labelCol, predictionCol].map((name) => F.columnNamed(name).cast(types.double));
    if (label === undefined || prediction === undefined) throw new TypeError('two columns are judged');
    const { rows } = await predictions
      .agg(
        F.count().alias('rows'),
        F.call('count_if', prediction.isNaN()).alias('unknown'),
        F.min(label).alias('least'),
        F.max(label).alias('most'),
      )
      .table();
    const [all, unknown, min, max] = (rows[0] ?? []).map(Number);
    if (unknown !== 0) {
      const why = `column "${predictionCol}" is NaN in ${unknown} of ${all} rows: the features contain NaN, or values that the model was not trained on`;
      return { rmse: why, mse: why, mae: why, r2: why };
    }
    return min === max ? { r2: `column "${labelCol}" is ${min} in every row` } : {};
  };

export interface Measurement {
  readonly numbers: Readonly<Record<string, number>>;
  /** Those that are no numbers, with the reason. */
  readonly missing: Unmeasurable;
}

/** What is found out of predictions in addition to their metrics. */
interface Findings {
  /** Why some cannot be measured: what Spark says to those does not count. */
  readonly missing: Unmeasurable | Promise<Unmeasurable>;
  /** Metrics that are known without asking Spark. */
  readonly known?: Numbers | Promise<Numbers>;
  /** Names of metrics that `known` may hold: Spark computes the others at once. */
  readonly namesOfKnown?: readonly string[];
}

type Numbers = Readonly<Record<string, number>>;

/** What each metric says of predictions, in their order. Reads nothing any more once it has ended. */
export async function measure(
  metrics: Metrics,
  predictions: DataFrame,
  { missing, known = {}, namesOfKnown = Object.keys(metrics) }: Findings,
): Promise<Measurement> {
  const requests = Object.entries(metrics).map(async ([name, one]) => {
    const number = namesOfKnown.includes(name) ? (await known)[name] : undefined;
    return number ?? one.evaluate(predictions);
  });
  const [missingResult, , ...answers] = await Promise.allSettled([missing, known, ...requests]);
  if (missingResult.status === 'rejected') throw missingResult.reason;
  const numbers: Record<string, number> = {};
  const reasons: Record<string, string> = {};
  for (const [i, name] of Object.keys(metrics).entries()) {
    const [answer, why] = [answers[i], missingResult.value[name]];
    if (why === undefined && answer?.status === 'rejected') throw answer.reason;
    const value = answer?.status === 'fulfilled' ? answer.value : Number.NaN;
    if (why === undefined && Number.isFinite(value)) numbers[name] = value;
    else reasons[name] = why ?? `Spark returned ${value}`;
  }
  return { numbers, missing: reasons };
}

/** Metrics as a table. */
export const metricsTable = (
  session: SparkSession,
  title: string,
  values: Readonly<Record<string, number | null>>,
): Result => ({
  type: 'table',
  title,
  data: session.createDataFrame(Object.entries(values), parseSchema('metric string, value double')),
});

/** Metrics as a table, with null for those that are missing, and why those are. */
export function showMetrics(
  session: SparkSession,
  title: string,
  { numbers, missing }: Measurement,
): { readonly results: Result[]; readonly warnings: string[] } {
  const nulls = Object.fromEntries(Object.keys(missing).map((name) => [name, null]));
  const table = metricsTable(session, title, { ...numbers, ...nulls });
  const warnings = Object.entries(missing).map(([name, why]) => `${name} cannot be computed: ${why}`);
  const reasons: Result[] =
    warnings.length === 0 ? [] : [{ type: 'text', title: `${title} not computed`, text: warnings.join('\n') }];
  return { results: [table, ...reasons], warnings };
}
