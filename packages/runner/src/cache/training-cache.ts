import { once, predictorOf, type Outcome, type Processor } from '@millrace/processors';
import { isUnreadableModel } from '@millrace/spark-connect/ml';
import type { WorkflowNode } from '@millrace/workflow';
import type { StoredNode, StoredTaps } from './stored-node.ts';
import type { NodeReuse, RunReuse, StoredModel } from './run-reuse.ts';
import { isOfSparkMl, learnsModel } from '../plan/model-types.ts';
import type { NodeContext } from '../execute/node-context.ts';

/** The training cache of a node that hands its rows on: a learner, or one that evaluates models. */
export interface CachedTraining {
  readonly reuse: NodeReuse;
  /** True for a learner, whose model is stored with its metrics. */
  readonly isLearner: boolean;
  /** False for a node that has a key alone: nothing of it is stored. */
  readonly isStored: boolean;
  /** The cached results; absent if the node has to train or evaluate again. */
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
export async function cachedTrainingOf(
  options: Options,
  node: WorkflowNode,
  processor: Processor,
  inputs: readonly (string | undefined)[],
): Promise<CachedTraining | undefined> {
  const { around, consumers, reuse: run } = options;
  const { type } = processor;
  const isLearner = learnsModel(type);
  // features that a pipeline trains again have only a key
  const isFeature = type === 'ml-transformer';
  if (run === undefined || !isOfSparkMl(processor) || !(isFeature || isLearner || type === 'ml-evaluator'))
    return undefined;
  const reuse = await run.ahead(node, { processor, around, inputs, shown: options });
  if (reuse === undefined) return undefined;
  const isStored = !isFeature && consumers.wantModel(node.id);
  const training: CachedTraining = { reuse, isLearner, isStored };
  const earlier = isStored ? reuse.stored : undefined;
  if (earlier === undefined) return training;
  if (!isLearner) return { ...training, earlier };
  const model = await reuse.model();
  return model === undefined ? training : { ...training, earlier, model };
}

/** A node composed without training, with the cached model; the model is trained if the cache cannot be read. */
export function withCachedModel(outcome: Outcome, { model: stored, reuse }: CachedTraining): Outcome {
  if (stored === undefined) return outcome;
  const artifacts = outcome.learned?.map((one) => {
    const own = one?.model;
    if (own === undefined) return one;
    const fit = once(() =>
      stored().catch(async (error: unknown) => {
        if (!isUnreadableModel(error)) throw error;
        await reuse.drop();
        return own.fitted();
      }),
    );
    return { ...one, model: { ...own, fitted: fit } };
  });
  return { ...outcome, ...(artifacts === undefined ? {} : { learned: artifacts }) };
}

/** Caches for later runs what a node took `ms` to compute, if all of it can be stored and a later run may need it. */
export async function cacheTraining(
  { reuse, isLearner, isStored, earlier }: CachedTraining,
  outcome: Outcome,
  { ms, taps }: { readonly ms: number | undefined; readonly taps: StoredTaps },
): Promise<void> {
  const { learned, saves, rejects, release } = outcome;
  const isAlone = [saves, release].every((one) => (one ?? []).length === 0) && rejects === undefined;
  const model = predictorOf(learned?.[0]);
  const isWhole = isAlone && (!isLearner || model !== undefined);
  if (!isStored || earlier !== undefined || ms === undefined || !isWhole || !reuse.isWorthStoring(ms))
    return reuse.settle(undefined);
  if (isLearner && model !== undefined) await reuse.addModel(await model.fitted());
  await reuse.settle(taps);
}
