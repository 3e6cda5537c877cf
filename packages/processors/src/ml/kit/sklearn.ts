import type { DataFrame, StructField } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { wantsRoc } from './curves.ts';
import { FieldError } from '../../kit/field-error.ts';
import { column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { once } from './ml-artifacts.ts';
import type { AboutModel, FittedModel, Shown } from '../../contract/ml-artifacts.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import type { Context } from '../../contract/context.ts';
import type { Json, Python } from '../../contract/python.ts';
import type { Outcome } from '../../contract/results.ts';
import { columnsNamed, requireFeatures } from './sklearn-columns.ts';
import {
  withoutNullMetrics,
  evaluationResults,
  showModel,
  showPredictions,
  type ClassFields,
  type Trained,
} from './sklearn-results.ts';
import { trainingRows } from './stages.ts';

/** The fields of every estimator of scikit-learn that trains on labels. */
export const supervisedFields = {
  targetCol: column({ required: true, title: 'Target', description: 'Column to predict' }),
  featureCols: columns({ required: true, title: 'Features', description: 'Numeric columns to train on' }),
  splitRatio: number({
    default: 1,
    min: 0.01,
    max: 1,
    title: 'Share of rows for training',
    description: 'The remaining rows, drawn at random, are used to test the model',
  }),
};

/** The seed of what is random; without one it is 0: the same rows give the same model. */
export const randomState = integer({ min: 0, max: 2 ** 32 - 1, title: 'Seed' });

export type SklearnContext = Pick<
  Context<Record<never, never>>,
  'session' | 'input' | 'schema' | 'trains' | 'maxTrainingRows' | 'python'
>;

interface SklearnLearner {
  /** What it is, in words: `random forest classifier`. */
  readonly title: string;
  readonly kind: 'classifier' | 'regressor';
  /** The class of scikit-learn. */
  readonly estimator: string;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly seed: number;
  /** Fields whose names are not those of the parameters. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Of classifiers: what is shown of their predictions. */
  readonly shows?: ClassFields;
  readonly warnings?: readonly string[];
}

type SklearnSupervisedContext = SklearnContext & { readonly fields: FieldValues<typeof supervisedFields> };

/** A model of scikit-learn that is trained on columns and a target; the rows go on with it. */
export async function trainSupervised(context: SklearnSupervisedContext, node: SklearnLearner): Promise<Outcome> {
  const { schema, fields, input, session } = context;
  const features = requireFeatures(schema, fields.featureCols, 'featureCols');
  const target = targetOf(schema, fields.targetCol, node.kind);
  if (features.includes(target.name))
    throw new FieldError(
      'featureCols',
      `column "${target.name}" in field "featureCols" is the target: must be another column`,
      'remove the target from the features',
    );
  const about: AboutModel = {
    library: 'sklearn',
    kind: node.kind,
    title: `scikit-learn ${node.title}`,
    estimator: node.estimator,
    features,
    target: target.name,
    type: node.kind === 'classifier' ? target.type.kind : 'double',
  };
  const { shows } = node;
  const judge =
    shows !== undefined && (shows.output_confusion_matrix_chart || wantsRoc(shows) || shows.path !== undefined);
  const parameters = { parameters: node.parameters, split: fields.splitRatio, seed: node.seed, judge };
  return training(context, {
    about,
    operation: 'train',
    parameters,
    rows: input.select(...columnsNamed([...features, target.name])),
    ...(node.fields === undefined ? {} : { fields: node.fields }),
    show(trained: Trained) {
      const model = showModel(session, trained);
      const learnedFrom = trained.rows;
      if (trained.judged === undefined) return { results: model, learnedFrom };
      const isTest = fields.splitRatio < 1;
      const evaluation = isTest
        ? evaluationResults(session, 'Test metrics', trained.judged, shows)
        : showPredictions(session, trained.judged, shows);
      return {
        ...evaluation,
        learnedFrom,
        ...(isTest ? { metrics: withoutNullMetrics(trained.judged.metrics) } : {}),
        results: [...model, ...(evaluation.results ?? [])],
      };
    },
    warnings: node.warnings ?? [],
  });
}

/** The column to predict: classes are whole numbers or text, amounts are numbers. */
function targetOf(
  schema: Context<Record<never, never>>['schema'],
  name: string,
  kind: SklearnLearner['kind'],
): StructField {
  if (kind === 'regressor') {
    const [numericField] = requireNumbers(schema, [name], 'targetCol');
    if (numericField !== undefined) return numericField;
  }
  const targetField = requireColumn(schema, name, 'targetCol');
  if (!['string', 'boolean'].includes(targetField.type.kind)) requireNumbers(schema, [name], 'targetCol');
  return targetField;
}

interface SklearnTraining<V> {
  readonly about: AboutModel;
  readonly operation: string;
  readonly parameters: { readonly [name: string]: Json | undefined };
  readonly rows: DataFrame;
  readonly fields?: Readonly<Record<string, string>>;
  readonly show: (value: V) => Shown;
  readonly warnings?: readonly string[];
}

/** A model that the worker trains at its first use; the rows of the input go on with it. */
export async function training<V>(
  context: SklearnContext,
  { about, operation, parameters, rows, fields, show, warnings = [] }: SklearnTraining<V>,
): Promise<Outcome> {
  const { python, input, trains } = context;
  const train = once(async () => {
    const worker = requirePython(python);
    const model = worker.nextModel();
    const answer = await worker.call<V>({
      operation,
      parameters: { ...parameters, model, about },
      rows: { input: trainingRows(context, rows) },
      ...(fields === undefined ? {} : { fields }),
    });
    return { model, ...answer };
  });
  const fitted: FittedModel = { title: about.title, about, handle: async () => (await train()).model };
  const outcome: Outcome = { outputs: [input], learned: [{ fitted }] };
  if (!trains || python === undefined) return outcome;
  const { value, warnings: workerWarnings } = await train();
  const report = show(value);
  const all = [...warnings, ...(report.warnings ?? []), ...workerWarnings];
  return { ...outcome, ...report, ...(all.length === 0 ? {} : { warnings: all }) };
}

/** The worker. Throws if nothing runs, because there is none then. */
export function requirePython(python: Python | undefined): Python {
  if (python === undefined) throw new TypeError('a model is asked for where nothing runs');
  return python;
}
