import { ParamGrid, type Stage } from '@millrace/spark-connect/ml';
import { once } from '../kit/ml-artifacts.ts';
import type { TrainedModel } from '../../contract/ml-artifacts.ts';
import type { Context } from '../../contract/context.ts';
import type { Outcome } from '../../contract/results.ts';
import { isPredictive, predictFor, suitableRowsFor, canTransform } from '../kit/model-columns.ts';
import { withoutNulls } from '../kit/nulls.ts';
import { withFeatureNames } from '../kit/add-feature-names.ts';
import {
  fitStage,
  pipelineSpecWith,
  withWords,
  trainingRows,
  requireSpark,
  requirePlainNames,
  type FitContext,
} from '../kit/stages.ts';
import { noModelInput, noRowsInput } from '../kit/ml-errors.ts';

/**
 * The rows after a stage, and with them the stage as a model, for nodes that apply it to other rows or save it. A null
 * in one of the columns `whole` ends the run.
 */
export async function fitting(
  context: FitContext,
  title: string,
  stage: Stage,
  whole: readonly string[] = [],
): Promise<Outcome> {
  requireSpark(context);
  requirePlainNames([stage]);
  const input = withoutNulls(context.input, whole);
  const fit = once(() => fitStage(stage, trainingRows(context, input)));
  const training = 'transform' in stage ? {} : { training: { estimator: stage, input, grid: new ParamGrid() } };
  const model: TrainedModel = { title, fitted: fit, before: input, whole, ...training };
  const done = await fit();
  const { schema, learned } = context;
  const { rows, words } = await withFeatureNames(done.transform(input), done, { schema, words: learned[0]?.words });
  return {
    outputs: [rows],
    learned: [{ recipe: pipelineSpecWith(context, [stage]), model, ...withWords(words) }],
  };
}

type Applying = Pick<Context<Record<never, never>>, 'engine' | 'inputs' | 'learned'>;

/** The rows of one input after the model of the other, or of the only one: then those that it was made from. */
export async function applying({ engine, inputs, learned }: Applying, title: string): Promise<Outcome> {
  requireSpark({ engine });
  const at = await modelInput({ inputs, learned }, title);
  const { model, recipe } = learned[at] ?? {};
  if (model === undefined) throw noModelInput(`connect a node that fits the ${title}`);
  const of = inputs.findIndex((_, i) => i !== at);
  const input = inputs[of] ?? model.before ?? (model.alone === true ? undefined : inputs[at]);
  if (input === undefined) throw noRowsInput();
  const stage = await model.fitted();
  const whole = withoutNulls(input, model.whole ?? []);
  const schema = await input.schema();
  const rows = await suitableRowsFor(whole, schema, { model: stage, title: model.title });
  const nextSpec =
    of === -1 && recipe !== undefined ? recipe : pipelineSpecWith({ input: rows, learned: [learned[of]] }, [stage]);
  const predictions = await predictFor(stage, rows, schema);
  const result = await withFeatureNames(predictions, stage, { schema, words: learned[of === -1 ? at : of]?.words });
  return { outputs: [result.rows], learned: [{ recipe: nextSpec, ...withWords(result.words) }] };
}

/**
 * The input that brings the model: the last one, as inputs that edges name are in the order of data and model, but for rows that
 * bring a model of an earlier node along.
 */
async function modelInput({ inputs, learned }: Pick<Applying, 'inputs' | 'learned'>, title: string): Promise<number> {
  const modelInputs: number[] = [];
  for (const [i, one] of learned.entries()) if (await isOfTitle(one?.model, title)) modelInputs.unshift(i);
  const [last, ...others] = modelInputs;
  if (last === undefined) return learned.findLastIndex((one) => one?.model !== undefined);
  if (others.length === 0) return last;
  for (const at of modelInputs) {
    const [stage, schema] = await Promise.all([learned[at]?.model?.fitted(), inputs[1 - at]?.schema()]);
    if (stage !== undefined && schema !== undefined && canTransform(stage, schema)) return at;
  }
  return last;
}

/** True for a model that such a node makes, and for one of features that was loaded. */
async function isOfTitle(model: TrainedModel | undefined, title: string): Promise<boolean> {
  if (model === undefined || model.title === title) return model !== undefined;
  const isLoaded = model.before === undefined && model.training === undefined;
  return isLoaded && !isPredictive(await model.fitted());
}
