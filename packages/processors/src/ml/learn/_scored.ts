import { functions as F, types, type Column, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { confusionOf, type Pair } from '../kit/confusion.ts';
import { curvesThrough, maxThresholds, wantsRoc, whereNoCurve, type Point } from '../kit/curves.ts';
import type { EvaluationReport } from '../kit/evaluation.ts';
import { ofClassCounts } from '../kit/metrics.ts';
import type { ClassFields } from './_testing.ts';

/** How many rows have a class, are taken for one, and have a score: the higher it is, the likelier the second class. */
export interface ScoreCount extends Pair {
  readonly score: number;
  /** The scores of both classes together, the minimum and the maximum; NaN where the first one has none. */
  readonly sums: readonly [number, number];
}

interface Columns {
  readonly labelCol: string;
  readonly predictionCol: string;
  readonly score: Column;
  /** The scores of both classes together, if each has one. */
  readonly sum?: Column | undefined;
}

/** Most of them: if there are 2,000 scores or more, Spark puts neighbours together in its curves. */
const maxScores = 1_999;
/** Most predictions: more of them rarely have so few scores. So many are computed twice where they have not. */
const maxRows = 5_000;

/**
 * Counts predictions by class and score, the highest score first: one query fetches all that is shown of them. `undefined`
 * if they are too many, or hold what Spark tells apart and numbers here do not (NaN, -0).
 */
export async function countScores(
  predictions: DataFrame,
  { labelCol, predictionCol, score, sum = F.lit(null) }: Columns,
): Promise<readonly ScoreCount[] | undefined> {
  const columns = [F.columnNamed(labelCol), F.columnNamed(predictionCol), score, sum];
  const { rows } = await predictions
    .select(...columns.map((column, i) => column.cast(types.double).alias(`_${i}`)))
    .limit(maxRows + 1)
    .table();
  if (rows.length > maxRows) return undefined;
  const byScore = new Map<string, ScoreCount>();
  for (const row of rows) {
    const [label = 0, prediction = 0, value = 0, sum = Number.NaN] = row.map((one) =>
      one === null ? Number.NaN : Number(one),
    );
    const areClear = [label, prediction, value].every((one) => !Number.isNaN(one)) && !Object.is(value, -0);
    if (!areClear) return undefined;
    const key = `${label}/${prediction}/${value}`;
    const { rows: before = 0, sums: [min, max] = [sum, sum] } = byScore.get(key) ?? {};
    const sums = [Math.min(min, sum), Math.max(max, sum)] as const;
    byScore.set(key, { label, prediction, score: value, sums, rows: before + 1 });
  }
  return byScore.size > maxScores ? undefined : [...byScore.values()].toSorted((a, b) => b.score - a.score);
}

/** All that counted predictions tell: their metrics, the matrix of classes, and the curves if they are asked for. */
export function showScores(
  session: SparkSession,
  scores: readonly ScoreCount[],
  { labelCol, name }: { readonly labelCol: string; readonly name: (label: number) => string },
  fields: ClassFields,
): EvaluationReport {
  const points = allPoints(scores);
  const { hits: ones, alarms: zeros } = points.at(-1) ?? nothing;
  const matrix = confusionOf(session, pairsOf(scores), name, fields);
  const lines = wantsRoc(fields) ? curvesThrough(session, fewer(points), fields) : [];
  return {
    isEmpty: scores.length === 0,
    missing: ofClassCounts(labelCol, { ones, zeros }),
    report: {
      ...matrix,
      metrics: { ...areasUnder(points), ...matrix.metrics },
      results: [...matrix.results, ...lines],
      warnings: whereNoCurve(lines, fields),
    },
  };
}

/** How often classes were taken for others, the most frequent first. */
function pairsOf(scores: readonly ScoreCount[]): readonly Pair[] {
  const groups = Map.groupBy(scores, ({ label, prediction }) => `${label}/${prediction}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, rows: others.reduce((sum, { rows }) => sum + rows, first.rows) }],
    )
    .toSorted((a, b) => b.rows - a.rows || a.label - b.label || a.prediction - b.prediction);
}

/** Both classes counted at every score from the highest down. */
function allPoints(scores: readonly ScoreCount[]): readonly Point[] {
  const points: Point[] = [];
  let [hits, alarms] = [0, 0];
  for (const { score, label, rows } of scores) {
    if (label > 0.5) hits += rows;
    else alarms += rows;
    if (points.at(-1)?.threshold === score) points.pop();
    points.push({ threshold: score, hits, alarms });
  }
  return points;
}

/** The points that a curve is drawn of: quantiles of the scores where there are many. */
function fewer(points: readonly Point[]): readonly Point[] {
  if (points.length <= maxThresholds) return points;
  const { hits: ones, alarms: zeros } = points.at(-1) ?? nothing;
  const shares = Array.from({ length: maxThresholds }, (_, i) => (i + 1) / maxThresholds);
  const curvePoints = shares.flatMap(
    (share) => points.find(({ hits, alarms }) => hits + alarms >= share * (ones + zeros)) ?? [],
  );
  return [...new Set(curvePoints)];
}

/** Areas under the curves through all points, as Spark's BinaryClassificationMetrics has them; NaN without both classes. */
function areasUnder(points: readonly Point[]): { readonly areaUnderROC: number; readonly areaUnderPR: number } {
  const { hits: ones, alarms: zeros } = points.at(-1) ?? nothing;
  const roc = points.map(({ hits, alarms }): Corner => [alarms / zeros, hits / ones]);
  const pr = points.map(({ hits, alarms }): Corner => [hits / ones, hits / (hits + alarms)]);
  return {
    areaUnderROC: areaUnder([[0, 0], ...roc, [1, 1]]),
    areaUnderPR: areaUnder([[0, pr[0]?.[1] ?? Number.NaN], ...pr]),
  };
}

type Corner = readonly [x: number, y: number];

/** By the trapezoidal rule. */
function areaUnder(corners: readonly Corner[]): number {
  let [area, left] = [0, corners[0]];
  for (const right of corners) {
    if (left !== undefined) area += ((right[0] - left[0]) * (right[1] + left[1])) / 2;
    left = right;
  }
  return area;
}

const nothing = { hits: 0, alarms: 0 };
