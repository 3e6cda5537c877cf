import { functions as F, types, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { uniqueNames } from '../../kit/columns.ts';
import { flag, formerField, text } from '../../kit/fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import type { Result, Save } from '../../contract/results.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';

/** Most classes of a matrix: the most frequent ones. */
const maxClasses = 50;
/** Most pairs of classes to count: above, metrics are left to Spark. */
const maxPairs = 10_000;

/** Fields of nodes that show how often each class was taken for another. */
export const confusionFields = {
  output_confusion_matrix_chart: flag({ default: false, title: 'Show the confusion matrix as a chart' }),
  cm_chart_title: text({ default: 'Confusion Matrix Chart', title: 'Title of the matrix' }),
  cm_chart_description: text({
    default: 'Visual Representation of Predicted vs. Actual Classes',
    title: 'Description of the matrix',
  }),
  cmChartTitle: formerField(text()),
  cmChartDescription: formerField(text()),
  confusionMatrixTargetLegend: text({ default: 'Target', title: 'Label of true classes' }),
  confusionMatrixPredictedLabelLegend: text({ default: 'PredictedLabel', title: 'Label of predicted classes' }),
  confusionMatrixRowDescription: text({ widget: 'textarea_rich', title: 'Text below the matrix' }),
  path: text({ kind: 'path', writes: 'replacing', title: 'Folder to save the matrix in' }),
};

interface ClassPredictions {
  readonly labelCol: string;
  readonly predictionCol: string;
  /** What a class is called. */
  readonly name: (label: number) => string;
}

/** What is shown of pairs of classes, and the metrics that follow from them; none if there are too many pairs. */
export type Confusion = Required<Pick<Shown, 'results' | 'saves' | 'metrics'>>;

/** How often each class was taken for which, and what metrics follow from it: a table, a heat map if it is wanted, and a save. */
export async function confusion(
  session: SparkSession,
  predictions: DataFrame,
  { labelCol, predictionCol, name }: ClassPredictions,
  fields: FieldValues<typeof confusionFields>,
): Promise<Confusion> {
  const [label, prediction] = [labelCol, predictionCol].map((column) => F.columnNamed(column).cast(types.double));
  if (label === undefined || prediction === undefined) throw new TypeError('two columns make a matrix');
  const { rows: pairRows } = await predictions
    .groupBy(label.alias('label'), prediction.alias('prediction'))
    .agg(F.count().alias('rows'))
    .filter(F.col('label').isNotNull().and(F.col('prediction').isNotNull()))
    .sort(F.col('rows').desc(), F.col('label').asc(), F.col('prediction').asc())
    .limit(maxPairs)
    .table();
  const pairs = pairRows.map(([l, p, rows]) => ({ label: Number(l), prediction: Number(p), rows: Number(rows) }));
  return pairs.length < maxPairs
    ? confusionOf(session, pairs, name, fields)
    : { ...showConfusion(session, pairs, name, fields), metrics: {} };
}

/** The same of all pairs, counted already, the most frequent first. */
export const confusionOf = (
  session: SparkSession,
  pairs: readonly Pair[],
  name: ClassPredictions['name'],
  fields: FieldValues<typeof confusionFields>,
): Confusion => ({ ...showConfusion(session, pairs, name, fields), metrics: classMeasures(pairs) });

/** What is shown of pairs that are counted already, the most frequent first. */
export function showConfusion(
  session: SparkSession,
  pairs: readonly Pair[],
  name: (label: number) => string,
  fields: FieldValues<typeof confusionFields>,
): Required<Pick<Shown, 'results' | 'saves'>> {
  const counts = new Map(pairs.map(({ label, prediction, rows }) => [`${label}/${prediction}`, rows]));
  const labels = [...new Set(pairs.flatMap(({ label, prediction }) => [label, prediction]))];
  const classes = labels.slice(0, maxClasses).toSorted((a, b) => a - b);
  const heading = fields.confusionMatrixTargetLegend;
  const [first = heading, ...names] = uniqueNames([heading, ...classes.map(name)], '_');
  const data = session.createDataFrame(
    classes.map((l) => [name(l), ...classes.map((p) => BigInt(counts.get(`${l}/${p}`) ?? 0))]),
    {
      kind: 'struct',
      fields: [
        { name: first, type: types.string, nullable: true },
        ...names.map((one) => ({ name: one, type: types.long, nullable: true })),
      ],
    },
  );
  const title = fields.cmChartTitle ?? fields.cm_chart_title;
  const description = fields.cmChartDescription ?? fields.cm_chart_description;
  const results: Result[] = [{ type: 'table', title: 'Confusion matrix', data }];
  if (fields.output_confusion_matrix_chart)
    results.push({
      type: 'chart',
      title,
      data,
      limit: maxClasses,
      chart: {
        kind: 'heat-map',
        encodings: { x: first, y: names },
        xLabel: fields.confusionMatrixPredictedLabelLegend,
        yLabel: fields.confusionMatrixTargetLegend,
        options: { description },
      },
    });
  const below = fields.confusionMatrixRowDescription?.trim();
  if (below) results.push({ type: 'text', title, text: below, format: 'html' });
  const save: Save[] =
    fields.path === undefined
      ? []
      : [{ format: 'csv', path: fields.path, mode: 'overwrite', data, singleFile: true, options: { header: 'true' } }];
  return { results, saves: save };
}

/** How many rows of a class were taken for another, or for itself. */
export interface Pair {
  readonly label: number;
  readonly prediction: number;
  readonly rows: number;
}

/** Accuracy, and precision, recall and F1 of all classes by how frequent they are: as MulticlassMetrics of Spark. */
function classMeasures(pairs: readonly Pair[]): Readonly<Record<string, number>> {
  const rowsOf = (isCounted: (pair: Pair) => boolean): number =>
    pairs.filter(isCounted).reduce((sum, { rows }) => sum + rows, 0);
  const all = rowsOf(() => true);
  const classes = [...new Set(pairs.map(({ label }) => label))].map((one) => {
    const right = rowsOf(({ label, prediction }) => label === one && prediction === one);
    const [actual, predicted] = [rowsOf(({ label }) => label === one), rowsOf(({ prediction }) => prediction === one)];
    const [precision, recall] = [predicted === 0 ? 0 : right / predicted, right / actual];
    const f1 = right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    return { known: actual, precision, recall, f1 };
  });
  const weightedMean = (of: 'precision' | 'recall' | 'f1'): number =>
    classes.reduce((sum, one) => sum + (one[of] * one.known) / all, 0);
  return {
    accuracy: rowsOf(({ label, prediction }) => label === prediction) / all,
    f1: weightedMean('f1'),
    weightedPrecision: weightedMean('precision'),
    weightedRecall: weightedMean('recall'),
  };
}
