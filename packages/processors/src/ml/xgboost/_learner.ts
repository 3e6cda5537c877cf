import { functions as F, types, type DataFrame } from '@millrace/spark-connect';
import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { featureNames, requireLabel, requireVector } from '../kit/feature-names.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { defaultsOf } from '../../kit/fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import type { labelFields } from '../kit/learner-fields.ts';
import { once } from '../kit/ml-artifacts.ts';
import type { AboutModel, FittedModel } from '../../contract/ml-artifacts.ts';
import { history, ofFeatures, summary } from '../kit/model-results.ts';
import type { Context } from '../../contract/context.ts';
import type { Json } from '../../contract/python.ts';
import type { Outcome } from '../../contract/results.ts';
import { requirePython } from '../kit/sklearn.ts';
import { trainingRows, requireSpark } from '../kit/stages.ts';
import { testing, type ClassFields } from '../learn/_testing.ts';
import { maxClasses, trainingFacts, type Labels, type TrainingFacts } from '../learn/_training-facts.ts';
import { boostedRows } from './_predicting.ts';

interface Boosting {
  readonly kind: 'classifier' | 'regressor';
  readonly labels: Labels;
  /** As XGBoost calls them. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly rounds: number;
  /** Columns that the model adds before its prediction. */
  readonly scores: readonly ('rawPrediction' | 'probability')[];
  /** Of classifiers: how many classes there are. */
  readonly classes?: number;
  /** Throws a `FieldError` for rows that the objective cannot take. */
  readonly check?: (facts: TrainingFacts, label: string) => void;
  readonly warnings: readonly string[];
}

type XGBoostContext = Pick<
  Context<Record<never, never>>,
  'engine' | 'session' | 'input' | 'schema' | 'learned' | 'known' | 'trains' | 'maxTrainingRows' | 'python'
> & { readonly fields: FieldValues<typeof labelFields> & { readonly seed: number } };

/** What the worker gives of the trees: `boosting.py` gives it. */
interface Boosted {
  readonly trees: number;
  readonly nodes: number;
  readonly importances: readonly number[];
  readonly splits: readonly number[];
  /** The metric that was measured on the rows themselves after each round. */
  readonly metric: string;
  readonly history: readonly number[];
}

/** Nodes of XGBoost ask for no charts of classes: what is shown without any being asked for. */
const plain: ClassFields = defaultsOf({ ...confusionFields, ...rocFields });

/** A model of trees that XGBoost trains on vectors and labels; the rows go on with it. */
export async function boosting(context: XGBoostContext, node: Boosting): Promise<Outcome> {
  requireSpark(context);
  const { schema, fields, input, trains, session, python } = context;
  const features = requireVector(schema, fields.featuresCol, 'featuresCol');
  const label = requireLabel(schema, fields.labelCol);
  const predictionCol = newColumn(schema, fields.predictionCol, 'predictionCol');
  requireOther(predictionCol, node.scores);
  const columns = { featuresCol: features.name, labelCol: label.name };
  const about: AboutModel = {
    library: 'xgboost',
    kind: node.kind,
    title: `XGBoost ${node.kind}`,
    estimator: node.kind === 'classifier' ? 'XGBoostClassifier' : 'XGBoostRegressor',
    features: [features.name],
    target: label.name,
    type: 'double',
    outputs: [...node.scores, predictionCol],
    parameters: { ...columns, predictionCol, num_boost_round: node.rounds, ...node.parameters },
  };
  const [trainRows = input, rest] =
    fields.splitRatio < 1
      ? input.randomSplit([fields.splitRatio, 1 - fields.splitRatio], Math.max(0, fields.seed))
      : [];
  const trainOnce = once(() => train(context, node, { rows: trainRows, columns, about }));
  const fitted: FittedModel = { title: about.title, about, handle: async () => (await trainOnce()).model };
  const outcome: Outcome = { outputs: [input], learned: [{ fitted }] };
  if (!trains || python === undefined) return outcome;
  const { facts, value, warnings } = await trainOnce();
  const testReport =
    rest === undefined
      ? {}
      : await testing({
          session,
          predictions: (await boostedRows(context, fitted, { rows: rest, schema })).output,
          isTest: true,
          label,
          predictionCol,
          scores: node.classes === 2 ? node.scores.at(-1) : undefined,
          shows: node.classes === undefined ? undefined : plain,
        });
  return {
    ...outcome,
    ...testReport,
    learnedFrom: facts.rows,
    results: [
      summary(session, numbersOf(node, facts, value)),
      ...ofFeatures(
        session,
        'Feature importances',
        featureNames(features, context.learned[0]?.words),
        { importance: value.importances },
        { splits: value.splits },
      ),
      ...history(session, value.history, value.metric),
      ...(testReport.results ?? []),
    ],
    warnings: [...node.warnings, ...warnings, ...(testReport.warnings ?? [])],
  };
}

interface TrainingSet {
  readonly rows: DataFrame;
  readonly columns: { readonly featuresCol: string; readonly labelCol: string };
  readonly about: AboutModel;
}

/** Trains the model in a Python worker. */
async function train(context: XGBoostContext, node: Boosting, { rows: all, columns, about }: TrainingSet) {
  const rows = trainingRows(context, all);
  const facts = await trainingFacts(rows, columns, {
    labels: node.labels,
    classes: maxClasses,
    known: context.known,
  });
  node.check?.(facts, columns.labelCol);
  const worker = requirePython(context.python);
  const model = worker.nextModel();
  const { value, warnings } = await worker.call<Boosted>({
    operation: 'boost',
    parameters: { model, about, parameters: node.parameters, rounds: node.rounds },
    rows: {
      input: rows.select(F.columnNamed(columns.featuresCol), F.columnNamed(columns.labelCol).cast(types.double)),
    },
  });
  return { model, facts, value, warnings };
}

/** Numbers of the model as a whole. */
const numbersOf = ({ classes }: Boosting, { rows }: TrainingFacts, { importances, trees, nodes }: Boosted) => ({
  rows,
  features: importances.length,
  ...(classes === undefined ? {} : { classes }),
  trees,
  nodes,
});

function requireOther(predictionCol: string, scores: readonly string[]): void {
  const same = scores.find((name) => name.toLowerCase() === predictionCol.toLowerCase());
  if (same !== undefined)
    throw new FieldError(
      'predictionCol',
      `column "${same}" in field "predictionCol" is a score column of the model: must be another name`,
      'choose another name for the prediction column',
    );
}
