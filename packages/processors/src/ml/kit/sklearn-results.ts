import { parseSchema, type SparkSession } from '@millrace/spark-connect';
import { showConfusion, type confusionFields } from './confusion.ts';
import { curvesThrough, wantsRoc, whereNoCurve, withoutCurve, type rocFields } from './curves.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { metricsTable } from './metrics.ts';
import { history, ofFeatures, summary } from './model-results.ts';
import { residualsIn } from './residuals.ts';
import type { Result } from '../../contract/results.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';

/** How good predictions are: `judging.py` gives it. */
export interface SklearnEvaluation {
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Of classes: their names, and how many rows of one were taken for another, by indices of that list. */
  readonly classes?: readonly string[];
  readonly pairs?: readonly (readonly [label: number, prediction: number, rows: number])[];
  readonly points?: readonly (readonly [threshold: number, hits: number, alarms: number])[];
  /** Of classes: true if there are scores of two. */
  readonly scored?: boolean;
  /** Of numbers: predictions, and what is left over. */
  readonly residuals?: readonly (readonly [prediction: number, residual: number])[];
  /** Of clusters: their names and sizes. */
  readonly clusters?: readonly (readonly [name: string, size: number])[];
}

/** What an estimator gives of itself: `learning.py` gives it, as far as the estimator has it. */
export interface Trained {
  readonly rows: number;
  readonly features: readonly string[];
  readonly classes?: readonly string[];
  readonly iterations?: number;
  readonly more?: Readonly<Record<string, number>>;
  readonly importances?: readonly number[];
  readonly coefficients?: readonly (readonly number[])[];
  readonly intercepts?: readonly number[];
  readonly history?: readonly number[];
  readonly centres?: readonly (readonly number[])[];
  readonly inertia?: number;
  readonly sizes?: readonly number[];
  /** Of a search for the number of clusters: those that were tried. */
  readonly tried?: ClusterTrials | null;
  readonly judged?: SklearnEvaluation;
}

/** The sizes of clusters, by index. */
export interface ClusterTrials {
  readonly clusters: readonly number[];
  readonly inertia: readonly number[];
  readonly silhouette: readonly (number | null)[];
}

export type ClassFields = FieldValues<typeof confusionFields> & FieldValues<typeof rocFields>;

/** Most classes whose coefficients are shown. */
const maxClasses = 20;

/** Numbers of the model as a whole, and how much each feature says. */
export function showModel(session: SparkSession, trained: Trained): Result[] {
  const { rows, features, classes, iterations, importances, coefficients = [], intercepts = [] } = trained;
  const one = coefficients.length === 1;
  const nameOf = (at: number): string => `class ${classes?.[at] ?? at}`;
  const firstCoefficients = coefficients.slice(0, maxClasses);
  const numbers: Record<string, number> = {
    rows,
    features: features.length,
    ...(classes === undefined ? {} : { classes: classes.length }),
    ...(iterations === undefined ? {} : { iterations }),
    ...(one
      ? { intercept: intercepts[0] ?? 0 }
      : Object.fromEntries(
          intercepts.slice(0, firstCoefficients.length).map((b, i) => [`intercept of ${nameOf(i)}`, b]),
        )),
    ...trained.more,
  };
  const names = (at: number): string => features[at] ?? String(at);
  return [
    summary(session, numbers),
    ...(coefficients.length === 0
      ? []
      : ofFeatures(
          session,
          'Coefficients',
          names,
          Object.fromEntries(firstCoefficients.map((of, i) => [one ? 'coefficient' : nameOf(i), of])),
        )),
    ...(importances === undefined
      ? []
      : ofFeatures(session, 'Feature importances', names, { importance: importances })),
    ...history(session, trained.history ?? [], 'Loss'),
  ];
}

/** Metrics as a table, and what there is to see of predictions. */
export function evaluationResults(
  session: SparkSession,
  title: string,
  evaluation: SklearnEvaluation,
  fields?: ClassFields,
): Shown {
  const metrics = withoutNullMetrics(evaluation.metrics);
  const table = metricsTable(session, title, metrics);
  const more = showPredictions(session, evaluation, fields);
  return { ...more, metrics, results: [table, ...(more.results ?? [])] };
}

/** What there is to see of predictions but their metrics. */
export function showPredictions(session: SparkSession, evaluation: SklearnEvaluation, fields?: ClassFields): Shown {
  const { classes, pairs = [], points = [], scored, residuals } = evaluation;
  if (residuals !== undefined)
    return {
      results: [residualsIn(session.createDataFrame(residuals, parseSchema('prediction double, residual double')))],
    };
  if (classes === undefined || fields === undefined) return {};
  const pairCounts = pairs.map(([label, prediction, rows]) => ({ label, prediction, rows }));
  const matrix = showConfusion(
    session,
    pairCounts.toSorted((a, b) => b.rows - a.rows || a.label - b.label || a.prediction - b.prediction),
    (at) => classes[at] ?? String(at),
    fields,
  );
  const lines = wantsRoc(fields)
    ? curvesThrough(
        session,
        points.map(([threshold, hits, alarms]) => ({ threshold, hits, alarms })),
        fields,
      )
    : [];
  const noCurve = wantsRoc(fields) ? [withoutCurve.ofOthers] : [];
  const warnings = scored === true ? whereNoCurve(lines, fields) : noCurve;
  return { saves: matrix.saves, results: [...matrix.results, ...lines], warnings };
}

/** Without metrics that have no value here, such as R² of one row. */
export const withoutNullMetrics = (metrics: SklearnEvaluation['metrics']): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(metrics).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
