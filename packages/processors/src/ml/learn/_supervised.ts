import type { StructField } from '@millrace/spark-connect';
import type { Estimator, Model } from '@millrace/spark-connect/ml';
import { classesOf, widestCategory } from '../kit/attributes.ts';
import {
  classNames,
  featureNames,
  requireLabel,
  requireVector,
  requireWeight,
  type FeatureNames,
} from '../kit/feature-names.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { withoutUndefined, seedOf, type labelFields } from '../kit/learner-fields.ts';
import { summary } from '../kit/model-results.ts';
import type { Context } from '../../contract/context.ts';
import type { Outcome, Result, Save } from '../../contract/results.ts';
import { trainingOutcome, trainingRows, requireSpark, numbersToTry, type Tryable } from '../kit/stages.ts';
import type { TrainTestSplit, Shown, TrainingReport } from '../../contract/ml-artifacts.ts';
import { showsPredictions, testing, type ClassFields } from './_testing.ts';
import { trainingFacts, type Labels, type TrainingFacts } from './_training-facts.ts';

/** Columns as estimators call them. */
export interface LearnerColumns {
  readonly featuresCol: string;
  readonly labelCol: string;
  readonly predictionCol: string;
  readonly weightCol?: string;
}

/** What there is to see of a model: numbers of the model as a whole, and tables and charts. */
export interface ModelInspection {
  readonly numbers: Readonly<Record<string, number>>;
  readonly results: readonly Result[];
  readonly saves?: readonly Save[];
  readonly warnings?: readonly string[];
}

type CommonFields = FieldValues<typeof labelFields> & {
  readonly weightCol?: string | undefined;
  readonly seed?: number | undefined;
  readonly probabilityCol?: string | undefined;
};

interface SupervisedLearner {
  /** The model in words: `random forest classifier`. */
  readonly title: string;
  readonly labels: Labels;
  readonly estimator: (columns: LearnerColumns) => Estimator;
  /** Text of values to try, by the name of the parameter and that of the field. */
  readonly grid?: Readonly<Record<string, readonly [field: string, text: string | undefined]>>;
  /** Of trees: how many values of a category they can tell apart. */
  readonly maxBins?: number;
  /** Throws a `FieldError` for rows that the learner cannot take. */
  readonly check?: (facts: TrainingFacts) => void;
  readonly inspect: (
    model: Model,
    names: FeatureNames,
    className: (label: number) => string,
    facts: TrainingFacts,
  ) => Promise<ModelInspection>;
  /** Of classifiers: what is shown of their predictions. */
  readonly shows?: ClassFields;
}

/** What may be tried of parameters. */
const tryable: Readonly<Record<string, Tryable>> = {
  maxDepth: { min: 0, max: 30, whole: true },
  maxBins: { min: 2, whole: true },
  maxIter: { min: 0, whole: true },
  numTrees: { min: 1, whole: true },
  minInfoGain: { min: 0 },
  regParam: { min: 0 },
  elasticNetParam: { min: 0, max: 1 },
};

type SupervisedContext = Pick<
  Context<Record<never, never>>,
  'engine' | 'session' | 'input' | 'schema' | 'learned' | 'known' | 'trains' | 'maxTrainingRows'
> & { readonly fields: CommonFields };

/** A model that is trained on vectors and labels, and what there is to see of it. */
export async function trainSupervised(context: SupervisedContext, node: SupervisedLearner): Promise<Outcome> {
  requireSpark(context);
  const { schema, fields, input, session } = context;
  const features = requireVector(schema, fields.featuresCol, 'featuresCol');
  const label = requireLabel(schema, fields.labelCol);
  const weight = requireWeight(schema, fields.weightCol);
  const columns: LearnerColumns = {
    featuresCol: features.name,
    labelCol: label.name,
    predictionCol: newColumn(schema, fields.predictionCol, 'predictionCol'),
    ...withoutUndefined({ weightCol: weight?.name }),
  };
  const grid: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
    Object.entries(node.grid ?? {}).map(([name, [field, text]]) => [name, numbersToTry(text, field, tryable[name])]),
  );
  const estimator = node.estimator(columns);
  // without a seed of its own the same rows are split the same way each time, as the same rows train the same model
  const [train = input, test] =
    fields.splitRatio < 1
      ? input.randomSplit([fields.splitRatio, 1 - fields.splitRatio], seedOf({ seed: fields.seed }) ?? 0)
      : [];
  if (node.maxBins !== undefined) checkBinsToTry(features, node.maxBins, grid['maxBins']);
  const testReportOf = async (model: Model, { train, test }: TrainTestSplit): Promise<Shown> => {
    if (test === undefined && !showsPredictions(node.shows)) return {};
    const isBinary = node.shows !== undefined && Number(await model.get('numClasses')) === 2;
    return testing({
      session,
      predictions: model.transform(test ?? train),
      isTest: test !== undefined,
      label,
      predictionCol: columns.predictionCol,
      scores: isBinary ? (fields.probabilityCol ?? 'probability') : undefined,
      shows: node.shows,
    });
  };
  const trainingReport: TrainingReport = async (split) => {
    const facts = await trainingFacts(trainingRows(context, split.train), columns, {
      labels: node.labels,
      classes: classesOf(label),
      known: context.known,
    });
    // trees have no more bins than rows
    if (node.maxBins !== undefined) checkBins(features, facts.rows, '');
    node.check?.(facts);
    return async (model) => {
      const names = featureNames(features, context.learned[0]?.words);
      const inspection = await node.inspect(model, names, classNames(label), facts);
      const about = summary(session, { rows: facts.rows, features: facts.features, ...inspection.numbers });
      const testReport = await testReportOf(model, split);
      return {
        ...testReport,
        learnedFrom: facts.rows,
        results: [about, ...inspection.results, ...(testReport.results ?? [])],
        saves: [...(inspection.saves ?? []), ...(testReport.saves ?? [])],
        warnings: [...(inspection.warnings ?? []), ...(testReport.warnings ?? [])],
      };
    };
  };
  return trainingOutcome(context, { title: node.title, estimator, grid, split: { train, test }, trainingReport });
}

function checkBinsToTry(features: StructField, maxBins: number, toTry: readonly number[] = []): void {
  if (toTry.length === 0) checkBins(features, maxBins, 'maxBins');
  else checkBins(features, Math.min(...toTry), 'maxBinsGrid');
}

/** Throws a `FieldError` if a feature of the vectors holds more categories than a tree can split by. */
function checkBins(features: StructField, bins: number, field: 'maxBins' | 'maxBinsGrid' | ''): void {
  const { index, categories } = widestCategory(features) ?? { index: 0, categories: 0 };
  if (categories <= bins) return;
  const name = featureNames(features)(index);
  throw field === ''
    ? new FieldError(
        '',
        `feature "${name}" has ${categories} categories: must have at most ${bins}, the number of training rows`,
        'leave out the feature, or combine rare values before this node',
      )
    : new FieldError(
        field,
        `invalid value ${bins} for field "${field}": must be at least ${categories}, the number of categories of feature "${name}"`,
        `enter ${categories} or greater, combine rare values, or leave out the feature`,
      );
}
