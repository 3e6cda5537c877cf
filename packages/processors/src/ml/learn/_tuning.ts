import { functions as F, parseSchema, types, type StructType } from '@millrace/spark-connect';
import type {
  CrossValidator,
  Evaluator,
  FitStage,
  Fold,
  ParamMap,
  TrainValidationSplit,
} from '@millrace/spark-connect/ml';
import { FieldError } from '../../kit/field-error.ts';
import { requireSparkLearner } from '../kit/ml-artifacts.ts';
import type { Context } from '../../contract/context.ts';
import type { Outcome, Result } from '../../contract/results.ts';
import { requireSpark, showLast, modelOutcome, trainWith } from '../kit/stages.ts';

interface TuningNode {
  readonly title: string;
  /** The field that says how rows are dealt out. */
  readonly field: string;
  /** How many models are to be trained at a time. */
  readonly parallelism: number;
  tuner(options: {
    readonly estimator: FitStage;
    readonly evaluator: Evaluator;
    readonly grid: readonly ParamMap[];
    readonly parallelism: number;
  }): CrossValidator | TrainValidationSplit;
}

type TuningContext = Pick<
  Context<Record<never, never>>,
  'engine' | 'session' | 'learned' | 'trains' | 'maxTrainingRows'
>;

/** More models would wait for one another in any engine. */
const maxAtOnce = 16;

const shape = parseSchema('parameters string, metric double, best boolean');

/** The best of the models that the parameters to try make, by the evaluator before the node. */
export async function tuning(
  context: TuningContext,
  { title, field, parallelism, tuner }: TuningNode,
): Promise<Outcome> {
  requireSpark(context);
  const { session, learned } = context;
  const [from] = learned;
  requireSparkLearner(from, 'a parameter search');
  const training = from?.model?.training;
  if (from?.evaluator === undefined || training === undefined)
    throw new FieldError(
      '',
      'no evaluator with a model precedes this node',
      'connect an evaluator to this node, and a learner or pipeline to the evaluator',
    );
  const { estimator, input: share, all: input = share } = training;
  const grid = training.grid.build();
  const judge = from.evaluator;
  const search = tuner({ estimator, evaluator: from.evaluator, grid, parallelism: Math.min(parallelism, maxAtOnce) });
  const model = trainWith(context, { title, estimator: search, input, grid: training.grid });
  const rows = context.trains ? await checkFolds(search.folds(input), await input.schema(), judge, field) : 0;
  const report = context.trains ? await from.trainingReport?.() : undefined;
  return modelOutcome(context, { model }, [input], async () => {
    const fitted = await model.fitted();
    const { metrics, best } = fitted.tuning;
    const numbers = metrics.map((one) => (Number.isFinite(one) ? one : null));
    if (numbers.every((one) => one === null))
      throw new FieldError(
        '',
        `no parameter combination can be evaluated: ${metricOf(judge)} is ${String(metrics[0])} for all`,
        'make sure that every value to predict also occurs in the training rows: use more rows or fewer folds',
      );
    const trials = grid.map((map, i) => [parametersText(map), numbers[i] ?? null, i === best] as const);
    const table: Result = { type: 'table', title: 'Parameters tried', data: session.createDataFrame(trials, shape) };
    const missing = numbers.filter((one) => one === null).length;
    const warnings = [
      ...(missing === 0 ? [] : [`${missing} of ${numbers.length} parameter combinations could not be evaluated`]),
      ...(parallelism > maxAtOnce
        ? [`field "parallelism" is ${parallelism}: at most ${maxAtOnce} models are trained in parallel`]
        : []),
    ];
    const bestMetric = numbers[best];
    const lastReport = await showLast(fitted, report);
    return {
      ...lastReport,
      learnedFrom: lastReport.learnedFrom ?? rows,
      results: [table, ...(lastReport.results ?? [])],
      warnings: [...warnings, ...(lastReport.warnings ?? [])],
      metrics: { ...lastReport.metrics, ...(typeof bestMetric === 'number' && { [metricOf(judge)]: bestMetric }) },
    };
  });
}

/** Default metrics of Spark's evaluators. */
const usualMetrics: Readonly<Record<string, string>> = {
  'evaluation.BinaryClassificationEvaluator': 'areaUnderROC',
  'evaluation.MulticlassClassificationEvaluator': 'f1',
  'evaluation.RegressionEvaluator': 'rmse',
  'evaluation.ClusteringEvaluator': 'silhouette',
};

const metricOf = ({ definition, params }: Evaluator): string =>
  String(params['metricName'] ?? usualMetrics[definition.className] ?? 'metric');

/**
 * Looks at the rows of evaluation and of training before the first fit. Throws a `FieldError` if there are none,
 * or if a class is missing without which there is no metric. Gives how many rows there are.
 */
async function checkFolds(
  folds: readonly Fold[],
  schema: StructType,
  { definition, params }: Evaluator,
  field: string,
): Promise<number> {
  const labelCol = String(params['labelCol'] ?? 'label');
  const isBinary = definition.className === 'evaluation.BinaryClassificationEvaluator';
  // a pipeline may make the label
  const hasLabel = schema.fields.some((one) => one.name.toLowerCase() === labelCol.toLowerCase());
  const positive =
    isBinary && hasLabel ? F.columnNamed(labelCol).cast(types.double).gt(F.lit(0.5, types.double)) : undefined;
  const parts = folds.flatMap(({ training, validation }, i) => [
    { rows: training, fold: i, what: 'training' },
    { rows: validation, fold: i, what: 'evaluation' },
  ]);
  const counts = parts.map(({ rows }, i) =>
    rows.agg(
      F.lit(i).alias('part'),
      F.count().alias('rows'),
      (positive === undefined ? F.lit(1) : F.call('count_if', positive)).alias('ones'),
      (positive === undefined ? F.lit(1) : F.call('count_if', positive.not())).alias('zeros'),
    ),
  );
  const [first, ...others] = counts;
  if (first === undefined) return 0;
  const { rows } = await others.reduce((all, one) => all.union(one), first).table();
  for (const [part, all, ones, zeros] of rows) {
    const { fold, what: role } = parts[Number(part)] ?? { fold: 0, what: '' };
    const where = folds.length === 1 ? `the ${role} part` : `the ${role} part of fold ${fold + 1} of ${folds.length}`;
    const remedy = `use more rows${folds.length === 1 ? '' : ', fewer folds'} or another seed`;
    if (Number(all) === 0) throw new FieldError(field, `${where} has no rows`, remedy);
    if (Number(ones) === 0 || Number(zeros) === 0)
      throw new FieldError(
        field,
        `${where} has no rows of class ${Number(ones) === 0 ? 1 : 0} in column "${labelCol}": the area under the curve cannot be computed`,
        `${remedy}, or use a Multiclass Classification Evaluator`,
      );
  }
  // the parts of a fold are all rows
  return rows.filter(([part]) => Number(part) < 2).reduce((sum, [, all]) => sum + Number(all), 0);
}

/** A combination of parameters as text: `regParam 0.1, maxIter 10`. */
const parametersText = (map: ParamMap): string =>
  [...map.values()]
    .flatMap((params) => Object.entries(params).map(([name, value]) => `${name} ${String(value)}`))
    .join(', ') || 'parameters as set';
