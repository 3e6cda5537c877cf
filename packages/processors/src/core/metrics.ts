import { functions as F, parseSchema, types, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import {
  binaryClassificationEvaluator,
  multiclassClassificationEvaluator,
  regressionEvaluator,
  type Evaluator,
} from '@millrace/spark-connect/ml';
import type { Result } from './results.ts';

export type Metrics = Readonly<Record<string, Evaluator>>;

interface Judged {
  readonly labelCol: string;
  readonly predictionCol: string;
}

/** How well classes are told apart, all classes by how frequent they are. */
export const classMetrics = (columns: Judged): Metrics =>
  ofEach(classMetricNames, (metricName) => multiclassClassificationEvaluator({ ...columns, metricName }));

export const classMetricNames: readonly string[] = ['accuracy', 'f1', 'weightedPrecision', 'weightedRecall'];

/** How well two classes are told apart, whatever the threshold. */
export const binaryMetrics = (columns: { readonly labelCol: string; readonly rawPredictionCol: string }): Metrics =>
  ofEach(['areaUnderROC', 'areaUnderPR'], (metricName) => binaryClassificationEvaluator({ ...columns, metricName }));

/** How far predicted numbers lie from the true ones. */
export const numberMetrics = (columns: Judged): Metrics =>
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

/** Looks at predictions for what no metric can be made of. */
export type Looking = (predictions: DataFrame) => Promise<Unmeasurable>;

/** Areas under curves want rows of both classes. */
export const whereOneClass =
  (labelCol: string): Looking =>
  async (predictions): Promise<Unmeasurable> => {
    const positive = F.columnNamed(labelCol).cast(types.double).gt(F.lit(0.5, types.double));
    const { rows } = await predictions
      .agg(F.call('count_if', positive).alias('ones'), F.call('count_if', positive.not()).alias('zeros'))
      .table();
    const [ones, zeros] = (rows[0] ?? []).map(Number);
    if (ones !== 0 && zeros !== 0) return {};
    const why = `all rows have the same class in "${labelCol}"`;
    return { areaUnderROC: why, areaUnderPR: why };
  };

/** What is no number: by what a model cannot foretell, or by labels that are all the same. */
export const whereNotANumber =
  ({ labelCol, predictionCol }: Judged): Looking =>
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
    const [all, unknown, least, most] = (rows[0] ?? []).map(Number);
    if (unknown !== 0) {
      const why = `"${predictionCol}" is NaN in ${unknown} of ${all} rows: what they are of was not learned from`;
      return { rmse: why, mse: why, mae: why, r2: why };
    }
    return least === most ? { r2: `"${labelCol}" is ${least} in every row` } : {};
  };

/** What Spark answered when it was asked for metrics, or why it did not. */
export type Answers = Readonly<Record<string, PromiseSettledResult<number>>>;

/** Asks for metrics before it is known which of them can be had. Never rejects. */
export async function answers(metrics: Metrics, predictions: DataFrame): Promise<Answers> {
  const asked = Object.entries(metrics);
  const settled = await Promise.allSettled(asked.map(([, one]) => one.evaluate(predictions)));
  return Object.fromEntries(settled.map((one, i) => [asked[i]?.[0] ?? '', one]));
}

/** The answers, but for what cannot be had: whatever was said to that does not count. */
export function answersTo(given: Answers, missing: Unmeasurable): Readonly<Record<string, number>> {
  const wanted = Object.entries(given).filter(([name]) => missing[name] === undefined);
  return Object.fromEntries(
    wanted.map(([name, one]) => {
      if (one.status === 'rejected') throw one.reason;
      return [name, one.value];
    }),
  );
}

export interface Measured {
  readonly numbers: Readonly<Record<string, number>>;
  /** Those that are no numbers, with the reason. */
  readonly missing: Unmeasurable;
}

/** What each metric says of predictions, in their order; those that are `known`, or cannot be `found`, are not asked for. */
export async function measure(
  metrics: Metrics,
  predictions: DataFrame,
  found: Unmeasurable,
  known: Readonly<Record<string, number>> = {},
): Promise<Measured> {
  const names = Object.keys(metrics);
  const asked = Object.entries(metrics)
    .filter(([name]) => found[name] === undefined)
    .map(async ([name, one]) => [name, known[name] ?? (await one.evaluate(predictions))] as const);
  const measured = Object.fromEntries(await Promise.all(asked));
  const isNumber = (name: string): boolean => Number.isFinite(measured[name]);
  return {
    numbers: Object.fromEntries(names.filter(isNumber).map((name) => [name, Number(measured[name])])),
    missing: Object.fromEntries(
      names
        .filter((name) => !isNumber(name))
        .map((name) => [name, found[name] ?? `Spark gives ${String(measured[name])} for it`]),
    ),
  };
}

/** Metrics as a table. */
export const metricsTable = (
  session: SparkSession,
  title: string,
  measured: Readonly<Record<string, number | null>>,
): Result => ({
  type: 'table',
  title,
  data: session.createDataFrame(Object.entries(measured), parseSchema('metric string, value double')),
});

/** Metrics as a table, with null for those that are missing, and why those are. */
export function shownMetrics(
  session: SparkSession,
  title: string,
  { numbers, missing }: Measured,
): { readonly results: Result[]; readonly warnings: string[] } {
  const nulls = Object.fromEntries(Object.keys(missing).map((name) => [name, null]));
  const table = metricsTable(session, title, { ...numbers, ...nulls });
  const warnings = Object.entries(missing).map(([name, why]) => `${name} cannot be measured: ${why}`);
  const told: Result[] =
    warnings.length === 0 ? [] : [{ type: 'text', title: `${title} that are missing`, text: warnings.join('\n') }];
  return { results: [table, ...told], warnings };
}
