import type { Outcome, Processor } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import { watchFiles, type WatchedFiles } from '@millrace/file-space';
import { isForNoted, type Keep } from '@millrace/engines/host';
import type { StoredTaps } from '../cache/stored-node.ts';
import type { NodeReuse } from '../cache/run-reuse.ts';
import { compose } from './compose.ts';
import { isStorable, readsNothing, type NewFeatures } from '../cache/features.ts';
import { withEarlierModel, type Lesson } from '../cache/lessons.ts';
import { learns, type Output } from '../execute/outputs.ts';
import { withSmallInputsKept } from './small-inputs.ts';
import type { NodeContext } from '../execute/node-context.ts';

/** What is known of a node of machine learning before it is composed, by the key of all that it depends on. */
interface Ahead {
  readonly features?: NewFeatures | undefined;
  readonly lesson?: Lesson | undefined;
}

interface ComposedNode extends Ahead {
  readonly node: WorkflowNode;
  readonly processor: Processor;
  readonly outcome: Outcome;
  /** Those that it was given, some of them kept. */
  readonly inputs: readonly Output[];
  /** How long it took to learn, of a node that was to. */
  readonly ms: number | undefined;
  /** What it has read; absent where nothing of it is stored by that. */
  readonly read: WatchedFiles | undefined;
}

/** Composes a node; one whose model an earlier run has made learns nothing. */
export async function composeNode(
  options: NodeContext,
  asked: Ahead & Pick<ComposedNode, 'node' | 'processor'>,
  given: readonly Output[],
): Promise<ComposedNode> {
  const { node, processor, features, lesson } = asked;
  const watches = options.reuse !== undefined && (!learns(processor) || features !== undefined);
  const read = watches ? watchFiles(options.around.files) : undefined;
  const around = read === undefined ? options.around : { ...options.around, files: read.files };
  const trains = learns(processor) && options.consumers.wantModel(node.id);
  const begun = performance.now();
  const alone = await compose(processor, node, given, around, trains && lesson?.earlier === undefined);
  const ms = trains ? performance.now() - begun : undefined;
  const first = lesson === undefined ? alone : withEarlierModel(alone, lesson);
  const inputs = learns(processor) ? given : await withSmallInputsKept(options, first, given);
  const outcome = inputs === given ? first : await compose(processor, node, inputs, around);
  return { ...asked, outcome, inputs, ms, read };
}

/** What a run takes of earlier ones for a node, and leaves for later ones. */
interface Reused {
  readonly reuse?: NodeReuse | undefined;
  /** What its rows are called in the keys of later nodes. */
  readonly name?: string | undefined;
  /** What an earlier run has told of it. */
  readonly known?: StoredTaps | undefined;
  readonly keep?: (output: number) => Keep | undefined;
  /** True where rows of features are kept, and stored. */
  readonly isStored: boolean;
}

/** What there is of earlier work, and how new work is kept, once a node is composed. */
export async function reuseOf(
  options: NodeContext,
  { node, processor, outcome, features, lesson, read }: ComposedNode,
  { keys, outputs }: { readonly keys: readonly (string | undefined)[]; readonly outputs: readonly DataFrame[] },
): Promise<Reused> {
  if (features !== undefined) {
    const isNamed = read !== undefined && readsNothing(read);
    const name = isNamed ? features.reuse.key : undefined;
    if (!isNamed || !isStorable(outcome)) {
      await features.reuse.settle(undefined);
      return { name, isStored: false };
    }
    // what is made again of features is told anew
    const { reuse, stored } = features;
    const columns = stored ? await outputs[0]?.schema() : undefined;
    const isStored = columns !== undefined && isForNoted(columns);
    return { reuse, name, isStored, ...(isStored ? { keep: (output: number) => reuse.keepFeatures(output) } : {}) };
  }
  if (lesson !== undefined)
    return { reuse: lesson.reuse, name: lesson.reuse.key, known: lesson.earlier?.taps, isStored: false };
  if (read === undefined) return { isStored: false };
  const { around } = options;
  const given = { processor, outcome, around, read, inputs: keys, shown: options };
  const reuse = await options.reuse?.node(node, given);
  const keep = (output: number) => reuse?.keep(output);
  return { reuse, name: reuse?.key, known: reuse?.found?.taps, keep, isStored: false };
}
