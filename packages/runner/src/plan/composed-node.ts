import type { Outcome, Processor } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import { watchFiles, type WatchedFiles } from '@millrace/file-space';
import { isForNoted, type Materialize } from '@millrace/engines/host';
import type { StoredTaps } from '../cache/stored-node.ts';
import type { NodeReuse } from '../cache/run-reuse.ts';
import { compose } from './compose.ts';
import { isStorable, readsNothing, type NewFeatures } from '../cache/features.ts';
import { withCachedModel, type CachedTraining } from '../cache/training-cache.ts';
import { learns, type Output } from '../execute/outputs.ts';
import { withSmallInputsMaterialized } from './small-inputs.ts';
import type { NodeContext } from '../execute/node-context.ts';

/** What is known of a node of machine learning before it is composed, by the key of all that it depends on. */
interface CachedWork {
  readonly features?: NewFeatures | undefined;
  readonly training?: CachedTraining | undefined;
}

interface ComposedNode extends CachedWork {
  readonly node: WorkflowNode;
  readonly processor: Processor;
  readonly outcome: Outcome;
  /** The inputs, some of them materialized. */
  readonly inputs: readonly Output[];
  /** Milliseconds of training, of a node that trains. */
  readonly ms: number | undefined;
  /** The files that it has read; absent if its key does not depend on them. */
  readonly read: WatchedFiles | undefined;
}

/** Composes a node; one with a cached model does not train. */
export async function composeNode(
  options: NodeContext,
  request: CachedWork & Pick<ComposedNode, 'node' | 'processor'>,
  sources: readonly Output[],
): Promise<ComposedNode> {
  const { node, processor, features, training } = request;
  const watches = options.reuse !== undefined && (!learns(processor) || features !== undefined);
  const read = watches ? watchFiles(options.around.files) : undefined;
  const around = read === undefined ? options.around : { ...options.around, files: read.files };
  const trains = learns(processor) && options.consumers.wantModel(node.id);
  const start = performance.now();
  const alone = await compose(processor, node, sources, around, trains && training?.earlier === undefined);
  const ms = trains ? performance.now() - start : undefined;
  const first = training === undefined ? alone : withCachedModel(alone, training);
  const inputs = learns(processor) ? sources : await withSmallInputsMaterialized(options, first, sources);
  const outcome = inputs === sources ? first : await compose(processor, node, inputs, around);
  return { ...request, outcome, inputs, ms, read };
}

/** The cached work of earlier runs for a node, and what is cached for later ones. */
interface ReuseResult {
  readonly reuse?: NodeReuse | undefined;
  /** The name of its rows in the keys of later nodes. */
  readonly name?: string | undefined;
  /** The results of an earlier run. */
  readonly storedTaps?: StoredTaps | undefined;
  readonly keep?: (output: number) => Materialize | undefined;
  /** True if rows of features are materialized and stored. */
  readonly isStored: boolean;
}

/** The cached work of a composed node, and how new work is cached. */
export async function reuseOf(
  options: NodeContext,
  { node, processor, outcome, features, training, read }: ComposedNode,
  { keys, outputs }: { readonly keys: readonly (string | undefined)[]; readonly outputs: readonly DataFrame[] },
): Promise<ReuseResult> {
  if (features !== undefined) {
    const isKeyed = read !== undefined && readsNothing(read);
    const name = isKeyed ? features.reuse.key : undefined;
    if (!isKeyed || !isStorable(outcome)) {
      await features.reuse.settle(undefined);
      return { name, isStored: false };
    }
    // the results of features that are made again are reported again
    const { reuse, stored } = features;
    const columns = stored ? await outputs[0]?.schema() : undefined;
    const isStored = columns !== undefined && isForNoted(columns);
    return { reuse, name, isStored, ...(isStored ? { keep: (output: number) => reuse.keepFeatures(output) } : {}) };
  }
  if (training !== undefined)
    return { reuse: training.reuse, name: training.reuse.key, storedTaps: training.earlier?.taps, isStored: false };
  if (read === undefined) return { isStored: false };
  const { around } = options;
  const dependencies = { processor, outcome, around, read, inputs: keys, shown: options };
  const reuse = await options.reuse?.node(node, dependencies);
  const keep = (output: number) => reuse?.keep(output);
  return { reuse, name: reuse?.key, storedTaps: reuse?.stored?.taps, keep, isStored: false };
}
