import type {
  MlArtifacts,
  TrainTestSplit,
  PipelineSpec,
  Shown,
  TrainingReport,
  TrainedModel,
  Vocabularies,
} from '../../contract/ml-artifacts.ts';
import { SparkError, type DataFrame } from '@millrace/spark-connect';
import {
  Estimator,
  Evaluator,
  ParamGrid,
  Transformer,
  type FitStage,
  type FittedStage,
  Model,
  type Stage,
  type TransformStage,
} from '@millrace/spark-connect/ml';
import { FieldError } from '../../kit/field-error.ts';
import { isEmpty } from './materialize.ts';
import { inJson } from './lists.ts';
import { once } from './ml-artifacts.ts';
import { stagesOf } from './model-columns.ts';
import { withoutNulls } from './nulls.ts';
import { withFeatureNames } from './add-feature-names.ts';
import { notePlainRows } from '../../kit/plain-rows.ts';
import type { Context } from '../../contract/context.ts';
import type { Outcome } from '../../contract/results.ts';
import { noTrainingRows } from './ml-errors.ts';

export type FitContext = Pick<
  Context<Record<never, never>>,
  'engine' | 'input' | 'schema' | 'learned' | 'trains' | 'maxTrainingRows'
>;

/** Throws a `FieldError` for a name of a column that Spark ML would take for that of a part of a column. */
export function requirePlainNames(stages: readonly (Stage | Evaluator)[]): void {
  for (const stage of stages) {
    const params =
      stage instanceof Estimator || stage instanceof Transformer || stage instanceof Evaluator
        ? Object.entries(stage.params)
        : [];
    for (const [field, value] of params) {
      const names = /Cols?$/.test(field) ? [value].flat() : [];
      const wrong = names.find((name) => typeof name === 'string' && /[.`]/.test(name));
      if (wrong !== undefined)
        throw new FieldError(
          field,
          `column "${String(wrong)}" in field "${field}" has a dot or backtick in its name, which Spark ML does not support`,
          'choose another name, or rename the column before this node',
        );
    }
  }
}

/** The training rows: few if only the columns of the model are needed. */
export const trainingRows = ({ maxTrainingRows }: Pick<FitContext, 'maxTrainingRows'>, rows: DataFrame): DataFrame =>
  maxTrainingRows === undefined ? rows : notePlainRows(rows.limit(maxTrainingRows), rows);

/** Stages and what to try of them, added to those that the input has come through. */
export function pipelineSpecWith(
  { input, learned }: Pick<FitContext, 'input' | 'learned'>,
  stages: readonly Stage[],
  grid = new ParamGrid(),
): PipelineSpec {
  const before = learned[0]?.recipe ?? { input, stages: [], grid: new ParamGrid() };
  return {
    input: before.input,
    stages: [...before.stages, ...stages],
    grid: new ParamGrid([...before.grid.axes, ...grid.axes]),
  };
}

/**
 * The rows after stages, each of which is fitted to its input if it has to be. A null in one of the columns
 * `whole` ends the run.
 */
export async function through(
  context: FitContext,
  stages: readonly Stage[],
  whole: readonly string[] = [],
): Promise<Outcome> {
  requireSpark(context);
  requirePlainNames(stages);
  let rows = withoutNulls(context.input, whole);
  let words = context.learned[0]?.words;
  for (const stage of stages) {
    const done = await fitStage(stage, trainingRows(context, rows));
    ({ rows, words } = await withFeatureNames(done.transform(rows), done, { schema: context.schema, words }));
  }
  const outcome = { outputs: [rows], learned: [{ recipe: pipelineSpecWith(context, stages), ...withWords(words) }] };
  return stages.every(keepsRows) ? { ...outcome, sameRows: context.input } : outcome;
}

/** The vocabulary as what goes with rows, if there is one. */
export const withWords = (words: Vocabularies = new Map()): Pick<MlArtifacts, 'words'> =>
  words.size === 0 ? {} : { words };

/** True for a stage that surely makes a row of each row, by the settings it was made with. */
const keepsRows = (stage: Stage): boolean =>
  (stage instanceof Estimator || stage instanceof Transformer) &&
  stage.definition.className !== 'feature.SQLTransformer' &&
  stage.params['handleInvalid'] !== 'skip';

/** What an estimator makes of rows. Throws a `FieldError` with the column of vectors that the engine refuses. */
async function fitOrNameColumn<M>(estimator: { fit(rows: DataFrame): Promise<M> }, rows: DataFrame): Promise<M> {
  try {
    return await estimator.fit(rows);
  } catch (error) {
    throw (
      (error instanceof SparkError && estimator instanceof Estimator ? ofVectors(error, estimator) : undefined) ?? error
    );
  }
}

function ofVectors({ message }: SparkError, { params }: Estimator): FieldError | undefined {
  const [, negative, vector = ''] =
    /Vector values MUST NOT be (Negative, )?NaN or Infinity, but got ([[(][^\])]*)/.exec(message) ?? [];
  if (vector === '') return undefined;
  const excerpt = vector.length > 80 ? `${vector.slice(0, 80)}…` : `${vector}]`;
  const wrong = negative === undefined ? 'NaN or infinity' : 'NaN, infinity or a negative number';
  return new FieldError(
    'featuresCol',
    `column "${String(params['featuresCol'] ?? 'features')}" contains a vector with ${wrong}: ${excerpt}`,
    negative === undefined || /NaN|Infinity/.test(vector)
      ? 'leave out or fill rows with missing values before the vector is made'
      : 'scale the features to 0 or greater, or choose another learner',
  );
}

/** The stage itself if it is no estimator, else the model fitted to the rows. */
export const fitStage = async (stage: Stage, rows: DataFrame): Promise<TransformStage> =>
  'transform' in stage ? stage : fitOrRefuseEmpty(stage, rows);

/** Fits an estimator to the rows. Throws a `FieldError` if there are none. */
export async function fitOrRefuseEmpty<M>(
  estimator: { fit(rows: DataFrame): Promise<M> },
  rows: DataFrame,
): Promise<M> {
  try {
    return await estimator.fit(rows);
  } catch (error) {
    if (error instanceof SparkError && (await isEmpty(rows))) throw noTrainingRows();
    throw error;
  }
}

interface Estimating {
  /** The model in words: `random forest classifier`. */
  readonly title: string;
  readonly estimator: Estimator;
  /** Values to try of parameters, for the nodes that look for the best ones. */
  readonly grid?: Readonly<Record<string, readonly unknown[]>>;
  /** The training rows, if they are not all. */
  readonly split?: TrainTestSplit;
  readonly trainingReport?: TrainingReport;
}

/** A model of the rows, which go on with it. */
export async function trainingOutcome(
  context: FitContext,
  { title, estimator, grid = {}, split = { train: context.input }, trainingReport }: Estimating,
): Promise<Outcome> {
  requireSpark(context);
  requirePlainNames([estimator]);
  const { input } = context;
  const axes = new ParamGrid().add(estimator, grid);
  const model = trainWith(context, { title, estimator, input: split.train, all: input, grid: axes });
  const report = context.trains ? await trainingReport?.(split) : undefined;
  const part = { title, split, trains: context.trains };
  const ofAll = trainingReport && (() => trainingReportOfAll(trainingReport, input, part));
  return modelOutcome(
    context,
    {
      recipe: pipelineSpecWith(context, [estimator], axes),
      model,
      ...(ofAll === undefined ? {} : { trainingReport: ofAll }),
      ...withWords(context.learned[0]?.words),
    },
    [input],
    report && (async () => report(await model.fitted())),
  );
}

interface PartOf {
  readonly title: string;
  readonly split: TrainTestSplit;
  /** True if the node also trains a model of its own, and saves what belongs to that. */
  readonly trains: boolean;
}

/** The training report on all rows, for the pipeline or the search that trains instead: its errors name the estimator. */
async function trainingReportOfAll(
  trainingReport: TrainingReport,
  rows: DataFrame,
  part: PartOf,
): ReturnType<TrainingReport> {
  const { title, split, trains } = part;
  try {
    const reportOn = await trainingReport({ train: rows });
    return async (model) => {
      const { saves, warnings = [], ...all } = await reportOn(model);
      const ignoredRatio = `field "splitRatio" of the ${title} is ignored: a pipeline or parameter search trains on all rows`;
      return {
        ...all,
        ...(saves === undefined || trains ? {} : { saves }),
        warnings: split.test === undefined ? warnings : [...warnings, ignoredRatio],
      };
    };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new FieldError('', `in the preceding ${title}: ${error.message}`, error.remedy);
  }
}

/** What there is to see of a model whose last stage a node before has set up. */
export async function showLast(
  fitted: FittedStage | TransformStage,
  report: Awaited<ReturnType<TrainingReport>> | undefined,
): Promise<Shown> {
  const last = stagesOf(fitted).at(-1);
  return report === undefined || !(last instanceof Model) ? {} : report(last);
}

interface Training<M> {
  readonly title: string;
  readonly estimator: Omit<FitStage, 'fit'> & { fit(rows: DataFrame): Promise<M> };
  readonly input: DataFrame;
  readonly all?: DataFrame;
  readonly grid: ParamGrid;
}

/** The model that an estimator fits to rows at its first use. */
export const trainWith = <M extends FittedStage>(
  context: Pick<FitContext, 'maxTrainingRows'>,
  { title, estimator, input, all, grid }: Training<M>,
): Omit<TrainedModel, 'fitted'> & { fitted(): Promise<M> } => ({
  title,
  fitted: once(() => fitOrNameColumn(estimator, trainingRows(context, input))),
  training: { estimator, input, ...(all === undefined ? {} : { all }), grid },
});

/** The outcome of a node that makes a model: it is trained at once if `trains` is true. */
export async function modelOutcome(
  { trains }: Pick<FitContext, 'trains'>,
  learned: MlArtifacts & { readonly model: TrainedModel },
  outputs: readonly DataFrame[],
  show?: () => Promise<Shown>,
): Promise<Outcome> {
  const outcome = { outputs, learned: outputs.map(() => learned) };
  if (!trains) return outcome;
  await learned.model.fitted();
  return { ...outcome, ...(await show?.()) };
}

/** Spark alone has machine learning of this kind. */
export function requireSpark({ engine }: Pick<FitContext, 'engine'>): void {
  if (engine === 'sail')
    throw new FieldError(
      '',
      'Spark ML is not available on Sail',
      'run the node on Spark, or let Millrace choose the engine',
    );
}

/** What numbers may be tried of a parameter. */
export interface Tryable {
  readonly min?: number;
  readonly max?: number;
  /** True if only whole numbers make sense. */
  readonly whole?: boolean;
}

/** Numbers to try of a parameter, as users write them: `0.1 0.01`, `0.1, 0.01` or `[0.1, 0.01]`. */
export function numbersToTry(
  text: string | undefined,
  field: string,
  { min = -Infinity, max = Infinity, whole = false }: Tryable = {},
): readonly number[] {
  const plain = (text ?? '').trim().replace(/^\[(.*)\]$/s, '$1');
  const words = (inJson(text ?? '') ?? plain.split(/[\s,;]+/)).filter((word) => word.trim() !== '');
  const invalid = (valueText: string, rule: string, remedy: string): FieldError =>
    new FieldError(field, `invalid value ${valueText} for field "${field}": must be ${rule}`, remedy);
  return words.map((word) => {
    const value = Number(word);
    if (!Number.isFinite(value)) throw invalid(`"${word}"`, 'a number', 'enter numbers such as 0.1, 0.01');
    if (whole && !Number.isInteger(value)) throw invalid(word, 'a whole number', 'enter whole numbers');
    const bounds = value < min ? `${min} or greater` : value > max ? `${max} or less` : undefined;
    if (bounds !== undefined) throw invalid(String(value), bounds, `enter ${bounds}`);
    return value;
  });
}
