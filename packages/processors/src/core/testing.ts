import { functions as F, type DataFrame, type SparkSession, type StructField } from '@millrace/spark-connect';
import { confusion, type confusionFields } from './confusion.ts';
import { curves, type rocFields, scoreOf, wantsRoc } from './curves.ts';
import { classNames } from './feature-names.ts';
import type { FieldValues } from './fields.ts';
import { withKept } from './kept.ts';
import {
  binaryMetrics,
  classMetrics,
  columnsOf,
  measure,
  numberMetrics,
  shownMetrics,
  whereNotANumber,
  whereOneClass,
} from './metrics.ts';
import { residuals } from './residuals.ts';
import type { Outcome, Result } from './results.ts';
import type { Shown } from './stages.ts';

export type ClassFields = FieldValues<typeof confusionFields> & FieldValues<typeof rocFields>;

interface Tested {
  readonly session: SparkSession;
  readonly predictions: DataFrame;
  /** True where these rows were kept aside; false where the model has learned from them. */
  readonly isTest: boolean;
  readonly label: StructField;
  readonly predictionCol: string;
  /** Of two classes: the column that says how likely the second one is. */
  readonly scores: string | undefined;
  /** Of classifiers: what is shown of their predictions. */
  readonly shows: ClassFields | undefined;
}

/** How good predictions are for rows that a model did not see, or, where it saw all, the charts that are asked for. */
export async function testing(tested: Tested): Promise<Shown> {
  const { session, predictions, isTest, label, predictionCol, scores, shows } = tested;
  const labelCol = label.name;
  const judged = { labelCol, predictionCol };
  const wantsMatrix = isTest || shows?.output_confusion_matrix_chart === true || shows?.path !== undefined;
  const wantsCurves = scores !== undefined && shows !== undefined && wantsRoc(shows);
  if (!wantsMatrix && !wantsCurves) return {};
  const metrics =
    shows === undefined
      ? numberMetrics(judged)
      : {
          ...classMetrics(judged),
          ...(scores === undefined ? {} : binaryMetrics({ labelCol, rawPredictionCol: scores })),
        };
  return withKept(predictions.select(...columnsOf(metrics).map((name) => F.columnNamed(name))), async (kept) => {
    if ((await kept.limit(1).table()).rows.length === 0)
      return { warnings: ['no row was left to test the model: give a smaller share of the rows to learn from'] };
    const told = async (known: Outcome['metrics'], results: readonly Result[]): Promise<Shown> => {
      if (!isTest) return { results };
      const look =
        shows === undefined ? whereNotANumber(judged) : scores === undefined ? nothing : whereOneClass(labelCol);
      const measured = await measure(metrics, kept, await look(kept), known);
      const table = shownMetrics(session, 'Test metrics', measured);
      return { metrics: measured.numbers, results: [...table.results, ...results], warnings: table.warnings };
    };
    if (shows === undefined) return told({}, [await residuals(kept, judged)]);
    const matrix = wantsMatrix
      ? await confusion(session, kept, { ...judged, name: classNames(label) }, shows)
      : { results: [], saves: [], metrics: {} };
    const lines = wantsCurves
      ? await curves(session, kept, { score: scoreOf(scores, { kind: 'udt' }), labelCol }, shows)
      : [];
    return { ...(await told(matrix.metrics, [...matrix.results, ...lines])), saves: matrix.saves };
  });
}

const nothing = () => Promise.resolve({});
