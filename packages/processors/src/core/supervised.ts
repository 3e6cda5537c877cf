import { functions as F, type DataFrame, type StructType } from '@millrace/spark-connect';
import type { Estimator, Model } from '@millrace/spark-connect/ml';
import { confusion, type confusionFields } from './confusion.ts';
import { curves, type rocFields, scoreOf, wantsRoc } from './curves.ts';
import { classNames, featureNames, requireLabel, requireVector, type FeatureNames } from './feature-names.ts';
import type { FieldValues } from './fields.ts';
import { withKept } from './kept.ts';
import { given, type labelled } from './learner-fields.ts';
import { binaryMetrics, classMetrics, columnsOf, measure, metricsTable, numberMetrics } from './metrics.ts';
import { summary } from './model-results.ts';
import { requireNumbers } from './numbers.ts';
import type { Context } from './processor.ts';
import { residuals } from './residuals.ts';
import type { Outcome, Result, Save } from './results.ts';
import { learning, lessons, needsSpark, numbersToTry, type Shown } from './stages.ts';
import { trainingFacts, type Labels, type TrainingFacts } from './training-facts.ts';

/** Columns as estimators call them. */
export interface LearnerColumns {
  readonly featuresCol: string;
  readonly labelCol: string;
  readonly predictionCol: string;
  readonly weightCol?: string;
}

/** What there is to see of a model: numbers of the model as a whole, and tables and charts. */
export interface Look {
  readonly numbers: Readonly<Record<string, number>>;
  readonly results: readonly Result[];
  readonly saves?: readonly Save[];
}

type ClassFields = FieldValues<typeof confusionFields> & FieldValues<typeof rocFields>;
type CommonFields = FieldValues<typeof labelled> & {
  readonly weightCol?: string | undefined;
  readonly seed?: number | undefined;
  readonly probabilityCol?: string | undefined;
};

interface Supervised {
  /** What is learned, in words: `random forest classifier`. */
  readonly title: string;
  readonly labels: Labels;
  readonly estimator: (columns: LearnerColumns) => Estimator;
  /** Text of values to try, by the name of the parameter and that of the field. */
  readonly grid?: Readonly<Record<string, readonly [field: string, text: string | undefined]>>;
  /** Throws a `FieldError` for rows that the learner cannot take. */
  readonly check?: (facts: TrainingFacts) => void;
  readonly look: (model: Model, names: FeatureNames, className: (label: number) => string) => Promise<Look>;
  /** Of classifiers: what is shown of their predictions. */
  readonly shows?: ClassFields;
}

type Given = Pick<
  Context<Record<never, never>>,
  'engine' | 'session' | 'input' | 'schema' | 'learned' | 'trains' | 'seed' | 'mostToLearnFrom'
> & { readonly fields: CommonFields };

/** A model that learns from vectors and labels, and what there is to see of it. */
export async function supervised(context: Given, node: Supervised): Promise<Outcome> {
  needsSpark(context);
  const { schema, fields, input, trains, session } = context;
  const features = requireVector(schema, fields.featuresCol, 'featuresCol');
  const label = requireLabel(schema, fields.labelCol);
  const [weight] = fields.weightCol === undefined ? [] : requireNumbers(schema, [fields.weightCol], 'weightCol');
  const columns: LearnerColumns = {
    featuresCol: features.name,
    labelCol: label.name,
    predictionCol: fields.predictionCol,
    ...given({ weightCol: weight?.name }),
  };
  const grid = Object.fromEntries(
    Object.entries(node.grid ?? {}).map(([name, [field, text]]) => [name, numbersToTry(text, field)]),
  );
  const estimator = node.estimator(columns);
  const [rows = input, rest] =
    fields.splitRatio < 1
      ? input.randomSplit([fields.splitRatio, 1 - fields.splitRatio], fields.seed ?? context.seed)
      : [];
  if (!trains) return learning(context, { title: node.title, estimator, grid, rows });
  const facts = await trainingFacts(lessons(context, rows), columns, node.labels);
  node.check?.(facts);
  const shown = async (model: Model): Promise<Shown> => {
    const look = await node.look(model, featureNames(features), classNames(label));
    const about = summary(session, { rows: facts.rows, features: facts.features, ...look.numbers });
    const judged = await test({ context, node, columns, schema, model, rows, rest });
    return {
      ...judged,
      results: [about, ...look.results, ...(judged.results ?? [])],
      saves: [...(look.saves ?? []), ...(judged.saves ?? [])],
    };
  };
  return learning(context, { title: node.title, estimator, grid, rows, shown });
}

interface Tested {
  readonly context: Given;
  readonly node: Supervised;
  readonly columns: LearnerColumns;
  readonly schema: StructType;
  readonly model: Model;
  readonly rows: DataFrame;
  /** The rows that were kept aside. */
  readonly rest: DataFrame | undefined;
}

/** How good the model is for the rows that it did not see, or, where it saw all and charts are asked for, for those. */
async function test({ context, node, columns, schema, model, rows, rest }: Tested): Promise<Shown> {
  const { session, fields } = context;
  const predictions = model.transform(rest ?? rows);
  const { labelCol, predictionCol } = columns;
  const judged = { labelCol, predictionCol };
  const { shows } = node;
  const wantsMatrix = rest !== undefined || shows?.output_confusion_matrix_chart === true || shows?.path !== undefined;
  const isBinary = shows !== undefined && Number(await model.get('numClasses')) === 2;
  const wantsCurves = isBinary && wantsRoc(shows);
  if (!wantsMatrix && !wantsCurves) return {};
  const scores = fields.probabilityCol ?? 'probability';
  const metrics =
    shows === undefined
      ? numberMetrics(judged)
      : { ...classMetrics(judged), ...(isBinary ? binaryMetrics({ labelCol, rawPredictionCol: scores }) : {}) };
  return withKept(predictions.select(...columnsOf(metrics).map((name) => F.columnNamed(name))), async (kept) => {
    if ((await kept.limit(1).table()).rows.length === 0)
      return { warnings: ['no row was left to test the model: give a smaller share of the rows to learn from'] };
    const tested = async (known: Outcome['metrics'], results: readonly Result[]): Promise<Shown> => {
      if (rest === undefined) return { results };
      const measured = await measure(metrics, kept, known);
      return { metrics: measured, results: [metricsTable(session, 'Test metrics', measured), ...results] };
    };
    if (shows === undefined) return tested({}, [await residuals(kept, judged)]);
    const name = classNames(requireLabel(schema, labelCol));
    const matrix = wantsMatrix
      ? await confusion(session, kept, { ...judged, name }, shows)
      : { results: [], saves: [], metrics: {} };
    const score = scoreOf(scores, { kind: 'udt' });
    const lines = wantsCurves ? await curves(session, kept, { score, labelCol }, shows) : [];
    return { ...(await tested(matrix.metrics, [...matrix.results, ...lines])), saves: matrix.saves };
  });
}
