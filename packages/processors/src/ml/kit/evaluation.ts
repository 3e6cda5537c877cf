import {
  functions as F,
  types,
  type Column,
  type DataFrame,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import type { Evaluator } from '@millrace/spark-connect/ml';
import { requireColumn } from '../../kit/columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { isEmpty, withMaterialized } from './materialize.ts';
import { boostedModelOf, predictorOf } from './ml-artifacts.ts';
import type { MlArtifacts, Shown } from '../../contract/ml-artifacts.ts';
import { columnsOf, measure, showMetrics, type MetricCheck, type Metrics, type Unmeasurable } from './metrics.ts';
import { predictFor, stagesOf, suitableRowsFor } from './model-columns.ts';
import { isNumber, requireNumbers } from '../../kit/numbers.ts';
import type { Context } from '../../contract/context.ts';
import type { Outcome } from '../../contract/results.ts';
import { requireSpark, requirePlainNames } from './stages.ts';
import { boostedRows } from '../xgboost/_predicting.ts';
import { checkPrecedingNodes } from './ml-errors.ts';

/** What a model is for, as its class begins; undefined if it is not known. */
type Purpose = 'classification' | 'clustering' | 'regression' | 'recommendation';

interface EvaluationNode {
  /** The purposes of models that the node can evaluate. */
  readonly judges: readonly Purpose[];
  /** Says what is best where parameters are looked for. */
  readonly evaluator: Evaluator;
  /** What is shown of predictions; throws a `FieldError` for columns that they need and do not have. */
  readonly metrics: (schema: StructType) => Metrics;
  /** Looks for metrics that cannot be had of predictions. */
  readonly check: MetricCheck;
  /** Names of metrics that come with `show`: Spark does not compute them. */
  readonly namesOfShown?: readonly string[];
  /** Charts and tables of the predictions, of which it gets the columns of the metrics and may keep no row. */
  readonly show?: (predictions: DataFrame, schema: StructType) => Promise<Shown>;
  /** All that is looked for, of predictions that one query tells all about; `undefined` for others. */
  readonly count?: (predictions: DataFrame, schema: StructType) => Promise<EvaluationReport | undefined>;
}

/** What one query gives of predictions. */
export interface EvaluationReport {
  readonly isEmpty: boolean;
  readonly missing: Unmeasurable;
  /** With every metric that is not missing. */
  readonly report: Shown;
}

/** Throws a `FieldError` if predictions are in no column of numbers; a name that is not given is that of Spark. */
export function requirePredictions(schema: StructType, name: string | undefined): void {
  const isThere = schema.fields.some(({ name }) => name.toLowerCase() === 'prediction');
  if (name === undefined && !isThere)
    throw new FieldError(
      'predictionCol',
      'field "predictionCol" is empty, and the input has no column "prediction"',
      'choose the column that holds the predictions',
    );
  requireNumbers(schema, [name ?? 'prediction'], 'predictionCol');
}

type EvaluationContext = Pick<
  Context<Record<never, never>>,
  'engine' | 'session' | 'input' | 'learned' | 'schema' | 'trains' | 'python'
>;

/** Measures predictions, or says how models are to be measured where the best one is looked for. */
export async function evaluationOutcome(
  context: EvaluationContext,
  { judges, evaluator, metrics, check, namesOfShown = [], show, count }: EvaluationNode,
): Promise<Outcome> {
  requireSpark(context);
  requirePlainNames([evaluator]);
  const { input, session, learned, schema, trains } = context;
  const [from] = learned;
  const isModel = predictorOf(from) !== undefined || boostedModelOf(from) !== undefined;
  // what is wrong with predictions is reported before a run
  const measures = isModel ? {} : { measures: metrics(schema) };
  const outcome = { outputs: [input], learned: [{ ...from, evaluator, ...measures }] };
  if (!trains) return outcome;
  const predictions = isModel ? await predictBy(from, context, judges) : input;
  const predictionSchema = isModel ? await predictions.schema() : schema;
  const evaluators = metrics(predictionSchema);
  const columns = columnsOf(evaluators).map((name) => asDouble(requireColumn(predictionSchema, name, 'predictionCol')));
  const isWhole = columns.map((one) => one.isNotNull()).reduce((all, one) => all.and(one));
  const complete = predictions.select(...columns).filter(isWhole);
  const report = async (rows: DataFrame, all?: EvaluationReport): Promise<Outcome> => {
    const showing: Shown | Promise<Shown> = all?.report ?? show?.(rows, predictionSchema) ?? {};
    // side by side; none of them may read on once the rows are released
    const settled = await Promise.allSettled([
      all?.isEmpty ?? isEmpty(rows),
      showing,
      measure(evaluators, rows, {
        missing: all?.missing ?? check(rows),
        known: Promise.resolve(showing).then(({ metrics: values = {} }) => values),
        namesOfKnown: all === undefined ? namesOfShown : Object.keys(evaluators),
      }),
    ]);
    if (valueOf(settled[0])) throw new FieldError('', 'the input has no predictions to evaluate', checkPrecedingNodes);
    const [more, measurement] = [valueOf(settled[1]), valueOf(settled[2])];
    const { results, warnings } = showMetrics(session, 'Metrics', measurement);
    return {
      ...outcome,
      ...more,
      metrics: measurement.numbers,
      results: [...results, ...(more.results ?? [])],
      warnings: [...warnings, ...(more.warnings ?? [])],
    };
  };
  const all = await count?.(complete, predictionSchema);
  return all === undefined ? withMaterialized(complete, report) : report(complete, all);
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** What the model before predicts of the rows that came with it. */
async function predictBy(
  learned: MlArtifacts | undefined,
  context: EvaluationContext,
  judges: EvaluationNode['judges'],
): Promise<DataFrame> {
  const { input, schema } = context;
  const [model, trees] = [predictorOf(learned), boostedModelOf(learned)];
  if ((model ?? trees)?.alone === true)
    throw new FieldError(
      '',
      'the input provides a model but no rows',
      'connect a Predict node with rows before this node',
    );
  if (trees !== undefined) {
    requirePurpose(trees.title, trees.about.kind === 'classifier' ? 'classification' : 'regression', judges);
    return (await boostedRows(context, trees, { rows: input, schema })).output;
  }
  if (model === undefined) return input;
  const fitted = await model.fitted();
  const purposes = stagesOf(fitted).flatMap(({ definition }) => /^(\w+)\./.exec(definition.className)?.[1] ?? []);
  requirePurpose(
    model.title,
    purposes.findLast((one) => one !== 'feature'),
    judges,
  );
  return predictFor(fitted, await suitableRowsFor(input, schema, { model: fitted, title: model.title }), schema);
}

function requirePurpose(title: string, purpose: string | undefined, judges: EvaluationNode['judges']): void {
  if (purpose !== undefined && !judges.some((one) => one === purpose))
    throw new FieldError(
      '',
      `the preceding ${title} is a ${purpose} model: must be a ${judges.join(' or ')} model`,
      'choose the evaluator for the type of the model',
    );
}

/** Scores that are whole numbers are no scores to Spark. */
const asDouble = ({ name, type }: StructField): Column =>
  isNumber(type) ? F.columnNamed(name).cast(types.double).alias(name) : F.columnNamed(name);
