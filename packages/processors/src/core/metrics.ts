import { parseSchema, type DataFrame, type SparkSession } from '@millrace/spark-connect';
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
  ofEach(['accuracy', 'f1', 'weightedPrecision', 'weightedRecall'], (metricName) =>
    multiclassClassificationEvaluator({ ...columns, metricName }),
  );

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

/** What each metric says of predictions, in their order; those that are `known` are not asked for. */
export async function measure(
  metrics: Metrics,
  predictions: DataFrame,
  known: Readonly<Record<string, number>> = {},
): Promise<Readonly<Record<string, number>>> {
  const asked = Object.entries(metrics).map(
    async ([name, one]) => [name, known[name] ?? (await one.evaluate(predictions))] as const,
  );
  return Object.fromEntries(await Promise.all(asked));
}

/** Metrics as a table. */
export const metricsTable = (
  session: SparkSession,
  title: string,
  measured: Readonly<Record<string, number>>,
): Result => ({
  type: 'table',
  title,
  data: session.createDataFrame(Object.entries(measured), parseSchema('metric string, value double')),
});
