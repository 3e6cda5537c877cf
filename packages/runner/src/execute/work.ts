import type { Outcome, Processor } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import { cellOf } from '../results/cells.ts';
import { composeNode, reuseOf } from '../plan/composed-node.ts';
import type { NodeReport } from '../results/events.ts';
import { earlierOutput, isRecipe, type EarlierFeatures } from '../cache/features.ts';
import { cacheTraining, cachedTrainingOf } from '../cache/training-cache.ts';
import { withLine } from '../faults/line-of-fault.ts';
import { showsModel } from '../plan/model-types.ts';
import { firstCellText, variablesOf, type OwnVariables } from '../plan/variables.ts';
import type { NodeContext } from './node-context.ts';
import { tap, type Taps } from './node-taps.ts';
import { learns, makeOutput, type Output } from './outputs.ts';
import { maxRejects } from './rejected-rows.ts';
import { RowCounter } from './row-counter.ts';
import { haveTies, TiesError } from './ties.ts';

/** Metrics of a model, and the number of rows that it was trained on. */
type OfModel = Pick<NodeReport, 'metrics' | 'learnedFrom'>;

/** A node at work: later nodes go on with `outputs`, `taps` follows while they do. */
export interface NodeWork {
  readonly outputs: readonly Output[];
  /** What it sets for nodes behind it. */
  readonly variables: OwnVariables;
  readonly taps: Promise<Taps>;
  /** Warnings for the user; the run goes on. */
  readonly warnings: readonly string[];
  /** Metrics of a model, and the number of rows that it was trained on. */
  readonly ofModel: OfModel;
  /** Nodes whose materialized rows can be freed once no node reads them any more. */
  readonly release: readonly string[];
  /** True if an earlier run has done the work. */
  readonly reused: boolean;
  /** The node has ended, and so have all that computed its rows: work that was `done` may be used again. */
  settle(done: boolean): Promise<void>;
}

/** Composes a node, materializes rows, and begins to count and collect. */
export async function startNode(
  options: NodeContext,
  node: WorkflowNode,
  processor: Processor,
  sources: readonly Output[],
): Promise<NodeWork> {
  try {
    return await workOn(options, node, processor, sources);
  } finally {
    // the inputs have waited for what this node counts
    for (const { rowCounter } of sources) rowCounter?.begin();
  }
}

async function workOn(
  options: NodeContext,
  node: WorkflowNode,
  processor: Processor,
  sources: readonly Output[],
): Promise<NodeWork> {
  const keys = sources.map(({ key }) => key);
  const features = learns(processor) ? await options.features?.of(options, node, keys) : undefined;
  if (features !== undefined && 'taps' in features) return workOfEarlierRun(options, node, features, sources);
  const training =
    learns(processor) && features === undefined ? await cachedTrainingOf(options, node, processor, keys) : undefined;
  const composed = await composeNode(options, { node, processor, features, training }, sources);
  const { outcome, inputs } = composed;
  const prepare = (df: DataFrame): DataFrame => options.prepare(df, inputs);
  const outputs = outcome.outputs.map(prepare);
  const { reuse, name, storedTaps, keep, isStored } = await reuseOf(options, composed, { keys, outputs });
  if (storedTaps === undefined) await requireDisjoint(options, node, inputs);
  const rowCounter = storedTaps === undefined ? rowCounterOf(options, outcome, outputs[0], prepare) : undefined;
  const making = Promise.all(
    outputs.map(async (df, output) => {
      const rows = storedTaps === undefined ? undefined : Promise.resolve(storedTaps.rows[output] ?? null);
      const parts = { node, output, df, outcome, rows, rowCounter, reused: storedTaps !== undefined, isStored };
      const rowsOf = await makeOutput({ ...options, keep: keep?.(output) ?? options.keep }, parts, inputs);
      // rows that are handed on may be materialized again, and keep the models that came with them
      const artifacts = outcome.learned?.[output] ?? inputs.find((one) => one.df.relation === df.relation)?.learned;
      const one = artifacts === rowsOf.learned ? rowsOf : withArtifacts(rowsOf, artifacts);
      return name === undefined || inputs.includes(one) ? one : { ...one, key: `${name}/${output}` };
    }),
  );
  const results = await making.catch(async (error: unknown) => {
    await reuse?.settle(undefined);
    throw await withLine(error, outcome, options.signal);
  });
  const about = showsModel(processor.type) ? { of: 'model' as const } : {};
  const pendingTaps =
    storedTaps === undefined
      ? tap(options, { node, outcome, inputs, outputs: results, about, prepare, rowCounter })
      : ofNode(storedTaps, node);
  const taps = pendingTaps.catch(async (error: unknown) => {
    throw await withLine(error, outcome, options.signal);
  });
  const ofModel = modelReport(storedTaps ?? outcome);
  const warnings = training?.earlier?.taps.warnings ?? outcome.warnings ?? [];
  return {
    outputs: results,
    variables: variablesOf(outcome, (df) => firstCellText(prepare(df), options.signal)),
    taps,
    warnings,
    ofModel,
    release: outcome.release ?? [],
    reused: storedTaps !== undefined,
    settle: async (done) => {
      const [output] = results;
      const columns = features !== undefined && output !== undefined ? { schema: output.schema } : {};
      const all = done ? { ...(await taps), ...columns, ...ofModel, warnings } : undefined;
      if (training === undefined || all === undefined) await reuse?.settle(all);
      else await cacheTraining(training, outcome, { ms: composed.ms, taps: all });
    },
  };
}

/** Counts the rows of a node that rejects some; `undefined` for other nodes. */
function rowCounterOf(
  { counts, observes, signal }: NodeContext,
  { rejects }: Outcome,
  output: DataFrame | undefined,
  prepare: (df: DataFrame) => DataFrame,
): RowCounter | undefined {
  const counting = counts ? rejects?.counting : undefined;
  if (counting === undefined || output === undefined) return undefined;
  return new RowCounter({ counting, output, prepare, signal, maxRejects: observes ? maxRejects + 1 : 0 });
}

/** Fails with a TiesError if rows of an input tie that a window of the node numbers. */
async function requireDisjoint(
  { apart, signal }: NodeContext,
  { id, name }: WorkflowNode,
  inputs: readonly Output[],
): Promise<void> {
  for (const { input, columns } of apart.get(id) ?? []) {
    const rows = inputs[input];
    if (rows === undefined) continue;
    const by = { columns, rows: Infinity, cut: undefined };
    if (await haveTies(rows.df, rows.schema, by, signal)) throw new TiesError(name, 'a window');
  }
}

const modelReport = ({ metrics, learnedFrom }: OfModel): OfModel => ({
  ...(metrics === undefined
    ? {}
    : { metrics: Object.fromEntries(Object.entries(metrics).map(([name, one]) => [name, cellOf(one)])) }),
  ...(learnedFrom === undefined ? {} : { learnedFrom }),
});

/** Rows with their models and attributes; the key goes if it does not name all of them. */
function withArtifacts({ key, ...rows }: Output, artifacts: Output['learned']): Output {
  return { ...rows, learned: artifacts, ...(key === undefined || !isRecipe(artifacts) ? {} : { key }) };
}

/** A node that an earlier run has made, and that is not composed again. */
function workOfEarlierRun(
  { around }: NodeContext,
  node: WorkflowNode,
  features: EarlierFeatures,
  sources: readonly Output[],
): NodeWork {
  return {
    outputs: [earlierOutput(around.session, features, sources)],
    variables: new Map(),
    taps: ofNode(features.taps, node),
    warnings: features.taps.warnings ?? [],
    ofModel: {},
    release: [],
    reused: true,
    settle: () => features.reuse.settle(undefined),
  };
}

/** What an earlier run has shown, as this node's own. */
const ofNode = async ({ shown, ...taps }: Taps, { id }: WorkflowNode): Promise<Taps> => ({
  ...taps,
  shown: shown.map((output) => ({ ...output, nodeId: id })),
});
