import { functions as F, type DataFrame, type SparkSession, type StructField } from '@millrace/spark-connect';
import { confusion, type confusionFields } from '../kit/confusion.ts';
import { curves, type rocFields, scoreOf, wantsRoc, whereNoCurve, withoutCurve } from '../kit/curves.ts';
import { classNames } from '../kit/feature-names.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { isEmpty, withMaterialized } from '../kit/materialize.ts';
import {
  binaryMetrics,
  classMetrics,
  columnsOf,
  measure,
  numberMetrics,
  showMetrics,
  whereNotANumber,
  whereOneClass,
  type Unmeasurable,
} from '../kit/metrics.ts';
import { residuals } from '../kit/residuals.ts';
import { countScores, showScores } from './_scored.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';

export type ClassFields = FieldValues<typeof confusionFields> & FieldValues<typeof rocFields>;

interface TestInput {
  readonly session: SparkSession;
  readonly predictions: DataFrame;
  /** True if these rows were held out; false if the model was trained on them. */
  readonly isTest: boolean;
  readonly label: StructField;
  readonly predictionCol: string;
  /** Of two classes: the column that says how likely the second one is. */
  readonly scores: string | undefined;
  /** Of classifiers: what is shown of their predictions. */
  readonly shows: ClassFields | undefined;
}

const showsMatrix = (shows: ClassFields | undefined): boolean =>
  shows?.output_confusion_matrix_chart === true || shows?.path !== undefined;

/** True if something of predictions is asked for, whether or not rows were held out to test them. */
export const showsPredictions = (shows: ClassFields | undefined): boolean =>
  showsMatrix(shows) || (shows !== undefined && wantsRoc(shows));

/** How good predictions are for rows that a model did not see, or, if it saw all, the charts that are asked for. */
export async function testing(test: TestInput): Promise<Shown> {
  const { session, predictions, isTest, label, predictionCol, scores, shows } = test;
  const labelCol = label.name;
  const predictionColumns = { labelCol, predictionCol };
  const wantsMatrix = isTest || showsMatrix(shows);
  const wantsCurves = scores !== undefined && shows !== undefined && wantsRoc(shows);
  const left = scores === undefined && shows !== undefined && wantsRoc(shows) ? [withoutCurve.ofOthers] : [];
  if (!wantsMatrix && !wantsCurves) return { warnings: left };
  const metrics =
    shows === undefined
      ? numberMetrics(predictionColumns)
      : {
          ...classMetrics(predictionColumns),
          ...(scores === undefined ? {} : binaryMetrics({ labelCol, rawPredictionCol: scores })),
        };
  const scoredRows = predictions.select(...columnsOf(metrics).map((column) => F.columnNamed(column)));
  const name = classNames(label);
  const nothingLeft = {
    warnings: ['no rows were left to test the model: set a smaller share of rows for training'],
  };
  const withMetrics = async (
    rows: DataFrame,
    { metrics: numbers = {}, ...report }: Shown,
    missing: Unmeasurable | Promise<Unmeasurable>,
  ): Promise<Shown> => {
    const measurement = await measure(metrics, rows, { known: numbers, missing });
    const { results, warnings } = showMetrics(session, 'Test metrics', measurement);
    return {
      ...report,
      metrics: measurement.numbers,
      results: [...results, ...(report.results ?? [])],
      warnings: [...left, ...(report.warnings ?? []), ...warnings],
    };
  };
  const score = scores === undefined ? undefined : scoreOf(scores, { kind: 'udt' });
  if (isTest && shows !== undefined && score !== undefined) {
    const scoreCounts = await countScores(scoredRows, { ...predictionColumns, score });
    const all = scoreCounts && showScores(session, scoreCounts, { labelCol, name }, shows);
    if (all !== undefined) return all.isEmpty ? nothingLeft : withMetrics(scoredRows, all.report, all.missing);
  }
  return withMaterialized(scoredRows, async (rows) => {
    if (await isEmpty(rows)) return nothingLeft;
    if (shows === undefined) {
      const report = { results: [await residuals(rows, predictionColumns)] };
      return isTest ? withMetrics(rows, report, whereNotANumber(predictionColumns)(rows)) : report;
    }
    const matrix = wantsMatrix
      ? await confusion(session, rows, { ...predictionColumns, name }, shows)
      : { results: [], saves: [], metrics: {} };
    const lines = wantsCurves && score !== undefined ? await curves(session, rows, { score, labelCol }, shows) : [];
    const noLines = wantsCurves ? whereNoCurve(lines, shows) : [];
    const report = { ...matrix, results: [...matrix.results, ...lines], warnings: noLines };
    if (!isTest) return { results: report.results, saves: report.saves, warnings: [...left, ...noLines] };
    return withMetrics(rows, report, scores === undefined ? {} : whereOneClass(labelCol)(rows));
  });
}
