import type { MlArtifacts, Outcome, ProcessorCatalogue } from '@millrace/processors';
import type { SparkSession, StructType } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import type { WatchedFiles } from '@millrace/file-space';
import type { MaterializedRows } from '@millrace/engines/host';
import type { NodeReuse, RunReuse } from './run-reuse.ts';
import { lasts } from './node-key.ts';
import type { StoredTaps } from './stored-node.ts';
import type { Consumers } from '../plan/consumers.ts';
import { isOfSparkMl } from '../plan/model-types.ts';
import type { Output } from '../execute/outputs.ts';
import type { NodeContext } from '../execute/node-context.ts';

/** What an earlier run has made of a node that makes features or predictions. */
export interface EarlierFeatures {
  readonly reuse: NodeReuse;
  readonly taps: StoredTaps;
  readonly schema: StructType;
  /** Its rows; absent for a node whose rows are not read, because those of a later node are there. */
  readonly rows?: MaterializedRows;
}

/** A node that makes features again, and caches them for later runs. */
export interface NewFeatures {
  readonly reuse: NodeReuse;
  /** True if its rows are stored: the nodes that follow make no more features of them. */
  readonly stored: boolean;
}

type Options = Pick<NodeContext, 'around' | 'consumers' | 'previews' | 'tableLimit' | 'counts' | 'tables'>;

/**
 * Nodes that make features for learners, and those that predict, taken from earlier runs without composing them: composing one
 * learns, or asks for a model. In a row of them the rows of the last are stored; if those are there, the rows of the
 * others are not read. Models and attributes are not stored: a later node that trains the nodes before it again has all of
 * them composed.
 */
export class FeatureReuse {
  readonly #reuse: RunReuse;
  readonly #catalogue: ProcessorCatalogue;
  /** Those that this run takes, by node. */
  readonly #earlier = new Map<string, EarlierFeatures>();

  constructor(reuse: RunReuse, catalogue: ProcessorCatalogue) {
    this.#reuse = reuse;
    this.#catalogue = catalogue;
  }

  /** What an earlier run has made of a node, or what this one leaves; `undefined` for a node that this is not for. */
  async of(
    options: Options,
    node: WorkflowNode,
    inputs: readonly (string | undefined)[],
  ): Promise<EarlierFeatures | NewFeatures | undefined> {
    const earlier = this.#earlier.get(node.id);
    if (earlier !== undefined) return earlier;
    const { consumers } = options;
    if (!this.#makesFeatures(node) || consumers.trainAnew(node.id)) return undefined;
    const own = await this.#find(options, node, inputs);
    if (own === undefined) return undefined;
    const row = [{ node, reuse: own }];
    let next = this.#next(consumers, node);
    const stored = next === undefined;
    while (next !== undefined && row.at(-1)?.reuse.stored !== undefined) {
      const reuse = await this.#find(options, next, [`${row.at(-1)?.reuse.key}/0`]);
      if (reuse === undefined) break;
      row.push({ node: next, reuse });
      next = this.#next(consumers, next);
    }
    await this.#take(row);
    return this.#earlier.get(node.id) ?? { reuse: own, stored };
  }

  /** Takes the nodes of a row up to the last one whose rows are there. */
  async #take(row: readonly { readonly node: WorkflowNode; readonly reuse: NodeReuse }[]): Promise<void> {
    const candidates: (Omit<EarlierFeatures, 'rows'> & { readonly node: WorkflowNode })[] = [];
    for (const { node, reuse } of row) {
      const taps = reuse.stored?.taps;
      if (taps?.schema === undefined) break;
      candidates.push({ node, reuse, taps, schema: taps.schema });
    }
    for (let last = candidates.length - 1; last >= 0; last--) {
      const rows = await candidates[last]?.reuse.rows(0);
      if (rows === undefined) continue;
      for (const [i, { node, ...features }] of candidates.slice(0, last + 1).entries())
        this.#earlier.set(node.id, { ...features, ...(i === last ? { rows } : {}) });
      return;
    }
  }

  async #find(
    options: Options,
    node: WorkflowNode,
    inputs: readonly (string | undefined)[],
  ): Promise<NodeReuse | undefined> {
    const processor = this.#catalogue.get(node.nodeClass);
    if (processor === undefined) return undefined;
    const reuse = await this.#reuse.ahead(node, { processor, around: options.around, inputs, shown: options });
    // no later run would read its rows
    return reuse !== undefined && lasts(reuse.key) ? reuse : undefined;
  }

  /** The node that alone reads a node's rows, if it makes features of them. */
  #next(consumers: Consumers, { id }: WorkflowNode): WorkflowNode | undefined {
    const next = consumers.only(id, 0)?.node;
    return next !== undefined && this.#makesFeatures(next) ? next : undefined;
  }

  #makesFeatures({ nodeClass }: WorkflowNode): boolean {
    const processor = this.#catalogue.get(nodeClass);
    return (
      processor !== undefined &&
      (processor.type === 'ml-transformer' || processor.type === 'ml-predict') &&
      isOfSparkMl(processor) &&
      processor.outputs.length <= 1
    );
  }
}

/** True for what a node has made if all of it can be stored: rows, and what is counted and shown of them. */
export function isStorable({ outputs, learned, saves, rejects, metrics, release }: Outcome): boolean {
  const [first, ...more] = learned ?? [];
  const isAlone = [saves, release, more].every((one) => (one ?? []).length === 0);
  return outputs.length === 1 && isAlone && rejects === undefined && metrics === undefined && isRecipe(first);
}

/** True if rows carry nothing but the stages that they have come through. */
export function isRecipe(artifacts: MlArtifacts = {}): boolean {
  const { recipe: _, ...others } = artifacts;
  return Object.values(others).every((one) => one === undefined);
}

/** The output of a node that an earlier run has made. */
export const earlierOutput = (
  session: SparkSession,
  { reuse, taps, schema, rows }: EarlierFeatures,
  inputs: readonly Output[],
): Output => ({
  // fails if the rows are read all the same
  df: rows?.df ?? session.sql(`select raise_error('rows of an earlier run were not taken')`),
  schema,
  rows: Promise.resolve(taps.rows[0] ?? null),
  sorted: inputs.some(({ sorted }) => sorted),
  key: `${reuse.key}/0`,
  ...(rows === undefined ? {} : { release: () => rows.release() }),
});

/** True for a node that reads nothing but its inputs. */
export const readsNothing = ({ stamps, urls }: WatchedFiles): boolean => stamps.size === 0 && urls.size === 0;
