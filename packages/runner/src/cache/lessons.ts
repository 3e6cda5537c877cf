import { once, predictive, type Outcome, type Processor } from '@millrace/processors';
import { isUnreadableModel } from '@millrace/spark-connect/ml';
import type { WorkflowNode } from '@millrace/workflow';
import type { StoredNode, StoredTaps } from './stored-node.ts';
import type { NodeReuse, RunReuse, StoredModel } from './run-reuse.ts';
import { isOfSparkMl, learnsModel } from '../plan/model-types.ts';
import type { NodeContext } from '../execute/node-context.ts';

/** What an earlier run has found out at a node that hands its rows on: a learner, or one that judges models. */
export interface Lesson {
  readonly reuse: NodeReuse;
  /** True for one that makes a model, which is stored with what it tells. */
  readonly isLearner: boolean;
  /** False for a node that has a key alone: nothing of it is stored. */
  readonly isKept: boolean;
  /** What it told; absent where it is to be found out anew. */
  readonly earlier?: StoredNode;
  /** The model of a learner. */
  readonly model?: StoredModel;
}

type Options = Pick<NodeContext, 'around' | 'consumers' | 'previews' | 'tableLimit' | 'counts' | 'tables'> & {
  readonly reuse?: RunReuse;
};

/**
 * What is known of a node that learns or judges by the key of all that it depends on. Its key names rows and model, so that what
 * follows can be taken from earlier runs, too. `undefined` for nodes that this is not for: those that learn in Python, and
 * those that hand on models which come from elsewhere.
 */
export async function lessonOf(
  options: Options,
  node: WorkflowNode,
  processor: Processor,
  inputs: readonly (string | undefined)[],
): Promise<Lesson | undefined> {
  const { around, consumers, reuse: run } = options;
  const { type } = processor;
  const isLearner = learnsModel(type);
  // features that a pipeline learns anew have a key alone
  const isFeature = type === 'ml-transformer';
  if (run === undefined || !isOfSparkMl(processor) || !(isFeature || isLearner || type === 'ml-evaluator'))
    return undefined;
  const reuse = await run.ahead(node, { processor, around, inputs, shown: options });
  if (reuse === undefined) return undefined;
  const isKept = !isFeature && consumers.wantModel(node.id);
  const lesson: Lesson = { reuse, isLearner, isKept };
  const earlier = isKept ? reuse.found : undefined;
  if (earlier === undefined) return lesson;
  if (!isLearner) return { ...lesson, earlier };
  const model = await reuse.model();
  return model === undefined ? lesson : { ...lesson, earlier, model };
}

/** A node composed without learning, whose model is the one of an earlier run; where that cannot be read it is learned. */
export function withEarlierModel(outcome: Outcome, { model: stored, reuse }: Lesson): Outcome {
  if (stored === undefined) return outcome;
  const learned = outcome.learned?.map((one) => {
    const own = one?.model;
    if (own === undefined) return one;
    const fitted = once(() =>
      stored().catch(async (error: unknown) => {
        if (!isUnreadableModel(error)) throw error;
        await reuse.drop();
        return own.fitted();
      }),
    );
    return { ...one, model: { ...own, fitted } };
  });
  return { ...outcome, ...(learned === undefined ? {} : { learned }) };
}

/** Leaves what a node has found out in so many ms for later runs, where all of it can be told again and one may ask. */
export async function keepLesson(
  { reuse, isLearner, isKept, earlier }: Lesson,
  outcome: Outcome,
  { ms, told }: { readonly ms: number | undefined; readonly told: StoredTaps },
): Promise<void> {
  const { learned, saves, rejects, release } = outcome;
  const isAlone = [saves, release].every((one) => (one ?? []).length === 0) && rejects === undefined;
  const model = predictive(learned?.[0]);
  const isWhole = isAlone && (!isLearner || model !== undefined);
  if (!isKept || earlier !== undefined || ms === undefined || !isWhole || !reuse.isWorthKeeping(ms))
    return reuse.settle(undefined);
  if (isLearner && model !== undefined) await reuse.addModel(await model.fitted());
  await reuse.settle(told);
}
