import {
  functions as F,
  parseSchema,
  types,
  type Column,
  type DataFrame,
  type SparkSession,
} from '@millrace/spark-connect';
import { bucketizer } from '@millrace/spark-connect/ml';
import { flag, formerField, text } from '../../kit/fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import type { Result } from '../../contract/results.ts';

/** Thresholds that a curve is drawn of, at most: quantiles of the scores. */
export const maxThresholds = 200;

/** Fields of nodes that show how the choice of a threshold weighs hits against false alarms. */
export const rocFields = {
  output_roc_curve: flag({ default: false, title: 'Show the ROC curve' }),
  output_roc_chart: formerField(flag({ default: false })),
  roc_title: text({ default: 'ROC Curve', title: 'Title of the curve' }),
  roc_description: text({
    default: 'Receiver operating characteristic (ROC) curve',
    title: 'Description of the curve',
  }),
  xlabel: text({ default: 'False Positive Rate (specificity)', title: 'X-axis label' }),
  ylabel: text({ default: 'True Positive Rate (sensitivity)', title: 'Y-axis label' }),
};

/** True if the curve is wanted, by either name of the field. */
export const wantsRoc = (fields: FieldValues<typeof rocFields>): boolean =>
  fields.output_roc_curve || fields.output_roc_chart;

/** What a node says that is asked for the curve and has none of it to show. */
export const withoutCurve = {
  ofOthers: 'the ROC curve is left out: it needs two classes and the probability of the second one',
  ofOneClass: 'the ROC curve is left out: all evaluated rows have the same class',
};

/** The warning of a curve that is asked for and cannot be drawn through rows with scores. */
export const whereNoCurve = (lines: readonly Result[], fields: FieldValues<typeof rocFields>): readonly string[] =>
  wantsRoc(fields) && lines.length === 0 ? [withoutCurve.ofOneClass] : [];

/** How many of either class lie at or above a threshold. */
export interface Point {
  readonly threshold: number;
  readonly hits: number;
  readonly alarms: number;
}

// Spark's vector_to_array has two arguments: only PySpark's function has a default for the second
const scoresIn = (name: string): Column => F.call('vector_to_array', F.columnNamed(name), F.lit('float64'));

/** The score of the second class: of vectors their second value, of numbers themselves. */
export const scoreOf = (name: string, type: { readonly kind: string }): Column =>
  type.kind === 'udt' ? scoresIn(name).getItem(1) : F.columnNamed(name).cast(types.double);

/** Both scores of vectors of two together; undefined of numbers. */
export const sumOf = (name: string, type: { readonly kind: string }): Column | undefined =>
  type.kind === 'udt' ? scoresIn(name).getItem(0).plus(scoresIn(name).getItem(1)) : undefined;

/** True if both scores always make the same together: the second one then ranks rows as their probability does. */
export const isOneSum = (min: number, max: number): boolean =>
  !(max - min > 1e-6 * (1 + Math.max(Math.abs(min), Math.abs(max))));

/** The ROC curve and that of precision over recall, as charts; nothing if only one class occurs. */
export async function curves(
  session: SparkSession,
  predictions: DataFrame,
  { score, labelCol }: { readonly score: Column; readonly labelCol: string },
  fields: FieldValues<typeof rocFields>,
): Promise<Result[]> {
  const points = await thresholds(predictions.select(score.alias('score'), isPositive(labelCol).alias('positive')));
  return curvesThrough(session, points, fields);
}

/** The same through points that are known, from the highest threshold down; the last one holds all rows. */
export function curvesThrough(
  session: SparkSession,
  points: readonly Point[],
  fields: FieldValues<typeof rocFields>,
): Result[] {
  const { hits: positives = 0, alarms: negatives = 0 } = points.at(-1) ?? {};
  if (positives === 0 || negatives === 0) return [];
  const { roc_title: title, roc_description: description, xlabel: xLabel, ylabel: yLabel } = fields;
  const rates = points.map(({ threshold, hits, alarms }) => [alarms / negatives, hits / positives, threshold]);
  const precision = points.map(({ threshold, hits, alarms }) => [hits / positives, hits / (hits + alarms), threshold]);
  const limit = maxThresholds + 2;
  return [
    {
      type: 'chart',
      title,
      data: session.createDataFrame(
        [[0, 0, null], ...rates],
        parseSchema('false_positive_rate double, true_positive_rate double, threshold double'),
      ),
      limit,
      chart: {
        kind: 'line',
        encodings: { x: 'false_positive_rate', y: ['true_positive_rate'] },
        xLabel,
        yLabel,
        options: { description },
      },
    },
    {
      type: 'chart',
      title: 'Precision-Recall Curve',
      data: session.createDataFrame(precision, parseSchema('recall double, precision double, threshold double')),
      limit,
      chart: {
        kind: 'line',
        encodings: { x: 'recall', y: ['precision'] },
        xLabel: 'Recall',
        yLabel: 'Precision',
      },
    },
  ];
}

const isPositive = (labelCol: string): Column =>
  F.columnNamed(labelCol).cast(types.double).gt(F.lit(0.5, types.double));

/** Both classes counted from the highest threshold down; the last point holds all rows. */
async function thresholds(scoredRows: DataFrame): Promise<Point[]> {
  const infinite = F.lit(Number.POSITIVE_INFINITY, types.double);
  const scores = scoredRows
    .filter(F.col('score').isNotNull().and(F.col('positive').isNotNull()))
    // Spark takes what is no number for the highest score
    .withColumn('score', F.when(F.col('score').isNaN(), infinite).otherwise(F.col('score')));
  const shares = Array.from({ length: maxThresholds }, (_, i) => F.lit(i / maxThresholds, types.double));
  const quantiles = await scores
    .agg(F.call('percentile_approx', F.col('score'), F.call('array', ...shares), F.lit(10_000)).alias('edges'))
    .table();
  const edges = [...new Set((quantiles.rows[0]?.[0] ?? []) as readonly number[])];
  // the last two of them must differ
  const within = edges.slice(1).map((one) => Math.min(one, Number.MAX_VALUE));
  const splits = [Number.NEGATIVE_INFINITY, ...within, Number.POSITIVE_INFINITY];
  if (edges.length === 0) return [];
  const buckets = splits.length < 3 ? scores.withColumn('place', F.lit(0, types.double)) : withBuckets(scores, splits);
  const { rows } = await buckets
    .groupBy('place')
    .agg(
      F.call('count_if', F.col('positive')).alias('hits'),
      F.call('count_if', F.col('positive').not()).alias('alarms'),
    )
    .table();
  const sorted = rows.toSorted(([a], [b]) => Number(b) - Number(a));
  let [hits, alarms] = [0, 0];
  return sorted.map(([bucket, more, others]) => {
    hits += Number(more);
    alarms += Number(others);
    return { threshold: edges[Number(bucket)] ?? 0, hits, alarms };
  });
}

const withBuckets = (rows: DataFrame, splits: readonly number[]): DataFrame =>
  bucketizer({ inputCol: 'score', outputCol: 'place', splits }).transform(rows);
